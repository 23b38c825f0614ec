import { type ExpressionBuilder, type SelectQueryBuilder, type SelectType, sql } from 'kysely'
import type { Connection, Db } from './connection.ts'
import type { Database } from './tables.ts'

/** Who asks: made from the server's session only, never from anything the browser claims. */
export type Scope = {
  readonly userId: number
  /** The user's organisation: it and everything below may be seen. */
  readonly organisationId: number
  readonly customer: boolean
}

/**
 * The operator of the machine, who sees every organisation: for the first start and commands in the terminal. Compared by identity, so
 * that no session can be it.
 */
export const OPERATOR_SCOPE: Scope = { userId: 0, organisationId: 0, customer: false }

/** SQL: an organisation that belongs to the scope. */
const isWithin = (scope: Scope, column: string) =>
  scope === OPERATOR_SCOPE ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} @> ARRAY[${scope.organisationId}]::int[]`

/** Tables that say themselves to which organisation a row belongs. */
export type ScopedTable = {
  [T in keyof Database]: Database[T] extends { readonly organisation_id: infer Id } ? (null extends SelectType<Id> ? never : T) : never
}[keyof Database]

/** The database as one user may see it: every read goes through the organisation's tree. */
export type ScopedDb = {
  readonly scope: Scope
  /** Begins a query on rows of the user's organisation and below. */
  from<T extends ScopedTable>(table: T): SelectQueryBuilder<Database, T, object>
  /** Begins a query on the organisations themselves. */
  organisations(): SelectQueryBuilder<Database, 'organisation', object>
  /** For statements written as a whole: what the organisation may read where row security stands. */
  readonly read: Db
  /** As the owner: for writes, for joined rows without an organisation, for transactions. */
  readonly unscoped: Db
}

/** The only way from a user to rows. */
export const openScope = ({ db, reading }: Pick<Connection, 'db' | 'reading'>, scope: Scope): ScopedDb =>
  scoped(db, scope, reading(scope.organisationId))

/** The same on a connection that is at hand: inside a transaction of the owner. */
export function scoped(db: Db, scope: Scope, read: Db = db): ScopedDb {
  return {
    scope,
    from: (table) =>
      (read.selectFrom(table) as unknown as SelectQueryBuilder<Database, ScopedTable, object>).where(
        (_builder: ExpressionBuilder<Database, ScopedTable>) =>
          sql<boolean>`${sql.ref(`${table}.organisation_id`)} = ANY (${organisationIds(scope)})`,
      ) as never,
    organisations: () => read.selectFrom('organisation').where(isWithin(scope, 'organisation.ancestors')),
    read,
    unscoped: db,
  }
}

/** SQL: the organisations a user sees, as an int[] computed once a query. */
export const organisationIds = (scope: Scope) => sql`ARRAY(SELECT c.id FROM organisation c WHERE ${isWithin(scope, 'c.ancestors')})`

/** Tables whose rows an organisation shares with those below it: a carrier loads at the depots of the group above. */
export type SharedTable = 'place' | 'fence'

/** Begins a query on places or fences that the user sees or that an organisation above shares with it. */
export const sharedWith = <T extends SharedTable>(db: Db, scope: Scope, table: T): SelectQueryBuilder<Database, T, object> =>
  (db.selectFrom(table) as unknown as SelectQueryBuilder<Database, SharedTable, object>).where(
    (_builder: ExpressionBuilder<Database, SharedTable>) =>
      sql<boolean>`${sql.ref(`${table}.organisation_id`)} = ANY (${organisationIds(scope)} || ARRAY(SELECT unnest(ancestors) FROM organisation WHERE id = ${scope.organisationId}))`,
  ) as never
