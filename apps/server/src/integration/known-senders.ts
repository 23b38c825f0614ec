import { createHash } from 'node:crypto'
import type { Db } from '@tanker/database/connection'
import { networkThrottle } from '../access/login-throttle.ts'
import { findSender, goodKeyHashes, type Sender } from './integration-keys.ts'
import { keyErrors } from './key-errors.ts'

/** Calls of each key a minute, unless TANKER_INTEGRATION_CALLS says otherwise: a site that sends each row by itself stays below it. */
export const USUAL_CALLS_A_MINUTE = 600
/** Keys whose calls are counted. Only keys of the database are; the one that was used longest ago goes first. */
const MAX_KEYS_COUNTED = 10_000

/**
 * While a network has to wait, valid keys are read at this interval: calls with unknown keys cause no more queries than that,
 * and a valid key that this process has not seen yet is accepted.
 */
const READ_GOOD_EVERY_MS = 5_000

/** What is left of a key's calls, and when that was so. */
type Budget = { left: number; at: number }

export type KnownSenders = {
  /**
   * Who sends with this key. Refuses with what to do: a key that is not known, a key that calls too often, and an address
   * from which too many unknown keys came. A good key is never held up by what others send from its address.
   */
  find(key: string | undefined, ip: string): Promise<Sender>
}

/** Counts the calls of each key in this process: so many at once, and as many a minute come back evenly. */
export function knownSenders(db: Db, now: () => Date, callsAMinute: number): KnownSenders {
  const strangers = networkThrottle(now)
  /** By hash of the key, the one used last at the end. */
  const budgets = new Map<string, Budget>()

  let good: Promise<ReadonlySet<string>> = Promise.resolve(new Set())
  let goodReadAt = Number.NEGATIVE_INFINITY
  const isGood = async (hash: string): Promise<boolean> => {
    const at = now().getTime()
    if (Math.abs(at - goodReadAt) >= READ_GOOD_EVERY_MS) {
      goodReadAt = at
      good = goodKeyHashes(db)
      good.catch(() => (goodReadAt = Number.NEGATIVE_INFINITY))
    }
    return (await good).has(hash)
  }

  const take = (hash: string): void => {
    const at = now().getTime()
    const kept = budgets.get(hash) ?? { left: callsAMinute, at }
    // A clock that was set back gives nothing and takes nothing.
    const left = Math.min(callsAMinute, kept.left + (Math.max(0, at - kept.at) / 60_000) * callsAMinute)
    const isEnough = left >= 1
    budgets.delete(hash)
    budgets.set(hash, { left: isEnough ? left - 1 : left, at })
    if (!isEnough) throw keyErrors.tooManyCalls(callsAMinute, Math.ceil(((1 - left) / callsAMinute) * 60))
  }

  return {
    async find(key, ip) {
      if (key === undefined) throw keyErrors.unknownKey()
      const hash = createHash('sha256').update(key).digest('base64')
      const wasGood = budgets.has(hash)
      if (!wasGood) {
        const waitS = strangers.waitS(ip)
        if (waitS > 0 && !(await isGood(hash))) throw keyErrors.tooManyUnknownKeys(waitS)
      }
      // Before the database is asked.
      else take(hash)
      const sender = await findSender(db, key, now())
      if (sender === null) {
        budgets.delete(hash)
        strangers.failed(ip)
        throw keyErrors.unknownKey()
      }
      if (!wasGood) {
        take(hash)
        const [oldest] = budgets.keys()
        if (budgets.size > MAX_KEYS_COUNTED && oldest !== undefined) budgets.delete(oldest)
      }
      return sender
    },
  }
}
