import { type RawBuilder, sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/text'
import { errors } from '../http/errors.ts'
import { EVERYTHING } from '@tanker/contract/rights'

/** What a role gives to whoever has it. */
export type Permissions = {
  readonly superMan: boolean
  readonly customer: boolean
  readonly sign: boolean
  /** As stored: functions by key, or everything. */
  readonly functions: ReadonlySet<string>
}

/** Somebody who changes rights, with the permissions of its role as they are now. */
export type Actor = Permissions & { readonly userId: number; readonly roleId: number }

/** Any number: whoever changes rights waits for whoever does so already. */
const rightsLock = 7_209_003

/**
 * Holds off everybody else who changes rights, until the end of the transaction. What is asked after it is as the ones before
 * left it: of two who would disable each other the second is found disabled.
 */
export const lockRights = async (db: Db): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${rightsLock}::bigint)`.execute(db)
}

const functionsOf: RawBuilder<string[]> = sql`ARRAY(SELECT function FROM role_grant WHERE role_id = role.id)`

/** Who is about to change rights; refused when it was disabled since it was let in. Call it under the lock. */
export async function currentActor(db: Db, userId: number): Promise<Actor> {
  const found = await db
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .where('app_user.id', '=', userId)
    .where('app_user.enabled', '=', true)
    .where('role.enabled', '=', true)
    .where('company.enabled', '=', true)
    .select(['app_user.id', 'role.id as role_id', 'super_man', 'customer', 'sign', functionsOf.as('functions')])
    .executeTakeFirst()
  if (!found) throw errors.noPermission()
  return {
    userId: found.id,
    roleId: found.role_id,
    superMan: found.super_man,
    customer: found.customer,
    sign: found.sign,
    functions: new Set(found.functions),
  }
}

/** What a role gives; null when there is none. */
export async function permissionsOf(db: Db, roleId: number): Promise<Permissions | null> {
  const found = await db
    .selectFrom('role')
    .where('role.id', '=', roleId)
    .select(['super_man', 'customer', 'sign', functionsOf.as('functions')])
    .executeTakeFirst()
  return found ? { superMan: found.super_man, customer: found.customer, sign: found.sign, functions: new Set(found.functions) } : null
}

/** Whether somebody holds everything there is and will be. */
export const holdsEverything = ({ superMan, functions }: Pick<Permissions, 'superMan' | 'functions'>): boolean =>
  superMan || functions.has(EVERYTHING)

/** Whether somebody may grant a function: nobody gives what it does not hold. */
export const canGrant = (actor: Pick<Permissions, 'superMan' | 'functions'>, wanted: string): boolean =>
  holdsEverything(actor) || actor.functions.has(wanted)

/** Whether a role gives no more than the actor has, so that the actor may give it to others, change it and change who has it. */
export const isSubset = (actor: Permissions, role: Permissions): boolean =>
  actor.superMan ||
  (!role.superMan &&
    (role.customer || !actor.customer) &&
    (!role.sign || actor.sign) &&
    [...role.functions].every((one) => canGrant(actor, one)))

/** Why somebody may not change a role; null when it may. */
export const whyNotChange = (actor: Actor, roleId: number, role: Permissions): Text | null =>
  roleId === actor.roleId ? OWN_ROLE : isSubset(actor, role) ? null : ABOVE_OWN

const OWN_ROLE = { zh: '不能修改自己所属的角色。', en: 'Nobody may change the role that it has itself.' } as const
const ABOVE_OWN = {
  zh: '该角色的权限超出您自己的权限，不能修改。',
  en: 'This role holds more than you do yourself, so you may not change it.',
} as const
