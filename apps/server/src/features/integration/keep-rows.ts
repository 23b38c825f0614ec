import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import { textProblemIn } from '@tanker/contract/input-bounds'
import type { BatchResult } from '@tanker/contract/integration'
import type { Db } from '@tanker/database/connection'
import { scoped } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import { applyChanges, ChangesRefused, type Problem, type ReportProblem, type WriteStages } from '../../base-data/apply-changes.ts'
import type { Change } from '../../platform/changes/record-change.ts'
import { inputProblem, namedProblem } from '../../platform/http/input-errors.ts'
import type { Sender } from '../../platform/access/integration-keys.ts'
import { type KnownThings, knownThings, ROW_PROBLEMS } from './known-things.ts'

type Table = 'slip' | 'meter_ticket' | 'station_gauge'

/** A row to save: the columns of its table, and the times and objects that must be matched again. */
export type Prepared = { readonly columns: Readonly<Record<string, unknown>>; readonly due: Due }
export type Due = { readonly truckId: number | null; readonly stationId: number | null; readonly from: Date; readonly to: Date }

/** A kind of rows sent by other systems. */
export type KindOfRows<R> = {
  readonly table: Table
  readonly numberColumn: 'slip_no' | 'ticket_no' | 'gauge_no'
  readonly schema: z.ZodType<R>
  numberOf(row: R): string
  plateOf(row: R): string
  placeCodesOf(row: R): readonly string[]
  /** Columns of a row with a valid shape; `wrong` gets each problem. */
  prepare(row: R, known: KnownThings, now: Date, wrong: (text: Text) => void): Prepared | null
  /** Child rows, written after the row. */
  keepParts?(db: Db, id: number, row: R, known: KnownThings): Promise<void>
}

export type BatchOptions = { readonly sender: Sender; readonly onlyGoodRows: boolean; readonly now: Date }

type Existing = {
  id: number
  number: string
  body: unknown
  truck_id: number | null
  trip_started_at: Date | null
  closed: boolean
} & Record<string, unknown>

/** A row that was read, with the stored row of its number. */
type Wanted<R> = {
  readonly index: number
  readonly row: R
  readonly number: string
  readonly body: object
  readonly prepared: Prepared
  readonly known: KnownThings
  readonly existing: Existing | undefined
  readonly isSame: boolean
}
type Kept<R> = Wanted<R> & { readonly id: number }

/**
 * Upserts a sender's rows by the sender's numbers: a new number creates a row, the same content changes nothing, other content
 * replaces it with the old in the history, unless the delivery is closed. All rows or none, or only the good ones.
 */
export async function keepRows<R>(db: Db, kind: KindOfRows<R>, raw: readonly unknown[], options: BatchOptions): Promise<BatchResult> {
  const { sender, onlyGoodRows, now } = options
  const numbers = new Map<number, string>()
  const saver = {
    db: scoped(db, { userId: sender.userId ?? 0, organisationId: sender.organisationId, customer: false }),
    writer: { id: sender.userId, userName: sender.name ?? '', keyId: sender.keyId, at: now },
  }
  const reported = (problems: readonly Problem[]): BatchResult['problems'] =>
    problems.map(({ index, text }) => ({ row: index + 1, number: numbers.get(index) ?? '', ...text })).toSorted((a, b) => a.row - b.row)
  try {
    const { written, problems } = await applyChanges(rowStages(kind, sender, numbers), saver, raw, {
      source: sender.keyId === null ? 'sheet' : 'api',
      onlyGoodRows,
    })
    const refused = new Set(problems.map(({ index }) => index)).size
    return { kept: true, ...countsOf(written), refused, problems: reported(problems) }
  } catch (error) {
    if (!(error instanceof ChangesRefused)) throw error
    return { kept: false, created: 0, updated: 0, unchanged: 0, refused: raw.length, problems: reported(error.problems) }
  }
}

const countsOf = (rows: readonly Wanted<unknown>[]) => ({
  created: rows.filter(({ existing }) => existing === undefined).length,
  updated: rows.filter(({ existing, isSame }) => existing !== undefined && !isSame).length,
  unchanged: rows.filter(({ isSame }) => isSame).length,
})

