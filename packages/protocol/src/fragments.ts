import type { Frame } from './frame.ts'

/** Parts of one message. */
const MAX_PARTS = 4_096
/** Bytes of one message. */
const MAX_MESSAGE_BYTES = 1_000_000
/** Messages of one truck under assembly; when another begins, its oldest is given up. */
const MAX_MESSAGES_PER_TRUCK = 8
/** Bytes held for one truck; when more come, its oldest messages are given up. */
const MAX_BYTES_PER_TRUCK = 2_000_000
/** Messages of all trucks under assembly: more are refused. */
const MAX_MESSAGES = 10_000
/** Bytes held for all trucks: more are refused. */
const MAX_BYTES = 64_000_000
/** Parts asked for again in one message: the 2013 edition counts them in one byte. */
const MAX_ASKED_PARTS = 255

export type FragmentLimits = {
  /** Parts of one message. */
  readonly maxTotal: number
  readonly maxBytesPerSet: number
  /** Messages of one truck under assembly at one time; as many as of all unless given. */
  readonly maxSetsPerTruck?: number
  /** Bytes held for one truck; as many as for all unless given. */
  readonly maxBytesPerTruck?: number
  /** Messages under assembly at one time. */
  readonly maxSets: number
  /** Bytes held for all of them together. */
  readonly maxBytes: number
  /** A set that got no new part for so long is given up. */
  readonly ttlMs: number
  /** Silence after which missing parts are requested again; default 5 seconds. */
  readonly retryAfterMs?: number
  /** Number of requests; default 3. */
  readonly maxRetries?: number
}

/** What a gateway keeps of messages that come in parts. */
export const usualFragmentLimits: FragmentLimits = {
  maxTotal: MAX_PARTS,
  maxBytesPerSet: MAX_MESSAGE_BYTES,
  maxSetsPerTruck: MAX_MESSAGES_PER_TRUCK,
  maxBytesPerTruck: MAX_BYTES_PER_TRUCK,
  maxSets: MAX_MESSAGES,
  maxBytes: MAX_BYTES,
  ttlMs: 90_000,
}

export type FragmentOutcome =
  | { readonly kind: 'complete'; readonly body: Uint8Array; readonly firstSerial: number }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly reason: 'not-a-fragment' | 'index' | 'too-many-parts' | 'too-many-bytes' | 'too-many-sets' }

/** What to put into a 0x8003 (or 0x0005): the serial of part 1 and the parts still missing. */
export type MissingFragments = {
  readonly phone: string
  readonly id: number
  /** Of part 1; where part 1 itself is missing, reckoned back from the earliest part that came. */
  readonly originalSerial: number
  readonly missing: readonly number[]
}

export type FragmentStore = {
  /** Keeps a copy of the part. Order, repetition and gaps in the serials do not matter. */
  add(frame: Frame, nowMs: number): FragmentOutcome
  /** Gives up expired sets and lists those to ask for again; call it every second or so. */
  due(nowMs: number): MissingFragments[]
  /** Forgets the sets of a truck, e.g. when its session ends. */
  forget(phone: string): void
  readonly bytesHeld: number
  readonly setsHeld: number
}

type Truck = { readonly sets: Map<string, FragmentSet>; bytes: number }

type FragmentSet = {
  readonly key: string
  readonly phone: string
  readonly id: number
  readonly total: number
  readonly parts: Map<number, Uint8Array>
  /** Serial of the lowest part seen, and which that is. */
  lowestIndex: number
  lowestSerial: number
  bytes: number
  lastNewPartAt: number
  askedAt: number
  retries: number
}

