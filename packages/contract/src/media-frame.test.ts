import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MEDIA_KINDS, readMediaFrame, writeMediaFrame } from './media-frame.ts'

test('the header of a media frame is spelled out', () => {
  const bytes = writeMediaFrame({ kind: 'video', isKey: true, payloadType: 98, epoch: 0x0102, at: 1, data: Uint8Array.of(7, 8) })
  expect([...bytes]).toEqual([0, 1, 98, 0, 1, 2, 0, 0, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 7, 8])
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom(...MEDIA_KINDS),
        isKey: fc.boolean(),
        payloadType: fc.nat(127),
        epoch: fc.nat(0xffff),
        at: fc.nat(4_000_000_000_000),
        data: fc.uint8Array({ maxLength: 200 }),
      }),
      (frame) => {
        expect(readMediaFrame(writeMediaFrame(frame))).toEqual(frame)
      },
    ),
  )
})

test('bytes that are no media frame are not read', () => {
  expect(readMediaFrame(new Uint8Array(15))).toBeNull()
  expect(readMediaFrame(new Uint8Array(16).fill(2))).toBeNull()
})
