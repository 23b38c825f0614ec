import { createHash } from 'node:crypto'
import type { Db } from '@tanker/database/connection'
import { networkThrottle } from './login-throttle.ts'
import { findSender, goodKeyHashes, type Sender } from './integration-keys.ts'
import { keyErrors } from './key-errors.ts'

/** Default calls per key and minute (TANKER_INTEGRATION_CALLS): enough for a site that sends each row separately. */
export const USUAL_CALLS_A_MINUTE = 600
/** Keys whose calls are counted (known keys only); the least recently used is dropped first. */
const MAX_KEYS_COUNTED = 10_000

/**
 * While a network has to wait, valid keys are read at this interval: calls with unknown keys cause no more queries than that,
 * and a valid key that this process has not seen yet is accepted.
 */
const READ_GOOD_EVERY_MS = 5_000

/** Remaining calls of a key, and the time of that count. */
type Budget = { left: number; at: number }

export type KnownSenders = {
  /**
   * The sender with this key. Refuses, with what to do: an unknown key, a key that calls too often, and an address
   * with too many unknown keys. A valid key is never delayed by others at its address.
   */
  find(key: string | undefined, ip: string): Promise<Sender>
}

/** Rate limit per key in this process: a burst, refilled evenly at the same number per minute. */
export function knownSenders(db: Db, now: () => Date, callsAMinute: number): KnownSenders {
  const strangers = networkThrottle(now)
  /** By hash of the key, most recently used last. */
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
    // A clock set back neither adds nor removes calls.
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
      // Before the query.
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
