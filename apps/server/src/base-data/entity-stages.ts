import { type FieldProblems, type PlainValues, readValues } from '@tanker/contract/base-data/define-entity'
import { type FieldValue, WrongValue } from '@tanker/contract/base-data/fields'
import { maskedValues, unmaskedValues } from '@tanker/contract/base-data/masked-fields'
import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import type { Change, ChangeAction } from '../platform/changes/record-change.ts'
import { errors } from '../platform/http/errors.ts'
import type { ReportProblem, Source, Write, WriteStages } from './apply-changes.ts'
import { deleteRow, findRow, inBatches, insertRows, lastChanger, referencesTo, updateRow, withinInt } from './entity-rows.ts'
import type { ChangedRow, EntityTable, RowChange } from './entity-table.ts'
import { baseDataErrors } from './base-data-errors.ts'

type GivenValues = Readonly<Record<string, unknown>>

/** A requested change of one row. */
export type Requested =
  | { readonly add: GivenValues }
  /** A whole form; refused if the row changed since this version was read. */
  | { readonly change: number; readonly version: number; readonly values: GivenValues }
  /** Some fields; the others stay as they are. */
  | { readonly change: number; readonly set: GivenValues }
  | { readonly remove: number }
  /** A row that cannot be read, with its problems, so that the other rows are checked too. */
  | { readonly unreadable: readonly Text[] }
  /** A row with cells that cannot be read, so that its other cells are checked too. */
  | { readonly unreadableCells: readonly { readonly field: string; readonly text: Text }[]; readonly add: GivenValues }

type Wanted = RowChange & { readonly index: number; readonly version: number }
type Added = Wanted & { readonly after: PlainValues }
/** A written row; `after` is null if it was deleted. */
export type Written = RowChange & { readonly index: number; readonly id: number; readonly version: number; readonly organisationId: number }

const OTHERS: Text = { zh: '其他资料', en: 'other rows' }
const NO_ORGANISATION: Text = { zh: '没有找到所选组织，请重新选择。', en: 'The organisation was not found. Please choose again.' }
const NO_TRUCK: Text = { zh: '没有找到所选车辆，请重新选择。', en: 'The truck was not found. Please choose again.' }

/** The stages of writing the rows of an entity, from its declaration and its table. */
export const entityStages = (table: EntityTable): WriteStages<Requested, Wanted, Written> => ({
  async lock(db) {
    if (table.lockKey !== undefined) await sql`SELECT pg_advisory_xact_lock(${table.lockKey}::bigint)`.execute(db)
  },
  async read(write, requests, report) {
    const wanted: Wanted[] = []
    for (const [index, request] of requests.entries()) {
      const row = await readRequest(write, table, request, (text, field) => report(index, text, field))
      if (row) wanted.push({ index, ...row })
    }
    return wanted
  },
  async authorize(write, wanted) {
    await table.authorize?.(write, wanted)
  },
  validate: (write, wanted, report) => validate(write, table, wanted, report),
  reportsOnWrite: true,
  write: (write, wanted, report) => writeRows(write, table, wanted, report),
  afterWrite: (write, written, report) => afterWrite(write, table, written, report),
  audit: ({ source }, written) => written.map((row) => recorded(table, row, source)),
  invalidates: table.notifies ?? 'context',
})

async function readRequest(
  { mine }: Write,
  table: EntityTable,
  request: Requested,
  report: (text: Text, field?: string) => void,
): Promise<Omit<Wanted, 'index'> | null> {
  const reportAll = (problems: FieldProblems): null => {
    for (const [field, text] of Object.entries(problems)) report(text, field)
    return null
  }
  if ('unreadable' in request) {
    for (const text of request.unreadable) report(text)
    return null
  }
  if ('unreadableCells' in request) {
    const read = readValues(table.entity, request.add)
    const others = 'problems' in read ? read.problems : {}
    return reportAll({ ...others, ...Object.fromEntries(request.unreadableCells.map(({ field, text }) => [field, text])) })
  }
  if ('add' in request) {
    const read = readValues(table.entity, request.add)
    return 'problems' in read ? reportAll(read.problems) : { id: null, version: 0, before: null, after: read.values }
  }
  const current = await findRow(mine, table, 'remove' in request ? request.remove : request.change, true)
  if (!current) throw errors.rowNotFound()
  const { id, version, values: before } = current
  if ('remove' in request) return { id, version, before, after: null }
  if ('set' in request) {
    const changed = changedValues(table, before, unmaskedValues(table.entity.fields, request.set, before))
    return 'problems' in changed ? reportAll(changed.problems) : { id, version, before, after: changed.values }
  }
  const read = readValues(table.entity, unmaskedValues(table.entity.fields, request.values, before))
  if ('problems' in read) return reportAll(read.problems)
  if (version !== request.version) {
    const shown = { ...current, values: maskedValues(table.entity.fields, before) }
    throw baseDataErrors.rowChanged({ current: shown, by: await lastChanger(mine, table, id) })
  }
  return { id, version, before, after: read.values }
}

