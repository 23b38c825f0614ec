import { isIPv4 } from 'node:net'

/**
 * Slows guessing down and locks nobody out. Three counters see each attempt: account and address, network (/24 or /48),
 * and the account from addresses where it never signed in before; so an owner at a known address does not wait for
 * what strangers do elsewhere. Kept in memory: each process counts for itself.
 */
export type LoginThrottle = {
  /** Counts the attempt as failed before it is evaluated, so that parallel guesses do not slip through. Seconds to wait, or 0. */
  attempt(account: string, ip: string, knownAddress: boolean): number
  /** The attempt was right after all. */
  succeed(account: string, ip: string): void
}

type Counter = { failures: number; lastAt: number; freeAt: number }
type Limit = { readonly free: number; readonly mostS: number }

const LIMITS = {
  pair: { free: 5, mostS: 60 },
  knownPair: { free: 5, mostS: 15 },
  account: { free: 10, mostS: 60 },
  network: { free: 30, mostS: 30 },
} as const satisfies Record<string, Limit>
const forgetAfterMs = 15 * 60_000
const mostCounters = 20_000

export function loginThrottle(now: () => Date): LoginThrottle {
  const counters = new Map<string, Counter>()

  const counterOf = (key: string, at: number): Counter => {
    const kept = counters.get(key)
    if (kept && at - kept.lastAt < forgetAfterMs) return kept
    const fresh = { failures: 0, lastAt: at, freeAt: 0 }
    counters.delete(key)
    counters.set(key, fresh)
    return fresh
  }
  const prune = (at: number): void => {
    if (counters.size < mostCounters) return
    for (const [key, counter] of counters) if (at - counter.lastAt >= forgetAfterMs) counters.delete(key)
    // Still full: a flood of invented names. The oldest go; the network's counter of the flooder is not among them for long.
    for (const key of counters.keys()) {
      if (counters.size < mostCounters) break
      counters.delete(key)
    }
  }

  return {
    attempt(account, ip, knownAddress) {
      const at = now().getTime()
      prune(at)
      const watched: [Counter, Limit][] = [
        [counterOf(`pair ${account} ${ip}`, at), knownAddress ? LIMITS.knownPair : LIMITS.pair],
        [counterOf(`network ${networkOf(ip)}`, at), LIMITS.network],
      ]
      if (!knownAddress) watched.push([counterOf(`account ${account}`, at), LIMITS.account])
      const waitMs = Math.max(...watched.map(([counter]) => counter.freeAt - at))
      if (waitMs > 0) return Math.ceil(waitMs / 1000)
      for (const [counter, limit] of watched) {
        counter.failures += 1
        counter.lastAt = at
        const over = counter.failures - limit.free
        counter.freeAt = over < 0 ? 0 : at + Math.min(2 ** Math.min(over, 10), limit.mostS) * 1000
      }
      return 0
    },
    succeed(account, ip) {
      counters.delete(`pair ${account} ${ip}`)
      for (const key of [`network ${networkOf(ip)}`, `account ${account}`]) {
        const counter = counters.get(key)
        if (!counter) continue
        counter.failures = Math.max(0, counter.failures - 1)
        counter.freeAt = 0
      }
    },
  }
}

/** The /24 of an IPv4 address, the /48 of an IPv6 one. */
function networkOf(ip: string): string {
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  return isIPv4(plain) ? plain.split('.').slice(0, 3).join('.') : plain.split(':').slice(0, 3).join(':')
}
