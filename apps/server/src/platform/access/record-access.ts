import type { AccessReason, AccessWhat } from '@tanker/contract/sign-ins'
import type { Db } from '@tanker/database/connection'
import { caller } from '../changes/caller.ts'
import { hashAfter, takeEnd } from '../changes/hash-chain.ts'

/** An event of an account or a session. */
export type AccessEvent = {
  readonly what: AccessWhat
  /** The account; null if no user has the name. */
  readonly user: AccessUser | null
  /** For a name that no user has: `nameMark`. Never the name, which may be a password. */
  readonly nameMark?: string
  /** Why it was refused. */
  readonly reason?: Exclude<AccessReason, ''>
  /** Number of attempts the row represents; 1 when absent. */
  readonly count?: number
  /** Who did it, if not the user. */
  readonly by?: { readonly id: number | null; readonly userName: string }
  readonly sessionId?: number
  /** Where it came from, for a row written after its call; the running call's origin when absent. */
  readonly from?: { readonly address: string; readonly browser: string }
}

/** A user as the log names it. */
export type AccessUser = { readonly id: number; readonly userName: string; readonly organisationId: number }

/** A signed-in user as the log names it. */
export const accessUserOf = (user: {
  readonly id: number
  readonly userName: string
  readonly organisation: { readonly id: number }
}): AccessUser => ({
  id: user.id,
  userName: user.userName,
  organisationId: user.organisation.id,
})

/** Actor of commands at the terminal, which have no session. */
export const TERMINAL = { id: null, userName: 'terminal' } as const

/** A log row as it is hashed. */
type AccessRow = {
  readonly id: number
  readonly at: Date
  readonly what: string
  readonly user_id: number | null
  readonly user_name: string
  readonly organisation_id: number | null
  readonly name_mark: string
  readonly address: string
  readonly browser: string
  readonly reason: string
  readonly count: number
  readonly by_id: number | null
  readonly by_name: string
  readonly session_id: number | null
}

/** The hashed values of a row, in this order. */
export const accessContentOf = (row: AccessRow): readonly unknown[] => [
  row.id,
  row.at.toISOString(),
  row.what,
  row.user_id,
  row.user_name,
  row.organisation_id,
  row.name_mark,
  row.address,
  row.browser,
  row.reason,
  row.count,
  row.by_id,
  row.by_name,
  row.session_id,
]

/**
 * Appends events to the access log. Inside a transaction call it as the last statement, after `recordChanges` where
 * both are written: until the commit every other sign-in waits.
 */
export async function recordAccess(db: Db, at: Date, events: readonly AccessEvent[]): Promise<void> {
  if (events.length === 0) return
  if (!db.isTransaction) return db.transaction().execute((transaction) => recordAccess(transaction, at, events))
  let { id, hash } = await takeEnd(db, 'access_log')
  const here = caller()
  const rows = events.map((event) => {
    id += 1
    const from = event.from ?? here
    const row: AccessRow = {
      id,
      at,
      what: event.what,
      user_id: event.user?.id ?? null,
      user_name: event.user?.userName ?? '',
      organisation_id: event.user?.organisationId ?? null,
      name_mark: event.nameMark ?? '',
      address: from?.address ?? '',
      browser: from?.browser ?? '',
      reason: event.reason ?? '',
      count: event.count ?? 1,
      by_id: event.by?.id ?? null,
      by_name: event.by?.userName ?? '',
      session_id: event.sessionId ?? null,
    }
    hash = hashAfter(hash, accessContentOf(row))
    return { ...row, hash }
  })
  await db.insertInto('access_log').values(rows).execute()
}
