import type { Entity, EntityValues, FieldProblems, PlainValues } from '@tanker/contract/base-data/define-entity'
import type { FieldValue } from '@tanker/contract/base-data/fields'
import type { Scope, ScopedTable } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import type { RawBuilder } from 'kysely'
import type { Change } from '../platform/changes/record-change.ts'
import type { Source, Write } from './apply-changes.ts'

/** Rows of another table that refer to a row, which cannot be deleted while they exist. */
export type Reference = {
  /** SQL: the table or join; its organisation decides who may see the reference. */
  readonly from: string
  readonly column: string
  readonly organisation: string
  /** The column with the name of such a row. */
  readonly shown: string
  readonly what: Text
}

/** Makes references by one column, of tables whose rows have an organisation of their own: table, column with the name, both words. */
export const referencesBy =
  (column: string) =>
  (from: string, shown: string, zh: string, en: string): Reference => ({
    from,
    column,
    organisation: 'organisation_id',
    shown,
    what: { zh, en },
  })

/** A wanted change of one row: `before` and `id` are null for a new row, `after` for a deletion. */
export type RowChange<V = PlainValues> = { readonly id: number | null; readonly before: V | null; readonly after: V | null }

/** A new or changed row before it is written. */
export type ChangedRow<V = PlainValues> = RowChange<V> & { readonly after: V }

/** A new or changed row that was written. */
export type SavedRow<V = PlainValues> = ChangedRow<V> & { readonly id: number }

/**
 * How an entity's rows are stored. The declaration has the rules for their values; what it cannot know is in the four hooks, which every
 * way of writing calls. They get all rows of a write at once, so that a sheet or a world costs few statements.
 */
export type EntityTable<E extends Entity = Entity> = {
  readonly entity: E
  readonly table: ScopedTable | 'organisation'
  /** Column values common to all its rows, when several entities share a table. */
  readonly fixed: Readonly<Record<string, string>>
  /** Columns by field; a field without one is stored elsewhere. */
  readonly columns: { readonly [K in keyof E['fields']]?: string }
  /** Fields by the name of the unique index that guards them. */
  readonly uniqueBy: Readonly<Record<string, string>>
  readonly references: readonly Reference[]
  /** Bus topic notified of a change; default `context`. */
  readonly notifies?: 'context' | 'session'
  /** Rows are added by a separate call, which has more than the fields. */
  readonly ownCreate?: true
  /** Advisory lock key that serialises changes of such rows, where the check of one row depends on the others. */
  readonly lockKey?: number
  /** SQL of fields that are not plain columns. */
  readonly computed?: (scope: Scope) => Readonly<Record<string, RawBuilder<FieldValue>>>
  /** Throws if this user may not make one of the changes. */
  authorize?(write: Write, changes: readonly RowChange<EntityValues<E>>[]): Promise<void>
  /** Problems that only the database can find, for each row. */
  validate?(write: Write, rows: readonly ChangedRow<EntityValues<E>>[]): Promise<readonly FieldProblems[]>
  /** Further columns, computed from the fields. */
  derive?(values: EntityValues<E>, source: Source): Readonly<Record<string, unknown>>
  /** Writes related rows; returns the changes of other rows for the history. */
  afterWrite?(write: Write, rows: readonly SavedRow<EntityValues<E>>[]): Promise<readonly Change[]>
}

/** A hook for all rows of a write, from one for a single row. */
export const perRow =
  <Row, Result>(one: (write: Write, row: Row) => Promise<Result>) =>
  async (write: Write, rows: readonly Row[]): Promise<readonly Result[]> => {
    const results: Result[] = []
    for (const row of rows) results.push(await one(write, row))
    return results
  }
