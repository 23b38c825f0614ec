import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'
import { caller } from './caller.ts'
import { hashAfter, takeEnd } from './hash-chain.ts'

/** A user who changed something, and when by the server's clock. */
export type Changer = { readonly id: number; readonly userName: string; readonly at: Date }

/** Who writes: a user, another system with an organisation's key, or without an id the operator of the machine. */
export type Writer = { readonly id: number | null; readonly userName: string; readonly at: Date; readonly keyId?: number | null }

/** A signed-in user as the history names it. */
export const changerOf = ({ id, userName }: { readonly id: number; readonly userName: string }, at: Date): Changer => ({ id, userName, at })

export type ChangeAction = Database['change_log']['action']

/** One created, changed or deleted row; values by field, `old` null for a new row, `new` null for a deleted one. */
export type Change = {
  readonly entity: string
  readonly rowId: number
  /** The row's organisation, after the change if it moved. */
  readonly organisationId: number
  readonly action: ChangeAction
  readonly old: Readonly<Record<string, unknown>> | null
  readonly new: Readonly<Record<string, unknown>> | null
}

/** The hashed values. */
type Hashed = Change & {
  readonly id: number
  readonly at: Date
  readonly userId: number | null
  readonly userName: string
  readonly address: string | null
  readonly keyId: number | null
}

/** The hashed values of a row, in this order. Rows older than the address columns lack the last two. */
export const contentOf = ({ id, at, userId, userName, organisationId, entity, rowId, action, old, new: fresh, address, keyId }: Hashed) => [
  id,
  at.toISOString(),
  userId,
  userName,
  organisationId,
  entity,
  rowId,
  action,
  old,
  fresh,
  ...(address === null && keyId === null ? [] : [address, keyId]),
]

/** Rows per statement. */
const MAX_ROWS_A_STATEMENT = 500

/**
 * Appends changes to the chain, with the address of the running call. Call it as the last statement of the transaction that
 * makes them: until the commit all other changes wait.
 */
export async function recordChanges(db: Db, { id: userId, userName, at, keyId = null }: Writer, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const address = caller()?.address ?? null
  let { id, hash } = await takeEnd(db, 'change_log')
  const rows = changes.map((change) => {
    id += 1
    hash = hashAfter(hash, contentOf({ ...change, id, at, userId, userName, address, keyId }))
    return {
      id,
      at,
      user_id: userId,
      user_name: userName,
      organisation_id: change.organisationId,
      entity: change.entity,
      row_id: change.rowId,
      action: change.action,
      old: change.old && JSON.stringify(change.old),
      new: change.new && JSON.stringify(change.new),
      address,
      key_id: keyId,
      hash,
    }
  })
  for (let from = 0; from < rows.length; from += MAX_ROWS_A_STATEMENT)
    await db
      .insertInto('change_log')
      .values(rows.slice(from, from + MAX_ROWS_A_STATEMENT))
      .execute()
}
