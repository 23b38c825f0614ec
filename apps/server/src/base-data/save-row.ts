import { sql } from 'kysely'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import { type FieldProblems, ownerFieldOf, type PlainValues, readValues } from '@tanker/contract/base-data/define-entity'
import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/text'
import { type Change, type ChangeAction, type Changer, recordChanges } from '../changes/record-change.ts'
import { errors } from '../http/errors.ts'
import { deleteRow, findRow, insertRow, ownerOf, referencesTo, setDefaultTruck, updateRow, withinInt } from './entity-rows.ts'
import type { EntityTable } from './entity-table.ts'

/** The user and the database. Each function below writes the change and its history in one transaction. */
export type Saver = { readonly db: ScopedDb; readonly changer: Changer }

const NO_COMPANY: Text = { zh: '没有找到所选组织，请重新选择。', en: 'The organisation was not found. Please choose again.' }
const OTHERS: Text = { zh: '其他资料', en: 'other rows' }
const NO_TRUCK: Text = { zh: '没有找到所选车辆，请重新选择。', en: 'The truck was not found. Please choose again.' }
const TRUCK_TAKEN: Text = {
  zh: '该车辆已有默认驾驶员，请先在其资料中取消。',
  en: 'This truck already has a default driver. Remove that driver first.',
}

const numbers = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Problems that the declaration cannot find: references to rows the user may not see. */
export async function foreignFields(db: ScopedDb, table: EntityTable, values: PlainValues, id: number | null): Promise<FieldProblems> {
  const problems: Record<string, Text> = {}
  for (const [name, { kind }] of Object.entries(table.entity.fields)) {
    if (kind === 'company' && (values[name] ?? null) !== null) {
      const company = await db
        .companies()
        .where('company.id', '=', withinInt(numbers(values[name])))
        .select('company.id')
        .executeTakeFirst()
      if (!company) problems[name] = NO_COMPANY
    }
    const truckId = values[name] ?? null
    if (kind !== 'truck' || truckId === null) continue
    const truck = await db
      .from('truck')
      .where('truck.id', '=', withinInt(numbers(truckId)))
      .select('truck.driver_id')
      .forUpdate()
      .executeTakeFirst()
    if (!truck) problems[name] = NO_TRUCK
    else if (name === table.truckField && truck.driver_id !== null && truck.driver_id !== id) problems[name] = TRUCK_TAKEN
  }
  return { ...(await table.refuse?.(db, values, id)), ...problems }
}

/** The field whose unique index was violated; null for other errors. */
export function takenField(error: unknown, { entity, uniqueBy }: EntityTable): FieldProblems | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  const field = code === '23505' ? uniqueBy[constraint ?? ''] : undefined
  const text = entity.unique.find((one) => one.field === field)?.text
  return field === undefined || text === undefined ? null : { [field]: text }
}

const inTransaction = <T>({ lock }: EntityTable, { db }: Saver, run: (db: Db, mine: ScopedDb) => Promise<T>): Promise<T> =>
  db.unscoped.transaction().execute(async (transaction) => {
    await lock?.(transaction)
    return run(transaction, scoped(transaction, db.scope))
  })

/** Turns a uniqueness violation into the message of its field. */
const orTaken = async <T>(table: EntityTable, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    const taken = takenField(error, table)
    throw taken ? errors.fieldsRefused(taken) : error
  }
}

function rightValues({ entity }: EntityTable, given: Readonly<Record<string, unknown>>): PlainValues {
  const read = readValues(entity, given)
  if ('problems' in read) throw errors.fieldsRefused(read.problems)
  return read.values as PlainValues
}

/** Adds a row inside a transaction, without history, and returns its id. */
export async function addRow(db: Db, table: EntityTable, values: PlainValues): Promise<number> {
  const id = await insertRow(db, table, values)
  if (table.truckField !== null) await setDefaultTruck(db, id, (values[table.truckField] as number | null | undefined) ?? null)
  await table.keep?.(db, id, values, null)
  return id
}

/** Adds a row from form values; `also` runs with the new row in the same transaction. */
export const createRow = (
  table: EntityTable,
  given: Readonly<Record<string, unknown>>,
  saver: Saver,
  also?: (db: Db, id: number) => Promise<void>,
): Promise<EntityRow> =>
  orTaken(table, () =>
    inTransaction(table, saver, async (db, mine) => {
      const values = rightValues(table, given)
      await table.guard?.(mine, null, values)
      const foreign = await foreignFields(mine, table, values, null)
      if (Object.keys(foreign).length > 0) throw errors.fieldsRefused(foreign)
      const id = await addRow(db, table, values)
      await also?.(db, id)
      const others = await table.follow?.(db, saver.changer, { id, before: null, after: values })
      await record(db, table, saver, { id, action: 'create', old: null, fresh: values }, others)
      return { id, version: 1, values }
    }),
  )

