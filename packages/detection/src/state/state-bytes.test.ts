import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aTruck } from '../scenarios/a-day.ts'
import { StateReader, StateWriter } from './state-bytes.ts'

const base = Date.UTC(2026, 4, 11)

test('whole numbers, times, spans and hundredths come back as they went in', () => {
  const writer = new StateWriter()
  fc.assert(
    fc.property(
      fc.record({
        uint: fc.maxSafeNat(),
        int: fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
        time: fc.oneof(fc.constant(0), fc.integer({ min: base - 10 ** 11, max: base + 10 ** 11 })),
        span: fc.integer({ min: 0, max: 10 ** 9 }),
        hundredths: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
      }),
      (values) => {
        writer.start()
        writer.base(base)
        writer.uint(values.uint)
        writer.int(values.int)
        writer.time(values.time)
        writer.span(values.span)
        writer.hundredths(values.hundredths / 100)
        const reader = new StateReader(writer.finish(), aTruck(), { lat: 0, lng: 0 })
        expect(reader.base()).toBe(base)
        expect([reader.uint(), reader.int(), reader.time(), reader.span(), reader.hundredths()]).toEqual([
          values.uint,
          values.int,
          values.time,
          values.span,
          values.hundredths / 100,
        ])
      },
    ),
  )
})
