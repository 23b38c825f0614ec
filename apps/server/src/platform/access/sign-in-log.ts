import { createHmac, randomBytes } from 'node:crypto'
import type pino from 'pino'
import type { Db } from '@tanker/database/connection'
import { caller } from '../changes/caller.ts'
import { type AccessEvent, type AccessUser, recordAccess } from './record-access.ts'

/** Refused sign-ins with their own row, per minute: more than users mistype, and a flood does not fill the disk. */
const MAX_REFUSED_ROWS_A_MINUTE = 60
/** Rows that count the rest of a minute, each for an address and a user; beyond that, one row per reason. */
const MAX_COUNTED_ROWS_A_MINUTE = 40

const MINUTE_MS = 60_000

/** A failed sign-in: the user or the entered name, and the reason. */
export type RefusedSignIn = {
  readonly user: AccessUser | null
  /** As typed; stored only as a mark, and only if no user has it. */
  readonly typedName: string
  readonly reason: NonNullable<AccessEvent['reason']>
}

/** Logs failed sign-ins in the access log; successful ones are logged by `signIn`. */
export type SignInLog = {
  /** Resolves when the attempt is logged or counted. */
  refused(attempt: RefusedSignIn): Promise<void>
  /** Writes the counts. */
  close(): Promise<void>
}

/**
 * Attempts that were evaluated and failed have a row each, up to a bound; throttled ones, and those beyond the bound, are
 * counted and written when their minute is over.
 */
export function signInLog(db: Db, now: () => Date, log: pino.Logger): SignInLog {
  // Key of this run only: marks cannot be traced to a name, but equal names have equal marks.
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

  /** Starts a new minute and writes the counts of the last one. */
  const turn = async (): Promise<void> => {
    const at = Math.floor(now().getTime() / MINUTE_MS)
    if (at === minute) return
    const past = [...counted.values()]
    minute = at
    rows = 0
    counted = new Map()
    await recordAccess(db, now(), past)
  }

  // Writes the last minute even if no further attempt comes.
  const timer = setInterval(() => {
    turn().catch((error: unknown) => log.warn({ err: error }, 'counted sign-ins could not be written'))
  }, MINUTE_MS)
  timer.unref()

  return {
    async refused({ user, typedName, reason }) {
      await turn()
      const from = caller() ?? { address: '', browser: '' }
      const isThrottled = reason === 'throttled' || reason === 'busy'
      // Rows that count many attempts have no name.
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