/** The values with some of them changed, by all rules. A rule that the row already broke in another field does not refuse the change. */
function changedValues(
  { entity }: EntityTable,
  before: PlainValues,
  set: GivenValues,
): { readonly values: PlainValues } | { readonly problems: FieldProblems } {
  const read = readValues(entity, { ...before, ...set })
  if ('problems' in read) {
    const former = readValues(entity, before)
    const known = 'problems' in former ? former.problems : {}
    const fresh = Object.entries(read.problems).filter(([field]) => field in set || !(field in known))
    if (fresh.length > 0) return { problems: Object.fromEntries(fresh) }
  }
  const values: Record<string, FieldValue> = { ...before }
  for (const [name, given] of Object.entries(set)) {
    const value = entity.fields[name]?.read(given)
    if (value !== undefined && !(value instanceof WrongValue)) values[name] = value
  }
  return { values }
}

async function validate(write: Write, table: EntityTable, wanted: readonly Wanted[], report: ReportProblem): Promise<void> {
  for (const { id, after } of wanted) {
    if (after !== null || id === null) continue
    const references = await referencesTo(write.mine, table, id)
    if (references.length > 0) throw baseDataErrors.stillReferredTo(references)
  }
  const rows = wanted.flatMap((row) => (row.after === null ? [] : [{ ...row, after: row.after }]))
  const known = await knownIds(write, table, rows)
  const own = (await table.validate?.(write, rows)) ?? []
  for (const [position, row] of rows.entries()) {
    const problems = { ...settledFields(table, row), ...own[position], ...unknownIds(table, row, known) }
    for (const [field, text] of Object.entries(problems)) report(row.index, text, field)
  }
}

type Known = Readonly<Record<'organisation' | 'truck', ReadonlySet<number>>>

/** The ids of organisations and trucks that a change sets. Unchanged ones stay valid, even if they now belong to another organisation. */
const idsSet = ({ entity }: EntityTable, { before, after }: ChangedRow, kind: keyof Known): [string, number][] =>
  Object.keys(entity.fields).flatMap((name): [string, number][] => {
    const id = after[name]
    return entity.fields[name]?.kind === kind && typeof id === 'number' && before?.[name] !== id ? [[name, id]] : []
  })

