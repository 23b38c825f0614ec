import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'

/** Who changed something, and when by the server's clock. */
export type Changer = { readonly id: number; readonly userName: string; readonly at: Date }

/** A change that no user made: a truck's terminal registered. */
export type ChangedByTerminal = { readonly id: null; readonly userName: ''; readonly at: Date }

export type ChangeAction = Database['change_log']['action']

/** One row that was made, changed or taken out; values by field, null before it was and after it is gone. */
export type Change = {
  readonly entity: string
  readonly rowId: number
  /** Whose row it is; after the change, where it has moved. */
  readonly companyId: number
  readonly action: ChangeAction
  readonly old: Readonly<Record<string, unknown>> | null
  readonly new: Readonly<Record<string, unknown>> | null
}

/** What a hash is made of, in this order. */
type Hashed = Change & { readonly id: number; readonly at: Date; readonly userId: number | null; readonly userName: string }

/** Any number: one lock for the end of the chain. */
const chainLock = 7_209_001

/** The hash of a row, from the hash of the one before; the first follows no bytes at all. */
export function hashOf(before: Uint8Array, row: Hashed): Buffer {
  const content = [
    row.id,
    row.at.toISOString(),
    row.userId,
    row.userName,
    row.companyId,
    row.entity,
    row.rowId,
    row.action,
    row.old,
    row.new,
  ]
  return createHash('sha256')
    .update(before)
    .update(JSON.stringify(content.map(inOrder)))
    .digest()
}

/** The same text whatever the order of the keys: the database keeps one of its own. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(inOrder)
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, inOrder(one)]),
  )
}

/** Rows written by one statement. */
const rowsAStatement = 500

/**
 * Puts changes at the end of the chain. Call it inside the transaction that makes them and as its last statement: from here to
 * the commit everybody else who changes something waits.
 */
export async function recordChanges(
  db: Db,
  { id: userId, userName, at }: Changer | ChangedByTerminal,
  changes: readonly Change[],
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${chainLock}::bigint)`.execute(db)
  const last = await db.selectFrom('change_log').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  let id = Number(last?.id ?? 0)
  let hash: Buffer = last?.hash ?? Buffer.alloc(0)
  const rows = changes.map((change) => {
    id += 1
    hash = hashOf(hash, { ...change, id, at, userId, userName })
    return {
      id,
      at,
      user_id: userId,
      user_name: userName,
      company_id: change.companyId,
      entity: change.entity,
      row_id: change.rowId,
      action: change.action,
      old: change.old && JSON.stringify(change.old),
      new: change.new && JSON.stringify(change.new),
      hash,
    }
  })
  for (let from = 0; from < rows.length; from += rowsAStatement)
    await db
      .insertInto('change_log')
      .values(rows.slice(from, from + rowsAStatement))
      .execute()
}
