import { isIPv4 } from 'node:net'

/**
 * Slows down password guessing without locking accounts. Each attempt counts three times: per account and address, per network
 * (/24 or /48), and per account over addresses where it never signed in before. An owner at a known address therefore does not
 * wait because of attempts elsewhere. In memory, per process.
 */
export type LoginThrottle = {
  /** Counts the attempt as failed before it is evaluated, so that parallel guesses do not slip through. Seconds to wait, or 0. */
  attempt(account: string, ip: string, knownAddress: boolean): number
  /** The attempt succeeded: takes its counts back. */
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
/** Counters of one kind. Only evaluated attempts create one, so filling it costs the attacker one password hash each. */
const MAX_COUNTERS = 20_000
/** Counters removed at once when a kind is full, so that a flood does not cause a full scan at each attempt. */
const MAX_EVICTED = 1_000

export function loginThrottle(now: () => Date): LoginThrottle {
  // A bound per kind: invented names evict neither networks nor accounts under attack.
  const pairs = new Map<string, Counter>()
  const accounts = new Map<string, Counter>()
  const networks = new Map<string, Counter>()

  return {
    attempt(account, ip, knownAddress) {
      const at = now().getTime()
      const watched: [Map<string, Counter>, string, Limit][] = [
        [pairs, pairOf(account, ip), knownAddress ? LIMITS.knownPair : LIMITS.pair],
        [networks, networkOf(ip), LIMITS.network],
      ]
      if (!knownAddress) watched.push([accounts, account, LIMITS.account])
      const waitMs = Math.max(...watched.map(([counters, key]) => (counterOf(counters, key, at)?.freeAt ?? at) - at))
      // A refused attempt is not counted: it neither lengthens a wait nor evicts a counter.
      if (waitMs > 0) return Math.ceil(waitMs / 1000)
      for (const [counters, key, limit] of watched) count(counters, key, limit, at)
      return 0
    },
    succeed(account, ip) {
      pairs.delete(pairOf(account, ip))
      for (const counter of [networks.get(networkOf(ip)), accounts.get(account)]) {
        if (!counter) continue
        counter.failures = Math.max(0, counter.failures - 1)
        counter.freeAt = 0
      }
    },
  }
}

/** The same for secrets that belong to no account, such as integration keys: only the network is counted. */
export type NetworkThrottle = {
  /** Seconds that the network of this address has to wait, or 0. */
  waitS(ip: string): number
  failed(ip: string): void
}

export function networkThrottle(now: () => Date): NetworkThrottle {
  const networks = new Map<string, Counter>()
  return {
    waitS(ip) {
      const at = now().getTime()
      return Math.ceil(Math.max(0, (counterOf(networks, networkOf(ip), at)?.freeAt ?? at) - at) / 1000)
    },
    failed: (ip) => count(networks, networkOf(ip), LIMITS.network, now().getTime()),
  }
}

const pairOf = (account: string, ip: string): string => `${account} ${ip}`

const counterOf = (counters: ReadonlyMap<string, Counter>, key: string, at: number): Counter | undefined => {
  const kept = counters.get(key)
  return kept && at - kept.lastAt < forgetAfterMs ? kept : undefined
}

function count(counters: Map<string, Counter>, key: string, limit: Limit, at: number): void {
  const failures = (counterOf(counters, key, at)?.failures ?? 0) + 1
  const over = failures - limit.free
  if (!counters.has(key) && counters.size >= MAX_COUNTERS) makeRoom(counters, at)
  counters.set(key, { failures, lastAt: at, freeAt: over < 0 ? 0 : at + Math.min(2 ** Math.min(over, 10), limit.mostS) * 1000 })
}

/** Removes expired counters, else those with the fewest failures, oldest first: accounts under attack stay. */
function makeRoom(counters: Map<string, Counter>, at: number): void {
  for (const [key, { lastAt }] of counters) if (at - lastAt >= forgetAfterMs) counters.delete(key)
  if (counters.size < MAX_COUNTERS) return
  const least = [...counters].toSorted(([, a], [, b]) => a.failures - b.failures || a.lastAt - b.lastAt)
  for (const [key] of least.slice(0, MAX_EVICTED)) counters.delete(key)
}

/** The /24 of an IPv4 address, the /48 of an IPv6 one. */
function networkOf(ip: string): string {
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  return isIPv4(plain) ? plain.split('.').slice(0, 3).join('.') : plain.split(':').slice(0, 3).join(':')
}
