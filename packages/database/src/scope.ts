import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './connection.ts'
import type { Database } from './tables.ts'

/** Who asks: made from the server's session only, never from anything the browser claims. */
export type Scope = {
  readonly userId: number
  /** The user's organisation: it and everything below may be seen. */
  readonly companyId: number
  readonly customer: boolean
}

/** Tables that say themselves to which organisation a row belongs. */
export type ScopedTable =
  | 'truck'
  | 'place'
  | 'fence'
  | 'driver'
  | 'role'
  | 'app_user'
  | 'alarm'
  | 'record'
  | 'position'
  | 'compartment_reading'
  | 'probe_reading'
  | 'environment_reading'
  | 'meter_reading'
  | 'truck_state'
  | 'integration_key'
  | 'slip'
  | 'meter_ticket'
  | 'station_gauge'
  | 'delivery'
  | 'delivery_line'
  | 'handover'
  | 'change_log'
  | 'repair_card'
  | 'installed_device'

/** The database as one user may see it: every read goes through the organisation's tree. */
export type ScopedDb = {
  readonly scope: Scope
  /** Begins a query on rows of the user's organisation and below. */
  from<T extends ScopedTable>(table: T): SelectQueryBuilder<Database, T, object>
  /** Begins a query on the organisations themselves. */
  companies(): SelectQueryBuilder<Database, 'company', object>
  /** Tables without an organisation of their own, joined to a scoped one by the caller. */
  readonly unscoped: Db
}

/** The only way from a user to rows. */
export function scoped(db: Db, scope: Scope): ScopedDb {
  return {
    scope,
    from: (table) =>
      (db.selectFrom(table) as unknown as SelectQueryBuilder<Database, ScopedTable, object>).where(
        (_builder: ExpressionBuilder<Database, ScopedTable>) =>
          sql<boolean>`${sql.ref(`${table}.company_id`)} = ANY (${companyIds(scope)})`,
      ) as never,
    companies: () => db.selectFrom('company').where(sql<boolean>`company.ancestors @> ARRAY[${scope.companyId}]::int[]`),
    unscoped: db,
  }
}

/** SQL: the organisations a user sees, as an int[] computed once a query. */
export const companyIds = (scope: Scope) => sql`ARRAY(SELECT c.id FROM company c WHERE c.ancestors @> ARRAY[${scope.companyId}]::int[])`

/** Tables whose rows an organisation shares with those below it: a carrier loads at the depots of the group above. */
export type SharedTable = 'place' | 'fence'

/** Begins a query on places or fences that the user sees or that an organisation above shares with it. */
export const sharedWith = <T extends SharedTable>(db: Db, scope: Scope, table: T): SelectQueryBuilder<Database, T, object> =>
  (db.selectFrom(table) as unknown as SelectQueryBuilder<Database, SharedTable, object>).where(
    (_builder: ExpressionBuilder<Database, SharedTable>) =>
      sql<boolean>`${sql.ref(`${table}.company_id`)} = ANY (${companyIds(scope)} || ARRAY(SELECT unnest(ancestors) FROM company WHERE id = ${scope.companyId}))`,
  ) as never
