import type { Entity, FieldProblems, PlainValues } from '@tanker/contract/base-data/define-entity'
import type { FieldValue } from '@tanker/contract/base-data/fields'
import type { Db } from '@tanker/database/connection'
import type { Scope, ScopedDb, ScopedTable } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/text'
import type { RawBuilder } from 'kysely'
import type { Change, Changer } from '../changes/record-change.ts'

/** Rows of another table that name one of ours: it cannot be deleted while they are there. */
export type Reference = {
  /** SQL: the table or join; its company says who may hear of it. */
  readonly from: string
  readonly column: string
  readonly company: string
  /** The column that a person knows such a row by. */
  readonly shown: string
  readonly what: Text
}

/** A row as it was and as it is now; null before it was added. */
export type Saved = { readonly id: number; readonly before: PlainValues | null; readonly after: PlainValues }

/** Where an entity's rows lie. The declaration says what may stand in them. */
export type EntityTable = {
  readonly entity: Entity
  readonly table: ScopedTable | 'company'
  /** What all its rows have in common, where several entities share a table. */
  readonly fixed: Readonly<Record<string, string>>
  /** Columns by field; a field without one is kept elsewhere. */
  readonly columns: Readonly<Record<string, string>>
  /** Fields by the name of the unique index that guards them. */
  readonly uniqueBy: Readonly<Record<string, string>>
  readonly references: readonly Reference[]
  /** Its driver is kept with the truck. */
  readonly truckField: string | null
  /** Who must hear of a change; `context` unless told. */
  readonly tells?: 'context' | 'session'
  /** Rows are added by a call of their own, which takes more than the fields. */
  readonly ownCreate?: true
  /** SQL of the fields that are no column as they stand. */
  readonly computed?: (scope: Scope) => Readonly<Record<string, RawBuilder<FieldValue>>>
  /** Columns that are made of fields. */
  readonly made?: (values: PlainValues) => Readonly<Record<string, unknown>>
  /** Holds off others who change such rows, where one row's change is judged by the others. */
  readonly lock?: (db: Db) => Promise<void>
  /** Refuses what this user may not do with this row at all; `id` is null for a new one, `values` for one that is deleted. */
  readonly guard?: (db: ScopedDb, id: number | null, values: PlainValues | null) => Promise<void>
  /** What only the database knows to be wrong. `id` is null for a new row. */
  readonly refuse?: (db: ScopedDb, values: PlainValues, id: number | null) => Promise<FieldProblems>
  /** Writes what is kept beside the row, once that is written. `before` is null for a new row. */
  readonly keep?: (db: Db, id: number, values: PlainValues, before: PlainValues | null) => Promise<void>
  /** Turns what a sheet says in words into what the fields read, such as the name of a place into its id. */
  readonly fromSheet?: (db: ScopedDb, line: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>
  /** Whose a row is, where no field of the form says so. */
  readonly owner?: (db: Db, values: PlainValues) => Promise<number>
  /** What else follows for other rows when one was added or changed, in the same transaction; answers their changes for the history. */
  readonly follow?: (db: Db, changer: Changer, saved: Saved) => Promise<readonly Change[]>
}
