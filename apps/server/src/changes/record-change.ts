import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'
import { caller } from './caller.ts'
import { hashAfter, takeEnd } from './hash-chain.ts'

/** A user who changed something, and when by the server's clock. */
export type Changer = { readonly id: number; readonly userName: string; readonly at: Date }

/** Whoever writes: a user, or another system by an organisation's key, which is no user. */
type Writer = { readonly id: number | null; readonly userName: string; readonly at: Date; readonly keyId?: number | null }

/** A signed-in user as the history names it. */
export const changerOf = ({ id, userName }: { readonly id: number; readonly userName: string }, at: Date): Changer => ({ id, userName, at })

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

/** What a hash is made of. */
type Hashed = Change & {
  readonly id: number
  readonly at: Date
  readonly userId: number | null
  readonly userName: string
  readonly address: string | null
  readonly keyId: number | null
}

/** What the hash of a row is made of, in this order. Rows from before there was an address have neither of the last two. */
export const contentOf = ({ id, at, userId, userName, companyId, entity, rowId, action, old, new: fresh, address, keyId }: Hashed) => [
  id,
  at.toISOString(),
  userId,
  userName,
  companyId,
  entity,
  rowId,
  action,
  old,
  fresh,
  ...(address === null && keyId === null ? [] : [address, keyId]),
]

/** Rows written by one statement. */
const rowsAStatement = 500

/**
 * Puts changes at the end of the chain, with the address of the call that makes them. Call it inside the transaction that makes
 * them and as its last statement: from here to the commit everybody else who changes something waits.
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
      company_id: change.companyId,
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
  for (let from = 0; from < rows.length; from += rowsAStatement)
    await db
      .insertInto('change_log')
      .values(rows.slice(from, from + rowsAStatement))
      .execute()
}
