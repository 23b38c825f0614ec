import { EVERYTHING } from '@tanker/contract/rights'

/** The permissions of a role. */
export type Permissions = {
  readonly superMan: boolean
  readonly customer: boolean
  readonly sign: boolean
  /** Function keys as stored, or EVERYTHING. */
  readonly functions: ReadonlySet<string>
}

/** A user who changes permissions, with the current permissions of its own role. */
export type Actor = Permissions & { readonly userId: number; readonly roleId: number }

/** Whether the actor has every function, future ones included. */
export const holdsEverything = ({ superMan, functions }: Pick<Permissions, 'superMan' | 'functions'>): boolean =>
  superMan || functions.has(EVERYTHING)

/** A user can only grant functions it has itself. */
export const canGrant = (actor: Pick<Permissions, 'superMan' | 'functions'>, wanted: string): boolean =>
  holdsEverything(actor) || actor.functions.has(wanted)

/** Whether the role has no permission that the actor lacks: then the actor may assign it, change it and change its users. */
export const isSubset = (actor: Permissions, role: Permissions): boolean =>
  actor.superMan ||
  (!role.superMan &&
    (role.customer || !actor.customer) &&
    (!role.sign || actor.sign) &&
    [...role.functions].every((one) => canGrant(actor, one)))
