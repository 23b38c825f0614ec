import { EVERYTHING } from '@tanker/contract/rights'

/** The permissions of a role. */
export type RoleRights = {
  readonly superMan: boolean
  readonly customer: boolean
  readonly sign: boolean
  /** Function keys as stored, or EVERYTHING. */
  readonly permissions: ReadonlySet<string>
}

/** A user who changes permissions, with the current permissions of its own role. */
export type Actor = RoleRights & { readonly userId: number; readonly roleId: number }

/** Whether the actor has every permission, future ones included. */
export const holdsEverything = ({ superMan, permissions }: Pick<RoleRights, 'superMan' | 'permissions'>): boolean =>
  superMan || permissions.has(EVERYTHING)

/** A user can only grant permissions it has itself. */
export const canGrant = (actor: Pick<RoleRights, 'superMan' | 'permissions'>, wanted: string): boolean =>
  holdsEverything(actor) || actor.permissions.has(wanted)

/** Whether the role has no permission that the actor lacks: then the actor may assign it, change it and change its users. */
export const isSubset = (actor: RoleRights, role: RoleRights): boolean =>
  actor.superMan ||
  (!role.superMan &&
    (role.customer || !actor.customer) &&
    (!role.sign || actor.sign) &&
    [...role.permissions].every((one) => canGrant(actor, one)))
