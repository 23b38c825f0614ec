import { isDeepStrictEqual } from 'node:util'
import { type Transaction, sql } from 'kysely'
import type { z } from 'zod'
import { textProblemIn } from '@tanker/contract/input-bounds'
import type { BatchResult } from '@tanker/contract/integration'
import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'
import type { Text } from '@tanker/domain/text'
import { type Change, recordChanges } from '../changes/record-change.ts'
import { inputProblem, namedProblem } from '../http/input-errors.ts'
import type { Sender } from './integration-keys.ts'
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
  keepParts?(db: Transaction<Database>, id: number, row: R, known: KnownThings): Promise<void>
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
type Good<R> = { readonly index: number; readonly row: R; readonly number: string; readonly body: object; readonly prepared: Prepared }

/** Thrown to roll back the transaction; its result is already recorded. */
class NothingKept extends Error {}

/**
 * Upserts a sender's rows by the sender's numbers: a new number creates a row, the same content changes nothing, other content
 * replaces it with the old in the history, unless the delivery is closed. All rows or none, or only the good ones.
 */
export async function keepRows<R>(db: Db, kind: KindOfRows<R>, raw: readonly unknown[], options: BatchOptions): Promise<BatchResult> {
  const { sender, onlyGoodRows, now } = options
  const problems: BatchResult['problems'] = []
  const wrong = (index: number, number: string, text: Text): void => void problems.push({ row: index + 1, number, ...text })
  const read = readRows(kind, raw, wrong)
  const known = await knownThings(
    db,
    sender.companyId,
    read.map(({ row }) => kind.plateOf(row)).filter((plate) => plate !== ''),
    read.flatMap(({ row }) => kind.placeCodesOf(row)),
  )
  const good: Good<R>[] = []
  for (const { index, row, number } of read) {
    const before = problems.length
    const prepared = kind.prepare(row, known, now, (text) => wrong(index, number, text))
    if (prepared !== null && problems.length === before) good.push({ index, row, number, body: bodyOf(row), prepared })
  }
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const result = (kept: boolean): BatchResult => ({
    kept,
    ...(kept ? counts : { created: 0, updated: 0, unchanged: 0 }),
    refused: kept ? new Set(problems.map(({ row }) => row)).size : raw.length,
    problems: problems.toSorted((a, b) => a.row - b.row),
  })
  if (problems.length > 0 && !onlyGoodRows) return result(false)
  try {
    await db.transaction().execute(async (transaction) => {
      // Serialises calls with the same numbers.
      await sql`SELECT pg_advisory_xact_lock(hashtext(${kind.table}), ${sender.companyId})`.execute(transaction)
      const existing = await existingRows(
        transaction,
        kind,
        sender,
        good.map(({ number }) => number),
      )
      const changes: Change[] = []
      for (const one of good) {
        const known_ = existing.get(one.number)
        if (known_ !== undefined && isDeepStrictEqual(known_.body, one.body)) counts.unchanged += 1
        else if (known_?.closed) wrong(one.index, one.number, ROW_PROBLEMS.closed(one.number))
        else {
          counts[known_ === undefined ? 'created' : 'updated'] += 1
          const changed = await keepRow(transaction, kind, one, known_, known, sender)
          if (changed !== null) changes.push(changed)
        }
      }
      if (problems.length > 0 && !onlyGoodRows) throw new NothingKept()
      await recordChanges(transaction, { id: sender.userId, userName: sender.name ?? '', keyId: sender.keyId, at: now }, [
        ...changes,
        {
          entity: kind.table,
          // Counted over all rows of the request.
          rowId: 0,
          companyId: sender.companyId,
          action: sender.keyId === null ? 'import' : 'receive',
          old: null,
          new: { ...counts, refused: raw.length - counts.created - counts.updated - counts.unchanged },
        },
      ])
    })
  } catch (error) {
    if (!(error instanceof NothingKept)) throw error
    return result(false)
  }
  return result(true)
}

