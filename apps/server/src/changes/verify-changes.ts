import type { Db } from '@tanker/database/connection'
import type { Base } from '../program.ts'
import { hashOf } from './record-change.ts'

/** What the chain of changes says of itself. */
export type ChainState =
  | { readonly kind: 'whole'; readonly rows: number; readonly lastHash: string }
  | { readonly kind: 'missing' | 'altered'; readonly id: number }

const rowsAtOnce = 1_000

/**
 * Follows the chain from its first row and names the first that is missing or was altered. Rows taken off its end leave a
 * shorter chain that is whole: hold number and last hash against those that were noted before.
 */
export async function verifyChanges(db: Db): Promise<ChainState> {
  let count = 0
  let hash: Buffer = Buffer.alloc(0)
  for (;;) {
    const rows = await db.selectFrom('change_log').selectAll().where('id', '>', String(count)).orderBy('id').limit(rowsAtOnce).execute()
    for (const row of rows) {
      const id = Number(row.id)
      if (id !== count + 1) return { kind: 'missing', id: count + 1 }
      const { at, user_id: userId, user_name: userName, company_id: companyId, entity, row_id: rowId, action } = row
      hash = hashOf(hash, { id, at, userId, userName, companyId, entity, rowId, action, old: row.old, new: row.new })
      if (!hash.equals(row.hash)) return { kind: 'altered', id }
      count = id
    }
    if (rows.length < rowsAtOnce) return { kind: 'whole', rows: count, lastHash: hash.toString('hex') }
  }
}

/** `npm start -- --verify-changes`: says whether anything in the history of base data was altered or taken out. */
export async function verifyChangesFromTerminal(base: Base): Promise<void> {
  const state = await verifyChanges(base.connection.db)
  console.log(chainText(state))
  if (state.kind !== 'whole') process.exitCode = 1
}

/** What a person at the terminal reads of it. */
export function chainText(state: ChainState): string {
  if (state.kind === 'whole') return `The history is whole: ${state.rows} changes, the last one's hash is ${state.lastHash || 'none'}.`
  return `The history is broken: change ${state.id} ${state.kind === 'missing' ? 'is missing' : 'was altered'}.`
}
