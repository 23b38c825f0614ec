import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'

/** The logs that are chains: each row's hash is computed from the previous hash and the row's content. */
export type ChainTable = 'change_log' | 'access_log'

/** Advisory locks of the chains. Sign-ins have their own, so that they do not wait for an import. */
const LOCKS = { change_log: ADVISORY_LOCKS.changeLog, access_log: ADVISORY_LOCKS.accessLog } as const

/** The last row of a chain. */
export type ChainEnd = { readonly id: number; readonly hash: Buffer }

/** The end of an empty chain. */
export const CHAIN_START: ChainEnd = { id: 0, hash: Buffer.alloc(0) }

/** The hash of a row with this content after the previous hash. */
export const hashAfter = (before: Uint8Array, content: readonly unknown[]): Buffer =>
  createHash('sha256')
    .update(before)
    .update(JSON.stringify(content.map(inOrder)))
    .digest()

/** JSON with sorted keys, because the database changes the order of keys. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(inOrder)
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, inOrder(one)]),
  )
}

/** The end of a chain, locked until the transaction ends. When locking several chains, lock the change log first. */
export async function takeEnd(db: Db, table: ChainTable): Promise<ChainEnd> {
  await sql`SELECT pg_advisory_xact_lock(${LOCKS[table]}::bigint)`.execute(db)
  // A separate statement, so that it sees the row committed while the lock was awaited.
  const { rows } = await sql<{ id: string; hash: Buffer }>`SELECT id, hash FROM ${sql.table(table)} ORDER BY id DESC LIMIT 1`.execute(db)
  const last = rows[0]
  return last ? { id: Number(last.id), hash: last.hash } : CHAIN_START
}
