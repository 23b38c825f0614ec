import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { glued } from '../test/arbitrary-frames.ts'
import { createFragmentStore, type FragmentLimits } from './fragments.ts'
import type { Frame } from './frame.ts'

const limits: FragmentLimits = {
  maxTotal: 100,
  maxBytesPerSet: 10_000,
  maxSetsPerTruck: 2,
  maxBytesPerTruck: 12_000,
  maxSets: 3,
  maxBytes: 20_000,
  ttlMs: 60_000,
  retryAfterMs: 5_000,
  maxRetries: 2,
}

function part(index: number, total: number, body: Uint8Array | string, serial = 100 + index, phone = '1'): Frame {
  return {
    id: 0x0801,
    version: 2013,
    phone,
    phoneDigits: phone.padStart(12, '0'),
    serial,
    encrypted: 0,
    fragment: { total, index },
    body: typeof body === 'string' ? Uint8Array.from(body, (letter) => letter.charCodeAt(0)) : body,
    lengthMismatch: false,
  }
}

describe('a message in parts', () => {
  test('is complete in any order, with repeated parts and any serials', () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 20 })
    const orders = bodies.chain((parts) =>
      fc.record({
        parts: fc.constant(parts),
        order: fc.shuffledSubarray([...parts.keys()], { minLength: parts.length }),
        repeats: fc.array(fc.nat(parts.length - 1), { maxLength: 5 }),
        serials: fc.array(fc.nat(0xffff), { minLength: parts.length, maxLength: parts.length }),
      }),
    )
    fc.assert(
      fc.property(orders, ({ parts, order, repeats, serials }) => {
        const store = createFragmentStore(limits)
        const last = order.at(-1) as number
        const arrivals = [...order.slice(0, -1), ...repeats.filter((i) => i !== last), last]
        const outcomes = arrivals.map((i) => store.add(part(i + 1, parts.length, parts[i] as Uint8Array, serials[i] as number), 0))
        const complete = outcomes.findIndex(({ kind }) => kind === 'complete')
        expect(complete).toBe(outcomes.length - 1)
        expect(outcomes[complete]).toEqual({ kind: 'complete', body: glued(parts), firstSerial: serials[0] })
        expect(store.bytesHeld).toBe(0)
        expect(store.setsHeld).toBe(0)
      }),
    )
  })

  test('keeps its bytes when the chunk it came in is overwritten', () => {
    const store = createFragmentStore(limits)
    const body = Uint8Array.of(1, 2)
    store.add(part(1, 2, body), 0)
    body.fill(9)
    expect(store.add(part(2, 2, Uint8Array.of(3)), 0)).toMatchObject({ body: Uint8Array.of(1, 2, 3) })
  })

  test('is not mixed with one of another truck or another number of parts', () => {
    const store = createFragmentStore(limits)
    expect(store.add(part(1, 2, 'a'), 0).kind).toBe('waiting')
    expect(store.add(part(2, 2, 'b', 1, '2'), 0).kind).toBe('waiting')
    expect(store.add(part(2, 3, 'c'), 0).kind).toBe('waiting')
    expect(store.add(part(2, 2, 'd'), 0)).toMatchObject({ kind: 'complete' })
  })

  test('starts again when a part comes again with other bytes', () => {
    const store = createFragmentStore(limits)
    store.add(part(1, 3, 'old'), 0)
    store.add(part(2, 3, 'old'), 0)
    store.add(part(1, 3, 'new', 900), 10)
    expect(store.add(part(3, 3, '3'), 10).kind).toBe('waiting')
    expect(store.add(part(2, 3, '2'), 10)).toEqual({
      kind: 'complete',
      body: Uint8Array.from('new23', (letter) => letter.charCodeAt(0)),
      firstSerial: 900,
    })
  })
})

