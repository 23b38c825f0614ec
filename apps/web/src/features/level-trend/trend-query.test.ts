import { levelTrendAsked, MAX_LEVEL_TREND_DAYS } from '@tanker/contract/level-trend'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAsked, readCompareFrom, searchOf, type TypedTrend } from './trend-query.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 10, 21, 9, 20)
const iso = (at: number): string => new Date(at).toISOString()

test('without a period in the address the last day is asked for, up to the next full hour', () => {
  expect(readAsked({}, now)).toEqual({ truckId: null, from: Date.UTC(2026, 10, 20, 10), to: Date.UTC(2026, 10, 21, 10) })
  expect(readAsked({ truck: '7' }, now)).toMatchObject({ truckId: 7, compartments: [], to: Date.UTC(2026, 10, 21, 10) })
})

test('without a truck in the address the one at first is asked for', () => {
  expect(readAsked({}, now, 9)).toMatchObject({ truckId: 9, compartments: [] })
  expect(readAsked({ truck: '7' }, now, 9)).toMatchObject({ truckId: 7 })
})

test('a period without its beginning is the day before its end', () => {
  const to = Date.UTC(2026, 10, 3, 12)
  expect(readAsked({ to: iso(to) }, now)).toMatchObject({ from: to - dayMs, to })
})

test('seven days are asked for as they stand; a longer period, or one that ends before it begins, is the day before its end', () => {
  const to = Date.UTC(2026, 10, 20)
  const asked = (from: number) => readAsked({ from: iso(from), to: iso(to) }, now)
  expect(asked(to - MAX_LEVEL_TREND_DAYS * dayMs)).toMatchObject({ from: to - 7 * dayMs, to })
  expect(asked(to - MAX_LEVEL_TREND_DAYS * dayMs - 1_000)).toMatchObject({ from: to - dayMs, to })
  expect(asked(to)).toMatchObject({ from: to - dayMs, to })
  expect(asked(to + hourMs)).toMatchObject({ from: to - dayMs, to })
})

test('compartments are read as they are written, each once; what is no compartment is left out', () => {
  const of = (compartments: string) => readAsked({ truck: '7', compartments }, now)
  expect(of('3,1,10')).toMatchObject({ compartments: [3, 1, 10] })
  expect(of('1,1,11,0,x,-2,2.5,,1')).toMatchObject({ compartments: [1] })
})

test('a comparison begins at a moment, and nonsense is none', () => {
  expect(readCompareFrom({ compare: '2026-11-01T00:00:00.000Z' })).toBe(Date.UTC(2026, 10, 1))
  for (const compare of ['', 'x', '-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'])
    expect(readCompareFrom({ compare }), compare).toBeNull()
})

const typed: fc.Arbitrary<TypedTrend> = fc
  .record({
    truckId: fc.integer({ min: 1, max: 2_147_483_647 }),
    to: fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }),
    lengthMs: fc.integer({ min: 1, max: MAX_LEVEL_TREND_DAYS * dayMs }),
    compartments: fc.uniqueArray(fc.integer({ min: 1, max: 10 })),
    compareFrom: fc.option(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })),
  })
  .map(({ lengthMs, ...asked }) => ({ ...asked, from: asked.to - lengthMs }))

test('the address holds what is asked: it is read as it was written', () => {
  fc.assert(
    fc.property(typed, (asked) => {
      const search = searchOf(asked)
      expect({ ...readAsked(search, now), compareFrom: readCompareFrom(search) }).toEqual(asked)
    }),
  )
})

test('with anything in the address a question is asked that the server takes', () => {
  const moment = fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
    fc.constantFrom('-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '0', '1970-01-01'),
  )
  const search = fc.record({
    truck: fc.constantFrom('1', '2147483647'),
    from: moment,
    to: moment,
    compartments: fc.array(fc.integer({ min: -1, max: 12 }), { maxLength: 30 }).map((all) => all.join(',')),
  })
  fc.assert(
    fc.property(search, (given) => {
      const asked = readAsked(given, now)
      const sent = { truckId: asked.truckId, from: iso(asked.from), to: iso(asked.to) }
      expect(levelTrendAsked.safeParse(sent).success).toBe(true)
      expect(asked.to - asked.from).toBeGreaterThan(0)
      expect(asked.to - asked.from).toBeLessThanOrEqual(MAX_LEVEL_TREND_DAYS * dayMs)
    }),
  )
})
