import { createHmac, randomBytes } from 'node:crypto'
import type pino from 'pino'
import type { Db } from '@tanker/database/connection'
import { caller } from '../changes/caller.ts'
import { type AccessEvent, type AccessUser, recordAccess } from './record-access.ts'

/** Sign-ins that were refused and have a row of their own, a minute; more than people mistype, and no flood fills the disk. */
const MAX_REFUSED_ROWS_A_MINUTE = 60
/** Rows that count the rest of a minute, each for an address and a user; what is beyond is one row for each reason. */
const MAX_COUNTED_ROWS_A_MINUTE = 40

const MINUTE_MS = 60_000

/** An attempt that did not sign anybody in: for whom, or under which name, and why. */
export type RefusedSignIn = {
  readonly user: AccessUser | null
  /** As typed; only a mark of it is kept, and only where no user has it. */
  readonly typedName: string
  readonly reason: NonNullable<AccessEvent['reason']>
}

/** What did not sign anybody in, in the access log; what did is written by `signIn` itself. */
export type SignInLog = {
  /** Resolves when the attempt stands in the log or is counted. */
  refused(attempt: RefusedSignIn): Promise<void>
  /** Writes what is counted. */
  close(): Promise<void>
}

/**
 * Attempts that were evaluated and failed have a row each, up to a bound; throttled ones, and those beyond the bound, are
 * counted and written when their minute is over.
 */
export function signInLog(db: Db, now: () => Date, log: pino.Logger): SignInLog {
  // Of this process and this run alone: with it a mark in the log leads back to no name, and yet says that two are the same.
  const key = randomBytes(32)
  const markOf = (name: string): string => createHmac('sha256', key).update(name.toLowerCase()).digest('hex').slice(0, 16)
  let minute = 0
  let rows = 0
  let counted = new Map<string, AccessEvent>()

  const count = (event: AccessEvent): void => {
    const at = event.from?.address ?? ''
    let id = `${event.reason} ${at} ${event.user?.id ?? ''}`
    let one = event
    if (!counted.has(id) && counted.size >= MAX_COUNTED_ROWS_A_MINUTE) {
      id = `${event.reason}`
      one = { what: event.what, user: null, from: { address: '', browser: '' }, ...(event.reason ? { reason: event.reason } : {}) }
    }
    counted.set(id, { ...one, count: (counted.get(id)?.count ?? 0) + 1 })
  }

  /** Begins a minute, and writes what the one before counted. */
  const turn = async (): Promise<void> => {
    const at = Math.floor(now().getTime() / MINUTE_MS)
    if (at === minute) return
    const past = [...counted.values()]
    minute = at
    rows = 0
    counted = new Map()
    await recordAccess(db, now(), past)
  }

  // When nothing else comes, the last minute is written all the same.
  const timer = setInterval(() => {
    turn().catch((error: unknown) => log.warn({ err: error }, 'counted sign-ins could not be written'))
  }, MINUTE_MS)
  timer.unref()

  return {
    async refused({ user, typedName, reason }) {
      await turn()
      const from = caller() ?? { address: '', browser: '' }
      const isThrottled = reason === 'throttled' || reason === 'busy'
      // What is counted for an address has no name: a row stands for many.
      const event: AccessEvent = { what: isThrottled ? 'throttled' : 'refused', user, reason, from }
      if (isThrottled || rows >= MAX_REFUSED_ROWS_A_MINUTE) return count(event)
      rows += 1
      await recordAccess(db, now(), [user === null ? { ...event, nameMark: markOf(typedName) } : event])
    },
    async close() {
      clearInterval(timer)
      minute = -1
      await turn()
    },
  }
}