describe('missing parts', () => {
  test('are asked for after a silence, by the serial of part 1, and not for ever', () => {
    const store = createFragmentStore(limits)
    store.add(part(1, 4, 'a', 700), 0)
    store.add(part(3, 4, 'c', 702), 1_000)
    expect(store.due(5_000)).toEqual([])
    const ask = { phone: '1', id: 0x0801, originalSerial: 700, missing: [2, 4] }
    expect(store.due(6_000)).toEqual([ask])
    expect(store.due(6_500)).toEqual([])
    expect(store.due(11_000)).toEqual([ask])
    expect(store.due(30_000)).toEqual([])
  })

  test('are asked for by a reckoned serial when part 1 itself is missing', () => {
    const store = createFragmentStore(limits)
    store.add(part(2, 3, 'b', 0), 0)
    expect(store.due(6_000)).toEqual([{ phone: '1', id: 0x0801, originalSerial: 65_535, missing: [1, 3] }])
  })

  test('end the wait when they never come', () => {
    const store = createFragmentStore(limits)
    store.add(part(1, 2, 'a'), 0)
    store.due(60_001)
    expect(store.setsHeld).toBe(0)
    expect(store.add(part(2, 2, 'b'), 60_002).kind).toBe('waiting')
  })
})

describe('memory', () => {
  test('is bounded by parts, bytes of one message, messages and bytes of all', () => {
    const store = createFragmentStore(limits)
    expect(store.add(part(1, 101, 'a'), 0)).toEqual({ kind: 'refused', reason: 'too-many-parts' })
    expect(store.add(part(1, 2, new Uint8Array(10_001)), 0)).toEqual({ kind: 'refused', reason: 'too-many-bytes' })
    for (const phone of ['1', '2']) store.add(part(1, 2, new Uint8Array(9_990), 1, phone), 0)
    expect(store.add(part(1, 2, new Uint8Array(30), 1, '3'), 0)).toEqual({ kind: 'refused', reason: 'too-many-bytes' })
    expect(store.add(part(1, 2, 'a', 1, '3'), 0).kind).toBe('waiting')
    expect(store.add(part(1, 2, 'a', 1, '4'), 0)).toEqual({ kind: 'refused', reason: 'too-many-sets' })
    expect(store.bytesHeld).toBe(19_981)
  })

  test('[M6] of one truck is bounded by messages and bytes: its own oldest message is given up, and others have theirs', () => {
    const store = createFragmentStore(limits)
    store.add(part(1, 2, 'other', 1, '2'), 0)
    for (let total = 2; total <= 100; total += 1) expect(store.add(part(1, total, 'a'), 0).kind).toBe('waiting')
    expect(store.setsHeld).toBe(3)
    expect(store.add(part(2, 100, 'b'), 0).kind).toBe('waiting')
    expect(store.add(part(2, 2, 'b', 1, '2'), 0).kind).toBe('complete')
    store.add(part(1, 3, new Uint8Array(9_000)), 1)
    store.add(part(2, 3, new Uint8Array(900)), 1)
    store.add(part(1, 4, new Uint8Array(4_000)), 1)
    expect(store).toMatchObject({ setsHeld: 1, bytesHeld: 4_000 })
  })

  test('[M6] parts that are missing are asked for in portions that every edition can count', () => {
    const store = createFragmentStore({ ...limits, maxTotal: 4_096 })
    store.add(part(1, 4_096, 'a'), 0)
    expect(store.due(6_000)[0]?.missing).toHaveLength(255)
  })

  test('of a message that outgrows its bound is freed', () => {
    const store = createFragmentStore(limits)
    store.add(part(1, 3, new Uint8Array(9_000)), 0)
    expect(store.add(part(2, 3, new Uint8Array(2_000)), 0)).toEqual({ kind: 'refused', reason: 'too-many-bytes' })
    expect(store.bytesHeld).toBe(0)
  })

  test('of a truck is freed when its session ends', () => {
    const store = createFragmentStore(limits)
    store.add(part(1, 2, 'a'), 0)
    store.add(part(1, 2, 'b', 1, '2'), 0)
    store.forget('1')
    expect(store.setsHeld).toBe(1)
  })

  test('is not given to parts numbered outside their total, nor to whole messages', () => {
    const store = createFragmentStore(limits)
    expect(store.add(part(0, 2, 'a'), 0)).toEqual({ kind: 'refused', reason: 'index' })
    expect(store.add(part(3, 2, 'a'), 0)).toEqual({ kind: 'refused', reason: 'index' })
    expect(store.add(part(1, 0, 'a'), 0)).toEqual({ kind: 'refused', reason: 'index' })
    const { fragment: _, ...whole } = part(1, 1, 'a')
    expect(store.add(whole, 0)).toEqual({ kind: 'refused', reason: 'not-a-fragment' })
  })
})