/** Assembles messages sent in parts (JT/T 808-2019 section 4.4.4), keyed by truck, message id and total. */
export function createFragmentStore(limits: FragmentLimits): FragmentStore {
  const retryAfterMs = limits.retryAfterMs ?? 5_000
  const maxRetries = limits.maxRetries ?? 3
  const maxSetsPerTruck = limits.maxSetsPerTruck ?? Infinity
  const maxBytesPerTruck = limits.maxBytesPerTruck ?? Infinity
  /** By phone; within a truck by message and total, the oldest first. */
  const trucks = new Map<string, Truck>()
  let bytesHeld = 0
  let setsHeld = 0

  function drop(truck: Truck, set: FragmentSet): void {
    truck.sets.delete(set.key)
    truck.bytes -= set.bytes
    bytesHeld -= set.bytes
    setsHeld -= 1
    if (truck.sets.size === 0) trucks.delete(set.phone)
  }

  /** Gives up the truck's oldest messages until another one, or more of `kept`, has room: a truck that begins too many only hurts itself. */
  function makeRoom(truck: Truck, kept: FragmentSet | undefined, bytes: number): void {
    for (const set of truck.sets.values()) {
      const isTooMany = kept === undefined && truck.sets.size >= maxSetsPerTruck
      if (!isTooMany && truck.bytes + bytes <= maxBytesPerTruck) return
      if (set !== kept) drop(truck, set)
    }
  }

  function add(frame: Frame, nowMs: number): FragmentOutcome {
    const part = frame.fragment
    if (part === undefined) return { kind: 'refused', reason: 'not-a-fragment' }
    if (part.index < 1 || part.index > part.total) return { kind: 'refused', reason: 'index' }
    if (part.total > limits.maxTotal) return { kind: 'refused', reason: 'too-many-parts' }
    const key = `${frame.id} ${part.total}`
    let truck = trucks.get(frame.phone)
    let set = truck?.sets.get(key)
    const known = set?.parts.get(part.index)
    if (known !== undefined && set !== undefined && nowMs - set.lastNewPartAt <= limits.ttlMs && sameBytes(known, frame.body))
      return { kind: 'waiting' }
    // Given up, or another message of the same length began.
    if (truck !== undefined && set !== undefined && (known !== undefined || nowMs - set.lastNewPartAt > limits.ttlMs)) {
      drop(truck, set)
      set = undefined
    }
    if ((set?.bytes ?? 0) + frame.body.length > limits.maxBytesPerSet) {
      if (truck !== undefined && set !== undefined) drop(truck, set)
      return { kind: 'refused', reason: 'too-many-bytes' }
    }
    if (truck !== undefined) makeRoom(truck, set, frame.body.length)
    if (bytesHeld + frame.body.length > limits.maxBytes) return { kind: 'refused', reason: 'too-many-bytes' }
    if (set === undefined) {
      if (setsHeld >= limits.maxSets) return { kind: 'refused', reason: 'too-many-sets' }
      set = {
        key,
        phone: frame.phone,
        id: frame.id,
        total: part.total,
        parts: new Map(),
        lowestIndex: part.index,
        lowestSerial: frame.serial,
        bytes: 0,
        lastNewPartAt: nowMs,
        askedAt: nowMs,
        retries: 0,
      }
      // Its last message may have been dropped above, and the truck with it.
      truck = trucks.get(frame.phone) ?? { sets: new Map(), bytes: 0 }
      trucks.set(frame.phone, truck)
      truck.sets.set(key, set)
      setsHeld += 1
    }
    set.parts.set(part.index, frame.body.slice())
    set.bytes += frame.body.length
    bytesHeld += frame.body.length
    if (truck !== undefined) truck.bytes += frame.body.length
    set.lastNewPartAt = nowMs
    set.askedAt = nowMs
    if (part.index < set.lowestIndex) {
      set.lowestIndex = part.index
      set.lowestSerial = frame.serial
    }
    if (set.parts.size < set.total || truck === undefined) return { kind: 'waiting' }
    drop(truck, set)
    return { kind: 'complete', body: joined(set), firstSerial: set.lowestSerial }
  }

  function due(nowMs: number): MissingFragments[] {
    const asks: MissingFragments[] = []
    for (const truck of trucks.values()) {
      for (const set of truck.sets.values()) {
        if (nowMs - set.lastNewPartAt > limits.ttlMs) {
          drop(truck, set)
          continue
        }
        if (set.retries >= maxRetries || nowMs - set.askedAt < retryAfterMs) continue
        set.retries++
        set.askedAt = nowMs
        asks.push({
          phone: set.phone,
          id: set.id,
          originalSerial: (set.lowestSerial - (set.lowestIndex - 1)) & 0xffff,
          missing: missingParts(set),
        })
      }
    }
    return asks
  }

  function forget(phone: string): void {
    const truck = trucks.get(phone)
    for (const set of truck?.sets.values() ?? []) if (truck !== undefined) drop(truck, set)
  }

  return {
    add,
    due,
    forget,
    get bytesHeld() {
      return bytesHeld
    },
    get setsHeld() {
      return setsHeld
    },
  }
}

function missingParts(set: FragmentSet): number[] {
  const missing: number[] = []
  for (let index = 1; index <= set.total && missing.length < MAX_ASKED_PARTS; index++) if (!set.parts.has(index)) missing.push(index)
  return missing
}

function joined(set: FragmentSet): Uint8Array {
  const body = new Uint8Array(set.bytes)
  let at = 0
  for (let index = 1; index <= set.total; index++) {
    const part = set.parts.get(index)
    if (part === undefined) continue
    body.set(part, at)
    at += part.length
  }
  return body
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
