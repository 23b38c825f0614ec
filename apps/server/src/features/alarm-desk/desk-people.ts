import { sql } from 'kysely'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { EVERYTHING } from '@tanker/contract/rights'
import { DEMO_ROLE } from '../../platform/access/grants.ts'

/** Users that are offered as assignees; a larger organisation assigns further down. */
const MAX_PEOPLE = 1_000

export type Person = {
  readonly id: number
  readonly name: string
  readonly organisationId: number
  readonly customer: boolean
  readonly mayHandle: boolean
}

const PERMISSION = 'alarms:handle'

/** Enabled users of the reader's organisation and below. Their roles may belong to an organisation above, which the reader does not see. */
function users(db: ScopedDb) {
  return db.unscoped
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('organisation', 'organisation.id', 'app_user.organisation_id')
    .where(sql<boolean>`app_user.organisation_id = ANY (${organisationIds(db.scope)})`)
    .where('app_user.enabled', '=', true)
    .where('organisation.enabled', '=', true)
    .select([
      'app_user.id',
      sql<string>`coalesce(nullif(app_user.real_name, ''), app_user.user_name)`.as('name'),
      'app_user.organisation_id as organisationId',
      'role.customer',
      // As mayUse of grants.ts decides it for a session; a demo account only reads.
      sql<boolean>`role.enabled AND role.name <> ${DEMO_ROLE} AND (role.super_man
        OR EXISTS (SELECT FROM role_grant g WHERE g.role_id = role.id AND g.permission IN (${EVERYTHING}, ${PERMISSION})))`.as('mayHandle'),
    ])
}

/** Those to whom alarms can be assigned, the reader first, then by name. */
export function peopleOf(db: ScopedDb): Promise<{ id: number; name: string }[]> {
  return db.unscoped
    .selectFrom(users(db).as('person'))
    .where('mayHandle', '=', true)
    .select(['id', 'name'])
    .orderBy(sql`id = ${db.scope.userId}`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_PEOPLE)
    .execute()
}

/** A user of the reader's organisation or below; undefined for any other. */
export const personOf = (db: ScopedDb, userId: number): Promise<Person | undefined> =>
  users(db).where('app_user.id', '=', userId).executeTakeFirst()