/** Changes a row; refused with the current row if it changed since `version`. */
export const changeRow = (
  table: EntityTable,
  { id, version }: { readonly id: number; readonly version: number },
  given: Readonly<Record<string, unknown>>,
  saver: Saver,
): Promise<EntityRow> =>
  orTaken(table, () =>
    inTransaction(table, saver, async (db, mine) => {
      const current = await findRow(mine, table, id, true)
      if (!current) throw errors.rowNotFound()
      const values = rightValues(table, given)
      if (current.version !== version) throw errors.rowChanged({ current, by: await lastChanger(mine, table, id) })
      await table.guard?.(mine, id, values)
      const foreign = { ...settledFields(table, current.values, values), ...(await foreignFields(mine, table, values, id)) }
      if (Object.keys(foreign).length > 0) throw errors.fieldsRefused(foreign)
      if (isSame(current.values, values)) return current
      await updateRow(db, table, id, values)
      const truckId = table.truckField === null ? null : values[table.truckField]
      if (table.truckField !== null && truckId !== current.values[table.truckField])
        await setDefaultTruck(db, id, (truckId as number | null | undefined) ?? null)
      await table.keep?.(db, id, values, current.values)
      const others = await table.follow?.(db, saver.changer, { id, before: current.values, after: values })
      await record(db, table, saver, { id, action: 'change', old: current.values, fresh: values }, others)
      return { id, version: version + 1, values }
    }),
  )

/** Enables or disables a row; no effect if it already is. */
export const setStatus = (table: EntityTable, id: number, status: 'enabled' | 'disabled', saver: Saver): Promise<EntityRow> =>
  inTransaction(table, saver, async (db, mine) => {
    const current = await findRow(mine, table, id, true)
    if (!current) throw errors.rowNotFound()
    if (current.values['status'] === status) return current
    const values = { ...current.values, status }
    await table.guard?.(mine, id, values)
    const refused = (await table.refuse?.(mine, values, id)) ?? {}
    if (Object.keys(refused).length > 0) throw errors.fieldsRefused(refused)
    await updateRow(db, table, id, values)
    await record(db, table, saver, { id, action: status === 'enabled' ? 'enable' : 'disable', old: current.values, fresh: values })
    return { id, version: current.version + 1, values }
  })

/** Deletes a row; refused while something refers to it. */
export const removeRow = (table: EntityTable, id: number, saver: Saver): Promise<void> =>
  inTransaction(table, saver, async (db, mine) => {
    // Locked, so that no new reference can be added until it is deleted.
    const current = await findRow(mine, table, id, true)
    if (!current) throw errors.rowNotFound()
    await table.guard?.(mine, id, null)
    const references = await referencesTo(mine, table, id)
    if (references.length > 0) throw errors.stillReferredTo(references)
    try {
      await deleteRow(db, table, id)
    } catch (error) {
      // References that are not in the list.
      if ((error as { code?: string }).code === '23503') throw errors.stillReferredTo([{ what: OTHERS, names: [] }])
      throw error
    }
    await record(db, table, saver, { id, action: 'delete', old: current.values, fresh: null })
  })

/** Moves rows to another organisation, all or none; skips those already there. Returns the number of moved rows. */
export const moveRows = (table: EntityTable, ids: readonly number[], companyId: number, saver: Saver): Promise<number> =>
  orTaken(table, () =>
    inTransaction(table, saver, async (db, mine) => {
      const owner = ownerFieldOf(table.entity)
      const changes: Change[] = []
      // Ordered by id, so that two moves of the same rows cannot deadlock.
      for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
        const current = await findRow(mine, table, id, true)
        if (!current) throw errors.rowNotFound()
        const values = { ...current.values, [owner]: companyId }
        const foreign = await foreignFields(mine, table, values, id)
        if (Object.keys(foreign).length > 0) throw errors.fieldsRefused(foreign)
        if (isSame(current.values, values)) continue
        await updateRow(db, table, id, values)
        await table.keep?.(db, id, values, current.values)
        changes.push({ entity: table.entity.key, rowId: id, companyId, action: 'change', old: current.values, new: values })
      }
      if (changes.length > 0) await recordChanges(db, saver.changer, changes)
      return changes.length
    }),
  )

/** Problems of fields that cannot be changed once saved. */
const settledFields = ({ entity }: EntityTable, before: PlainValues, values: PlainValues): FieldProblems =>
  Object.fromEntries(
    entity.settled
      .filter((name) => before[name] !== values[name])
      .map((name) => {
        const label = entity.fields[name]?.label ?? { zh: name, en: name }
        return [name, { zh: `${label.zh}保存后不能修改。`, en: `${label.en} cannot be changed once saved.` }]
      }),
  )

const isSame = (a: PlainValues, b: PlainValues): boolean => Object.keys(a).every((name) => a[name] === b[name])

type Recorded = { readonly id: number; readonly action: ChangeAction; readonly old: PlainValues | null; readonly fresh: PlainValues | null }

const record = async (
  db: Db,
  table: EntityTable,
  { changer }: Saver,
  { id, action, old, fresh }: Recorded,
  others: readonly Change[] = [],
): Promise<void> => {
  const values = fresh ?? old
  const companyId = table.owner && values ? await table.owner(db, values) : ownerOf(table, id, values)
  await recordChanges(db, changer, [...others, { entity: table.entity.key, rowId: id, companyId, action, old, new: fresh }])
}

/** Who changed the row last; empty for rows of an imported world. */
async function lastChanger(db: ScopedDb, { entity }: EntityTable, id: number): Promise<string> {
  const last = await db
    .from('change_log')
    .where('change_log.entity', '=', entity.key)
    .where('change_log.row_id', '=', String(id))
    .orderBy(sql.ref('change_log.id'), 'desc')
    .select('change_log.user_name')
    .limit(1)
    .executeTakeFirst()
  return last?.user_name ?? ''
}
