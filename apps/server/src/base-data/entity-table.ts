import type { Entity, FieldProblems, PlainValues } from '@tanker/contract/base-data/define-entity'
import type { FieldValue } from '@tanker/contract/base-data/fields'
import type { Db } from '@tanker/database/connection'
import type { Scope, ScopedDb, ScopedTable } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/text'
import type { RawBuilder } from 'kysely'
import type { Change, Changer } from '../changes/record-change.ts'

/** Rows of another table that refer to a row, which cannot be deleted while they exist. */
export type Reference = {
  /** SQL: the table or join; its company decides who may see the reference. */
  readonly from: string
  readonly column: string
  readonly company: string
  /** The column with the name of such a row. */
  readonly shown: string
  readonly what: Text
}

/** A row as it was and as it is now; null before it was added. */
export type Saved = { readonly id: number; readonly before: PlainValues | null; readonly after: PlainValues }

/** How an entity's rows are stored. The declaration has the rules for their values. */
export type EntityTable = {
  readonly entity: Entity
  readonly table: ScopedTable | 'company'
  /** Column values common to all its rows, when several entities share a table. */
  readonly fixed: Readonly<Record<string, string>>
  /** Columns by field; a field without one is stored elsewhere. */
  readonly columns: Readonly<Record<string, string>>
  /** Fields by the name of the unique index that guards them. */
  readonly uniqueBy: Readonly<Record<string, string>>
  readonly references: readonly Reference[]
  /** The field with the driver's truck; the driver is stored with the truck. */
  readonly truckField: string | null
  /** Bus topic notified of a change; default `context`. */
  readonly notifies?: 'context' | 'session'
  /** Rows are added by a separate call, which has more than the fields. */
  readonly ownCreate?: true
  /** SQL of fields that are not plain columns. */
  readonly computed?: (scope: Scope) => Readonly<Record<string, RawBuilder<FieldValue>>>
  /** Columns computed from the fields. */
  readonly made?: (values: PlainValues) => Readonly<Record<string, unknown>>
  /** Serialises changes of such rows, where the check of one row depends on the others. */
  readonly lock?: (db: Db) => Promise<void>
  /** Refuses changes this user may not make to this row; `id` is null for a new row, `values` for a deletion. */
  readonly guard?: (db: ScopedDb, id: number | null, values: PlainValues | null) => Promise<void>
  /** Problems that only the database can find. `id` is null for a new row. */
  readonly refuse?: (db: ScopedDb, values: PlainValues, id: number | null) => Promise<FieldProblems>
  /** Writes related rows after the row itself. `before` is null for a new row. */
  readonly keep?: (db: Db, id: number, values: PlainValues, before: PlainValues | null) => Promise<void>
  /** Converts names in a sheet to field values, such as the name of a place to its id. */
  readonly fromSheet?: (db: ScopedDb, line: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>
  /** The organisation of a row, if no field of the form has it. */
  readonly owner?: (db: Db, values: PlainValues) => Promise<number>
  /** Updates other rows after an addition or change, in the same transaction; returns their changes for the history. */
  readonly follow?: (db: Db, changer: Changer, saved: Saved) => Promise<readonly Change[]>
}