/** Those that the writer may refer to. Trucks are locked, so that they stay until the commit. */
async function knownIds({ mine }: Write, table: EntityTable, rows: readonly ChangedRow[]): Promise<Known> {
  const wanted = (kind: keyof Known): number[] => [
    ...new Set(rows.flatMap((row) => idsSet(table, row, kind).map(([, id]) => withinInt(id)))),
  ]
  const [organisationIds, truckIds] = [wanted('organisation'), wanted('truck')]
  const isAmong = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = ANY (${ids}::int[])`
  const organisations =
    organisationIds.length === 0
      ? []
      : await mine.organisations().where(isAmong('organisation.id', organisationIds)).select('organisation.id').execute()
  const trucks =
    truckIds.length === 0
      ? []
      : await mine.from('truck').where(isAmong('truck.id', truckIds)).select('truck.id').orderBy('truck.id').forUpdate().execute()
  return { organisation: new Set(organisations.map(({ id }) => id)), truck: new Set(trucks.map(({ id }) => id)) }
}

const unknownIds = (table: EntityTable, row: ChangedRow, known: Known): FieldProblems =>
  Object.fromEntries([
    ...idsSet(table, row, 'organisation').flatMap(([name, id]): [string, Text][] =>
      known.organisation.has(id) ? [] : [[name, NO_ORGANISATION]],
    ),
    ...idsSet(table, row, 'truck').flatMap(([name, id]): [string, Text][] => (known.truck.has(id) ? [] : [[name, NO_TRUCK]])),
  ])

/** Problems of fields that cannot be changed once saved. */
const settledFields = ({ entity }: EntityTable, { before, after }: ChangedRow): FieldProblems =>
  Object.fromEntries(
    entity.settled
      .filter((name) => before !== null && before[name] !== after[name])
      .map((name) => {
        const label = entity.fields[name]?.label ?? { zh: name, en: name }
        return [name, { zh: `${label.zh}保存后不能修改。`, en: `${label.en} cannot be changed once saved.` }]
      }),
  )

const isSame = (a: PlainValues, b: PlainValues): boolean => Object.keys(a).every((name) => a[name] === b[name])

async function writeRows({ db, source }: Write, table: EntityTable, wanted: readonly Wanted[], report: ReportProblem): Promise<Written[]> {
  const written: Written[] = []
  for (const row of wanted) {
    const { index, id, version, before, after } = row
    if (id === null || before === null) continue
    if (after === null) {
      written.push({ index, id, version, before, after, organisationId: await removed(db, table, id) })
      continue
    }
    if (isSame(before, after)) continue
    const saved = await orTaken(db, table, () => updateRow(db, table, id, after, source))
    if ('taken' in saved) reportTaken(index, saved.taken, report)
    else written.push({ index, id, version: version + 1, before, after, organisationId: saved.result })
  }
  const added = wanted.flatMap((row): Added[] => (row.id === null && row.after !== null ? [{ ...row, after: row.after }] : []))
  for (const some of inBatches(added)) written.push(...(await insert(db, table, some, source, report)))
  return written
}

/** Adds rows in one statement; if a unique index refuses one of them, each alone, so that all problems are reported. */
async function insert(db: Db, table: EntityTable, rows: readonly Added[], source: Source, report: ReportProblem): Promise<Written[]> {
  const values = rows.map(({ after }) => after)
  const saved = await orTaken(db, table, () => insertRows(db, table, values, source))
  if ('result' in saved)
    return saved.result.flatMap(({ id, organisationId }, position): Written[] => {
      const row = rows[position]
      return row ? [{ index: row.index, id, organisationId, version: 1, before: null, after: row.after }] : []
    })
  const [row] = rows
  if (rows.length === 1 && row) {
    reportTaken(row.index, saved.taken, report)
    return []
  }
  const written: Written[] = []
  for (const one of rows) written.push(...(await insert(db, table, [one], source, report)))
  return written
}

/** The related rows. They too may violate a unique index, such as the name of an organisation below the one that it is placed in. */
async function afterWrite(
  write: Write,
  table: EntityTable,
  written: readonly Written[],
  report: ReportProblem,
): Promise<readonly Change[]> {
  const saved = written.flatMap((row) => (row.after === null ? [] : [{ ...row, after: row.after }]))
  if (!table.afterWrite || saved.length === 0) return []
  const done = await orTaken(write.db, table, async () => (await table.afterWrite?.(write, saved)) ?? [])
  if ('result' in done) return done.result
  const [row] = saved
  if (saved.length === 1 && row) reportTaken(row.index, done.taken, report)
  else for (const one of saved) await afterWrite(write, table, [one], report)
  return []
}

const reportTaken = (index: number, taken: FieldProblems, report: ReportProblem): void => {
  for (const [field, text] of Object.entries(taken)) report(index, text, field)
}

/** A violated unique index must not abort the transaction, so that the other rows are checked too. */
async function orTaken<T>(
  db: Db,
  { entity, uniqueBy }: EntityTable,
  run: () => Promise<T>,
): Promise<{ readonly result: T } | { readonly taken: FieldProblems }> {
  await sql`SAVEPOINT before_rows`.execute(db)
  try {
    const result = await run()
    await sql`RELEASE SAVEPOINT before_rows`.execute(db)
    return { result }
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const field = code === '23505' ? uniqueBy[constraint ?? ''] : undefined
    const text = entity.unique.find((one) => one.field === field)?.text
    if (field === undefined || text === undefined) throw error
    await sql`ROLLBACK TO SAVEPOINT before_rows`.execute(db)
    return { taken: { [field]: text } }
  }
}

async function removed(db: Db, table: EntityTable, id: number): Promise<number> {
  try {
    return await deleteRow(db, table, id)
  } catch (error) {
    // References that are not in the list.
    if ((error as { code?: string }).code === '23503') throw baseDataErrors.stillReferredTo([{ what: OTHERS, names: [] }])
    throw error
  }
}

const recorded = ({ entity }: EntityTable, { id, before, after, organisationId }: Written, source: Source): Change => ({
  entity: entity.key,
  rowId: id,
  organisationId,
  action: actionOf(before, after, source),
  old: before,
  new: after,
})

function actionOf(before: PlainValues | null, after: PlainValues | null, source: Source): ChangeAction {
  if (after === null) return 'delete'
  if (before === null) return source === 'sheet' || source === 'world' ? 'import' : 'create'
  if (source !== 'status') return 'change'
  return after['status'] === 'enabled' ? 'enable' : 'disable'
}
