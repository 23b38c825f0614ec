import type { Frame } from './frame.ts'

export type FragmentLimits = {
  /** Parts of one message. */
  readonly maxTotal: number
  readonly maxBytesPerSet: number
  /** Messages under assembly at one time. */
  readonly maxSets: number
  /** Bytes held for all of them together. */
  readonly maxBytes: number
  /** A set that got no new part for so long is given up. */
  readonly ttlMs: number
  /** Silence after which missing parts are asked for again; 5 seconds unless told. */
  readonly retryAfterMs?: number
  /** How often; 3 times unless told. */
  readonly maxRetries?: number
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

type FragmentSet = {
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
  const sets = new Map<string, FragmentSet>()
  let bytesHeld = 0

  function drop(key: string, set: FragmentSet): void {
    sets.delete(key)
    bytesHeld -= set.bytes
  }

  function add(frame: Frame, nowMs: number): FragmentOutcome {
    const part = frame.fragment
    if (part === undefined) return { kind: 'refused', reason: 'not-a-fragment' }
    if (part.index < 1 || part.index > part.total) return { kind: 'refused', reason: 'index' }
    if (part.total > limits.maxTotal) return { kind: 'refused', reason: 'too-many-parts' }
    const key = `${frame.phone} ${frame.id} ${part.total}`
    let set = sets.get(key)
    if (set !== undefined && nowMs - set.lastNewPartAt > limits.ttlMs) {
      drop(key, set)
      set = undefined
    }
    const known = set?.parts.get(part.index)
    if (set !== undefined && known !== undefined) {
      if (sameBytes(known, frame.body)) return { kind: 'waiting' }
      drop(key, set) // another message of the same length began: the old one was abandoned
      set = undefined
    }
    if ((set?.bytes ?? 0) + frame.body.length > limits.maxBytesPerSet) {
      if (set !== undefined) drop(key, set)
      return { kind: 'refused', reason: 'too-many-bytes' }
    }
    if (bytesHeld + frame.body.length > limits.maxBytes) return { kind: 'refused', reason: 'too-many-bytes' }
    if (set === undefined) {
      if (sets.size >= limits.maxSets) return { kind: 'refused', reason: 'too-many-sets' }
      set = {
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
      sets.set(key, set)
    }
    set.parts.set(part.index, frame.body.slice())
    set.bytes += frame.body.length
    bytesHeld += frame.body.length
    set.lastNewPartAt = nowMs
    set.askedAt = nowMs
    if (part.index < set.lowestIndex) {
      set.lowestIndex = part.index
      set.lowestSerial = frame.serial
    }
    if (set.parts.size < set.total) return { kind: 'waiting' }
    drop(key, set)
    return { kind: 'complete', body: joined(set), firstSerial: set.lowestSerial }
  }

  function due(nowMs: number): MissingFragments[] {
    const asks: MissingFragments[] = []
    for (const [key, set] of sets) {
      if (nowMs - set.lastNewPartAt > limits.ttlMs) {
        drop(key, set)
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
    return asks
  }

  function forget(phone: string): void {
    for (const [key, set] of sets) if (set.phone === phone) drop(key, set)
  }

  return {
    add,
    due,
    forget,
    get bytesHeld() {
      return bytesHeld
    },
    get setsHeld() {
      return sets.size
    },
  }
}

function missingParts(set: FragmentSet): number[] {
  const missing: number[] = []
  for (let index = 1; index <= set.total; index++) if (!set.parts.has(index)) missing.push(index)
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
