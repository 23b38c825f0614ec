import fc from 'fast-check'
import type { FrameToSend } from '../src/frame.ts'

/** Bodies rich in the bytes that must be escaped. */
const body = fc.array(fc.oneof(fc.constantFrom(0x7d, 0x7e, 0x01, 0x02), fc.nat(0xff)), { maxLength: 200 })

export const frameToSend: fc.Arbitrary<FrameToSend> = fc
  .record({
    id: fc.nat(0xffff),
    version: fc.constantFrom(2013 as const, 2019 as const),
    phone: fc.stringMatching(/^[1-9][0-9]{0,11}$/),
    serial: fc.nat(0xffff),
    body: body.map((bytes) => Uint8Array.from(bytes)),
    part: fc.option(fc.integer({ min: 1, max: 9 })),
  })
  .map(({ part, ...frame }) => (part === null ? frame : { ...frame, fragment: { total: 9, index: part } }))

/** Bytes without a delimiter in them. */
export const garbage = fc.uint8Array({ maxLength: 60 }).map((bytes) => bytes.map((byte) => (byte === 0x7e ? 0x7f : byte)))

export function glued(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** The stream in pieces, cut at these places. */
export function cut(stream: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (stream.length + 1)))].sort((a, b) => a - b)
  const pieces: Uint8Array[] = []
  let start = 0
  for (const end of [...ends, stream.length]) {
    pieces.push(stream.slice(start, end))
    start = end
  }
  return pieces
}
