import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultThresholds } from '@tanker/domain/thresholds'
import { ThresholdsInForce, type ThresholdValueRow } from './thresholds-in-force.ts'

const of = (owner: { organisation?: number; truck?: number }, value: number, from = 0, until: number | null = null): ThresholdValueRow => ({
  organisation_id: owner.organisation ?? null,
  truck_id: owner.truck ?? null,
  name: 'overspeedKmh',
  value,
  from_ms: from,
  until_ms: until,
})

test('without values of its own every truck has the very defaults', () => {
  const values = new ThresholdsInForce([of({ organisation: 2 }, 60), { ...of({ organisation: 1 }, 60), name: 'ofFormerVersion' }])
  expect(values.at(7, [1], 5)).toBe(defaultThresholds)
  expect(values.periodsOf(7, [1])).toHaveLength(1)
})

test('the nearest counts: the truck, its organisation, the one above; the others stay the default', () => {
  const values = new ThresholdsInForce([of({ organisation: 1 }, 70), of({ organisation: 2 }, 60), of({ truck: 7 }, 50)])
  expect(values.at(7, [1, 2], 0)).toEqual({ ...defaultThresholds, overspeedKmh: 50 })
  expect(values.at(8, [1, 2], 0).overspeedKmh).toBe(60)
  expect(values.at(9, [1, 3], 0).overspeedKmh).toBe(70)
})

test('a value counts from its first millisecond until before the next one, and afterwards the inherited one', () => {
  const values = new ThresholdsInForce([
    of({ organisation: 1 }, 70),
    of({ truck: 7 }, 50, 1_000, 2_000),
    of({ truck: 7 }, 40, 2_000, 3_000),
  ])
  const at = (ms: number): number => values.at(7, [1], ms).overspeedKmh
  expect([999, 1_000, 1_999, 2_000, 2_999, 3_000].map(at)).toEqual([70, 50, 50, 40, 40, 70])
})

test('trucks with the same values share one object, ten thousand of them too', () => {
  const values = new ThresholdsInForce(Array.from({ length: 10_000 }, (_, truck) => of({ truck }, 40 + (truck % 10), 1_000)))
  const periods = new Set(Array.from({ length: 10_000 }, (_, truck) => values.periodsOf(truck, [1])))
  expect(periods.size).toBe(10)
  expect(new Set([...periods].map(([first]) => first?.thresholds))).toEqual(new Set([defaultThresholds]))
})

test('of very many changes the newest are kept', () => {
  const values = new ThresholdsInForce(Array.from({ length: 200 }, (_, i) => of({ truck: 7 }, 30 + (i % 100), i * 10, (i + 1) * 10)))
  expect(values.periodsOf(7, []).length).toBe(64)
  expect(values.at(7, [], 1_995).overspeedKmh).toBe(129)
  expect(values.at(7, [], 5_000)).toBe(defaultThresholds)
})

test('at any time the value is that of the nearest owner who has one then', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 10, max: 150 }))
  fc.assert(
    fc.property(fc.array(fc.option(span), { minLength: 3, maxLength: 3 }), fc.integer({ min: 0, max: 120 }), (spans, at) => {
      const owners = [{ organisation: 1 }, { organisation: 2 }, { truck: 7 }]
      const rows = spans.map((one, i) => (one === null ? null : of(owners[i] ?? {}, one[2], one[0], one[0] + one[1])))
      const expected = rows.reduce(
        (known, row) => (row !== null && row.from_ms <= at && at < (row.until_ms ?? Infinity) ? row.value : known),
        defaultThresholds.overspeedKmh,
      )
      expect(new ThresholdsInForce(rows.filter((row) => row !== null)).at(7, [1, 2], at).overspeedKmh).toBe(expected)
    }),
  )
})