function readRows<R>(
  kind: KindOfRows<R>,
  raw: readonly unknown[],
  wrong: (index: number, number: string, text: Text) => void,
): { index: number; row: R; number: string }[] {
  const numbers = new Set<string>()
  return raw.flatMap((given, index) => {
    const problem = textProblemIn(given)
    if (problem) {
      wrong(index, '', namedProblem(problem))
      return []
    }
    const parsed = kind.schema.safeParse(given, { reportInput: true })
    if (!parsed.success) {
      wrong(index, '', inputProblem(parsed.error))
      return []
    }
    const number = kind.numberOf(parsed.data)
    if (numbers.has(number)) {
      wrong(index, number, ROW_PROBLEMS.twiceInBatch(number))
      return []
    }
    numbers.add(number)
    return [{ index, row: parsed.data, number }]
  })
}

/** As PostgreSQL returns it, for comparison. */
const bodyOf = (row: unknown): object => JSON.parse(JSON.stringify(row)) as object

async function existingRows<R>(
  db: Transaction<Database>,
  { table, numberColumn }: KindOfRows<R>,
  sender: Sender,
  numbers: readonly string[],
): Promise<Map<string, Existing>> {
  // Closed: a slip whose trip has ended, and everything of a signed handover.
  const ended = table === 'slip' ? sql`x.state = 'done'` : sql`false`
  const { rows } = await sql<Existing>`
    SELECT x.*, x.${sql.ref(numberColumn)} AS number, ${ended} OR EXISTS (SELECT FROM handover h WHERE h.truck_id = x.truck_id
      AND h.trip_started_at = x.trip_started_at AND h.status = 'signed') AS closed
    FROM ${sql.table(table)} x WHERE x.sender_id = ${sender.companyId} AND x.${sql.ref(numberColumn)} = ANY (${numbers}::text[]) FOR UPDATE OF x`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.number, row]))
}

/** Writes a row; returns the changes of an existing one. */
async function keepRow<R>(
  db: Transaction<Database>,
  kind: KindOfRows<R>,
  { row, number, body, prepared }: Good<R>,
  existing: Existing | undefined,
  known: KnownThings,
  sender: Sender,
): Promise<Change | null> {
  const values: Record<string, unknown> = { ...prepared.columns, body: JSON.stringify(body) }
  const names = Object.keys(values)
  const given = names.map((name) => sql`${values[name]}`)
  let id = existing?.id
  if (id === undefined) {
    const columns = sql.join(['sender_id', kind.numberColumn, ...names].map((name) => sql.ref(name)))
    const { rows } = await sql<{ id: number }>`INSERT INTO ${sql.table(kind.table)} (${columns})
      VALUES (${sql.join([sql`${sender.companyId}`, sql`${number}`, ...given])}) RETURNING id`.execute(db)
    id = rows[0]?.id ?? 0
  } else {
    const sets = sql.join(names.map((name, index) => sql`${sql.ref(name)} = ${given[index]}`))
    await sql`UPDATE ${sql.table(kind.table)} SET ${sets} WHERE id = ${id}`.execute(db)
  }
  await kind.keepParts?.(db, id, row, known)
  await markDue(db, prepared.due)
  // Its former trip is summed again too, under the former truck.
  if (existing?.truck_id != null && existing.trip_started_at)
    await markDue(db, { truckId: existing.truck_id, stationId: null, from: existing.trip_started_at, to: existing.trip_started_at })
  if (existing === undefined) return null
  const companyId = Number(prepared.columns['company_id'])
  return { entity: kind.table, rowId: id, companyId, action: 'change', old: existing.body as object as Change['old'], new: { ...body } }
}

/** Marks the period around a time for matching and summing by the job. */
export async function markDue(db: Db, { truckId, stationId, from, to }: Due): Promise<void> {
  await db.insertInto('delivery_due').values({ truck_id: truckId, station_id: stationId, from_at: from, to_at: to }).execute()
}