/** The stages of writing the rows of a sender; `numbers` gets the number of each row that could be read. */
const rowStages = <R>(kind: KindOfRows<R>, sender: Sender, numbers: Map<number, string>): WriteStages<unknown, Wanted<R>, Kept<R>> => ({
  /** Serialises calls with the same numbers. */
  async lock(db) {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${kind.table}), ${sender.organisationId})`.execute(db)
  },
  async read({ db, writer }, raw, report) {
    const read = readRows(kind, raw, numbers, report)
    const known = await knownThings(
      db,
      sender.organisationId,
      read.map(({ row }) => kind.plateOf(row)).filter((plate) => plate !== ''),
      read.flatMap(({ row }) => kind.placeCodesOf(row)),
    )
    const existing = await existingRows(
      db,
      kind,
      sender,
      read.map(({ number }) => number),
    )
    return read.flatMap(({ index, row, number }): Wanted<R>[] => {
      const prepared = kind.prepare(row, known, writer.at, (text) => report(index, text))
      if (prepared === null) return []
      const [body, stored] = [bodyOf(row), existing.get(number)]
      const isSame = stored !== undefined && isDeepStrictEqual(stored.body, body)
      return [{ index, row, number, body, prepared, known, existing: stored, isSame }]
    })
  },
  // The call admits the key or the user; what rows may name is limited by the sender's organisation (`knownThings`).
  authorize: () => Promise.resolve(),
  async validate(_, rows, report) {
    for (const { index, number, existing, isSame } of rows) if (existing?.closed && !isSame) report(index, ROW_PROBLEMS.closed(number))
  },
  reportsOnWrite: false,
  async write({ db }, rows) {
    const kept: Kept<R>[] = []
    for (const row of rows) kept.push({ ...row, id: row.existing && row.isSame ? row.existing.id : await keepRow(db, kind, row, sender) })
    return kept
  },
  async afterWrite({ db }, kept) {
    for (const { id, row, known, prepared, existing, isSame } of kept) {
      if (isSame) continue
      await kind.keepParts?.(db, id, row, known)
      await markDue(db, prepared.due)
      // Its former trip is summed again too, under the former truck.
      if (existing?.truck_id != null && existing.trip_started_at)
        await markDue(db, { truckId: existing.truck_id, stationId: null, from: existing.trip_started_at, to: existing.trip_started_at })
    }
    return []
  },
  audit: (_, kept, refused) => [
    ...kept.flatMap((row) => (row.existing === undefined || row.isSame ? [] : [changeOf(kind, row, row.existing)])),
    {
      entity: kind.table,
      // Counted over all rows of the request.
      rowId: 0,
      organisationId: sender.organisationId,
      action: sender.keyId === null ? 'import' : 'receive',
      old: null,
      new: { ...countsOf(kept), refused },
    },
  ],
  // The job that matches deliveries reads what is due.
  invalidates: null,
})

function changeOf<R>({ table }: KindOfRows<R>, { id, body, prepared }: Kept<R>, existing: Existing): Change {
  const organisationId = Number(prepared.columns['organisation_id'])
  return { entity: table, rowId: id, organisationId, action: 'change', old: existing.body as object as Change['old'], new: { ...body } }
}

function readRows<R>(
  kind: KindOfRows<R>,
  raw: readonly unknown[],
  numbers: Map<number, string>,
  report: ReportProblem,
): { index: number; row: R; number: string }[] {
  const seen = new Set<string>()
  return raw.flatMap((given, index) => {
    const problem = textProblemIn(given)
    if (problem) {
      report(index, namedProblem(problem))
      return []
    }
    const parsed = kind.schema.safeParse(given, { reportInput: true })
    if (!parsed.success) {
      report(index, inputProblem(parsed.error))
      return []
    }
    const number = kind.numberOf(parsed.data)
    numbers.set(index, number)
    if (seen.has(number)) {
      report(index, ROW_PROBLEMS.twiceInBatch(number))
      return []
    }
    seen.add(number)
    return [{ index, row: parsed.data, number }]
  })
}

/** As PostgreSQL returns it, for comparison. */
const bodyOf = (row: unknown): object => JSON.parse(JSON.stringify(row)) as object

async function existingRows<R>(
  db: Db,
  { table, numberColumn }: KindOfRows<R>,
  sender: Sender,
  numbers: readonly string[],
): Promise<Map<string, Existing>> {
  // Closed: a slip whose trip has ended, and everything of a signed handover.
  const ended = table === 'slip' ? sql`x.state = 'done'` : sql`false`
  const { rows } = await sql<Existing>`
    SELECT x.*, x.${sql.ref(numberColumn)} AS number, ${ended} OR EXISTS (SELECT FROM handover h WHERE h.truck_id = x.truck_id
      AND h.trip_started_at = x.trip_started_at AND h.status = 'signed') AS closed
    FROM ${sql.table(table)} x WHERE x.sender_id = ${sender.organisationId} AND x.${sql.ref(numberColumn)} = ANY (${numbers}::text[]) FOR UPDATE OF x`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.number, row]))
}

/** Adds or replaces a row and returns its id. */
async function keepRow<R>(db: Db, kind: KindOfRows<R>, { number, body, prepared, existing }: Wanted<R>, sender: Sender): Promise<number> {
  const values: Record<string, unknown> = { ...prepared.columns, body: JSON.stringify(body) }
  const names = Object.keys(values)
  const given = names.map((name) => sql`${values[name]}`)
  if (existing !== undefined) {
    const sets = sql.join(names.map((name, index) => sql`${sql.ref(name)} = ${given[index]}`))
    await sql`UPDATE ${sql.table(kind.table)} SET ${sets} WHERE id = ${existing.id}`.execute(db)
    return existing.id
  }
  const columns = sql.join(['sender_id', kind.numberColumn, ...names].map((name) => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`INSERT INTO ${sql.table(kind.table)} (${columns})
    VALUES (${sql.join([sql`${sender.organisationId}`, sql`${number}`, ...given])}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Marks the period around a time for matching and summing by the job. */
export async function markDue(db: Db, { truckId, stationId, from, to }: Due): Promise<void> {
  await db.insertInto('delivery_due').values({ truck_id: truckId, station_id: stationId, from_at: from, to_at: to }).execute()
}
