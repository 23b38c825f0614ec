/** Failures of one phone from one address that are not delayed. */
const FREE_FAILURES = 5
/** Failures of one address over all phones that are not delayed: the trucks of one carrier share an address. */
const FREE_FAILURES_OF_ADDRESS = 100
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
const FORGET_AFTER_MS = 10 * LONGEST_WAIT_MS

/** Phones at addresses whose failures are remembered, and as many addresses; the one that failed longest ago goes first. */
const MAX_FAILING = 50_000
/** Entries deleted in one turn, so that the cleanup after a flood takes no turn more than a millisecond. */
const MAX_FORGOTTEN_AT_ONCE = 2_000

/** Sockets per second that an address with delayed failures may open, and the burst. */
const SOCKETS_WHILE_SLOWED = { aSecond: 2, most: 4 }
/** The same if trucks are connected from the address: others at a shared address must not keep them out. */
const SOCKETS_BESIDE_TRUCKS = { aSecond: 10, most: 20 }

type Failures = { count: number; until: number; lastAt: number }
type OfAddress = Failures & { sockets: number; socketsAt: number }

/**
 * Slows guessing of codes and terminal ids: by phone at an address, and by address. Only failures wait; a right code is
 * never delayed. If trucks are connected from an address, failures of other phones there delay none of them.
 */
export class FailedCodes {
  /** Both in the order of their last failures. */
  readonly #ofPhones = new Map<string, Failures>()
  readonly #ofAddresses = new Map<string, OfAddress>()

  readonly #now: () => number
  readonly #hasTrucks: (address: string) => boolean

  /** @param hasTrucks whether trucks are connected from an address, as `networkOf` names it */
  constructor(now: () => number, hasTrucks: (address: string) => boolean) {
    this.#now = now
    this.#hasTrucks = hasTrucks
  }

  /** Whether a failure of this phone at this address gets no answer. */
  mustWait(address: string, phone: string): boolean {
    const network = networkOf(address)
    const now = this.#now()
    return (this.#ofPhones.get(`${network} ${phone}`)?.until ?? 0) > now || (this.#isSlowed(network, now) && !this.#hasTrucks(network))
  }

  add(address: string, phone: string): void {
    const network = networkOf(address)
    const now = this.#now()
    const key = `${network} ${phone}`
    const ofPhone = this.#ofPhones.get(key) ?? { count: 0, until: 0, lastAt: 0 }
    const ofAddress = this.#ofAddresses.get(network) ?? {
      count: 0,
      until: 0,
      lastAt: 0,
      sockets: SOCKETS_WHILE_SLOWED.most,
      socketsAt: now,
    }
    keepNewest(this.#ofPhones, key, counted(ofPhone, FREE_FAILURES, now))
    keepNewest(this.#ofAddresses, network, counted(ofAddress, FREE_FAILURES_OF_ADDRESS, now))
  }

  /** Whether a new socket from this address is accepted: always, unless its failures are delayed. */
  takesSocket(address: string): boolean {
    const network = networkOf(address)
    const now = this.#now()
    const failures = this.#ofAddresses.get(network)
    if (!failures || failures.until <= now) return true
    const { aSecond, most } = this.#hasTrucks(network) ? SOCKETS_BESIDE_TRUCKS : SOCKETS_WHILE_SLOWED
    failures.sockets = Math.min(most, failures.sockets + ((now - failures.socketsAt) / 1000) * aSecond)
    failures.socketsAt = now
    if (failures.sockets < 1) return false
    failures.sockets -= 1
    return true
  }

  /** Call it every second. */
  forgetOld(): void {
    const before = this.#now() - FORGET_AFTER_MS
    forgetUntil(this.#ofPhones, before)
    forgetUntil(this.#ofAddresses, before)
  }

  #isSlowed(network: string, now: number): boolean {
    return (this.#ofAddresses.get(network)?.until ?? 0) > now
  }
}

/** An IPv4 address, or the /64 of an IPv6 address, which belongs to one customer. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (!plain.includes(':')) return plain
  // `::` stands for as many groups of zero as are missing.
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - end.length) }, () => '0')
  return [...groups, ...(tail === undefined ? [] : zeros), ...end].slice(0, 4).join(':')
}

function counted<F extends Failures>(failures: F, free: number, now: number): F {
  failures.count += 1
  failures.lastAt = now
  failures.until =
    failures.count <= free ? 0 : now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures.count - free - 1, 10))
  return failures
}

/** Moves a key to the end of the map, and deletes the first if there are too many. */
function keepNewest<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= MAX_FAILING) return
  const { value: oldest } = map.keys().next()
  if (oldest !== undefined) map.delete(oldest)
}

function forgetUntil(map: Map<string, Failures>, before: number): void {
  let left = MAX_FORGOTTEN_AT_ONCE
  for (const [key, { lastAt }] of map) {
    if (lastAt >= before || left === 0) return
    map.delete(key)
    left -= 1
  }
}
