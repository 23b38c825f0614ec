import type { EntityRow } from '@tanker/contract/base-data/calls'
import { ownerFieldOf } from '@tanker/contract/base-data/define-entity'
import type { Db } from '@tanker/database/connection'
import { errors } from '../platform/http/errors.ts'
import { applyChanges, ChangesRefused, type Saver, type Source } from './apply-changes.ts'
import { findRow } from './entity-rows.ts'
import { entityStages, type Requested, type Written } from './entity-stages.ts'
import type { EntityTable } from './entity-table.ts'

type GivenValues = Readonly<Record<string, unknown>>

/** Applies the changes of a form, whose refusal has the problems by field. */
async function apply(
  table: EntityTable,
  saver: Saver,
  requests: readonly Requested[],
  source: Source,
  also?: (db: Db, written: readonly Written[]) => Promise<void>,
): Promise<readonly Written[]> {
  try {
    const { written } = await applyChanges(entityStages(table), saver, requests, { source, ...(also ? { also } : {}) })
    return written
  } catch (error) {
    if (!(error instanceof ChangesRefused)) throw error
    throw errors.fieldsRefused(Object.fromEntries(error.problems.map(({ field, text }) => [field, text])))
  }
}

/** The row as it is now; `id` is its own if nothing was changed. */
async function rowAfter(table: EntityTable, { db }: Saver, id: number, [row]: readonly Written[]): Promise<EntityRow> {
  if (row && row.after !== null) return { id: row.id, version: row.version, values: row.after }
  const current = await findRow(db, table, id)
  if (!current) throw errors.rowNotFound()
  return current
}

/** Adds a row from form values; `also` runs with the new row in the same transaction. */
export async function createRow(
  table: EntityTable,
  given: GivenValues,
  saver: Saver,
  also?: (db: Db, id: number) => Promise<void>,
): Promise<EntityRow> {
  const written = await apply(table, saver, [{ add: given }], 'form', async (db, rows) => {
    for (const { id } of rows) await also?.(db, id)
  })
  return rowAfter(table, saver, 0, written)
}

/** Adds several rows, all or none; `also` runs with them in the same transaction. */
export async function createRows(
  table: EntityTable,
  given: readonly GivenValues[],
  saver: Saver,
  also: (db: Db, ids: readonly number[]) => Promise<void>,
): Promise<void> {
  await apply(
    table,
    saver,
    given.map((add) => ({ add })),
    'form',
    (db, rows) =>
      also(
        db,
        rows.map(({ id }) => id),
      ),
  )
}

/** Changes a row; refused with the current row if it changed since `version`. */
export const changeRow = async (
  table: EntityTable,
  { id, version }: { readonly id: number; readonly version: number },
  given: GivenValues,
  saver: Saver,
): Promise<EntityRow> => rowAfter(table, saver, id, await apply(table, saver, [{ change: id, version, values: given }], 'form'))

/** Enables or disables a row; no effect if it already is. */
export const setStatus = async (table: EntityTable, id: number, status: 'enabled' | 'disabled', saver: Saver): Promise<EntityRow> =>
  rowAfter(table, saver, id, await apply(table, saver, [{ change: id, set: { status } }], 'status'))

/** Deletes a row; refused while something refers to it. */
export async function removeRow(table: EntityTable, id: number, saver: Saver): Promise<void> {
  await apply(table, saver, [{ remove: id }], 'form')
}

/** Moves rows to another organisation, all or none; skips those already there. Returns the number of moved rows. */
export async function moveRows(table: EntityTable, ids: readonly number[], organisationId: number, saver: Saver): Promise<number> {
  const set = { [ownerFieldOf(table.entity)]: organisationId }
  // Ordered by id, so that two moves of the same rows cannot deadlock.
  const ordered = [...new Set(ids)].toSorted((a, b) => a - b)
  const written = await apply(
    table,
    saver,
    ordered.map((id) => ({ change: id, set })),
    'move',
  )
  return written.length
}
