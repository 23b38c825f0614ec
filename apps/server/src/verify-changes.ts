import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'
import { accessContentOf } from './platform/access/record-access.ts'
import type { Base } from './program.ts'
import { CHAIN_START, type ChainTable, hashAfter } from './platform/changes/hash-chain.ts'
import { contentOf } from './platform/changes/record-change.ts'

/** The result of verifying a chain. */
export type ChainState =
  | { readonly kind: 'whole'; readonly rows: number; readonly lastHash: string }
  | { readonly kind: 'missing' | 'altered'; readonly id: number }

/** A row of either log, as the driver returns it. */
type ChainRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly hash: Buffer }

/** The logs in the order of verification, with their names and hashed values. */
const CHAINS: readonly { readonly table: ChainTable; readonly name: string; contentOf(row: ChainRow): readonly unknown[] }[] = [
  {
    table: 'change_log',
    name: 'history of changes',
    contentOf: (row) =>
      contentOf({
        id: Number(row.id),
        at: row['at'],
        userId: row['user_id'],
        userName: row['user_name'],
        organisationId: row['organisation_id'],
        entity: row['entity'],
        rowId: Number(row['row_id']),
        action: row['action'],
        old: row['old'],
        new: row['new'],
        address: row['address'],
        keyId: row['key_id'],
      } as Parameters<typeof contentOf>[0]),
  },
  {
    table: 'access_log',
    name: 'log of sign-ins',
    contentOf: (row) => accessContentOf({ ...row, id: Number(row.id) } as unknown as Parameters<typeof accessContentOf>[0]),
  },
]

/** Rows in memory. */
const MAX_ROWS_AT_ONCE = 1_000

/**
 * Verifies a chain from its first row and names the first missing or altered one. Rows deleted at the end leave a shorter valid
 * chain: compare count and last hash with those noted before.
 */
export async function verifyChanges(db: Db, table: ChainTable = 'change_log'): Promise<ChainState> {
  const chain = CHAINS.find((one) => one.table === table)
  if (!chain) throw new Error(`${table} is no chain`)
  let { id: count, hash } = CHAIN_START
  for (;;) {
    const { rows } = await sql<ChainRow>`
      SELECT * FROM ${sql.table(table)} WHERE id > ${count} ORDER BY id LIMIT ${MAX_ROWS_AT_ONCE}`.execute(db)
    for (const row of rows) {
      const id = Number(row.id)
      if (id !== count + 1) return { kind: 'missing', id: count + 1 }
      hash = hashAfter(hash, chain.contentOf(row))
      if (!hash.equals(row.hash)) return { kind: 'altered', id }
      count = id
    }
    if (rows.length < MAX_ROWS_AT_ONCE) return { kind: 'whole', rows: count, lastHash: hash.toString('hex') }
  }
}

/** `npm start -- --verify-changes`: reports for each log whether rows were altered or deleted, and where. */
export async function verifyChangesFromTerminal(base: Base): Promise<void> {
  for (const { table, name } of CHAINS) {
    const state = await verifyChanges(base.connection.db, table)
    console.log(chainText(name, state))
    if (state.kind !== 'whole') process.exitCode = 1
  }
}

/** The result as text for the terminal. */
export function chainText(name: string, state: ChainState): string {
  if (state.kind === 'whole') return `The ${name} is whole: ${state.rows} rows, the last one's hash is ${state.lastHash || 'none'}.`
  return `The ${name} is broken: row ${state.id} ${state.kind === 'missing' ? 'is missing' : 'was altered'}.`
}
