import type { TankInventory } from '@tanker/contract/tank-inventory'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceL, fillPercent, sortedBy, ullageL } from './tank-numbers.ts'

type Given = {
  readonly volumeL?: number | null
  readonly capacityL?: number
  readonly consoleL?: number | null
  readonly platformL?: number | null
}
const tanksOf = (...tanks: Given[]) =>
  ({
    volumeL: tanks.map(({ volumeL = null }) => volumeL),
    capacityL: tanks.map(({ capacityL = 0 }) => capacityL),
    consoleL: tanks.map(({ consoleL = null }) => consoleL),
    platformL: tanks.map(({ platformL = null }) => platformL),
  }) as unknown as TankInventory['tanks']
const of = (tank: Given) => {
  const tanks = tanksOf(tank)
  return { fill: fillPercent(tanks, 0), ullage: ullageL(tanks, 0), difference: differenceL(tanks, 0) }
}

test('a compartment of 10,000 L with 7,500 L is three quarters full and takes 2,500 L more', () => {
  expect(of({ volumeL: 7_500, capacityL: 10_000 })).toMatchObject({ fill: 75, ullage: 2_500 })
})

test('an empty compartment is at zero per cent, which is a number', () => {
  expect(of({ volumeL: 0, capacityL: 10_000 })).toMatchObject({ fill: 0, ullage: 10_000 })
})

test('more than the table ends with has less than no room', () => {
  expect(of({ volumeL: 10_100, capacityL: 10_000 })).toMatchObject({ fill: 101, ullage: -100 })
})

test('without a reading, or without a capacity, nothing is known and nothing is divided by zero', () => {
  expect(of({ volumeL: null, capacityL: 10_000 })).toMatchObject({ fill: null, ullage: null })
  expect(of({ volumeL: 500, capacityL: 0 })).toMatchObject({ fill: null, ullage: null })
})

test('the console is compared with the platform only where both say something', () => {
  expect(of({ consoleL: 7_512.5, platformL: 7_500 }).difference).toBe(12.5)
  expect(of({ consoleL: 7_490, platformL: 7_500 }).difference).toBe(-10)
  expect([of({ consoleL: 7_500 }).difference, of({ platformL: 7_500 }).difference]).toEqual([null, null])
})

test('in both directions the tanks of which nothing is known come last', () => {
  const rows = [{ value: 5 }, { value: null }, { value: -1 }, { value: null }, { value: 9 }]
  const sorted = (order: 'asc' | 'desc') => sortedBy(rows, ({ value }) => value, order).map(({ value }) => value)
  expect(sorted('asc')).toEqual([-1, 5, 9, null, null])
  expect(sorted('desc')).toEqual([9, 5, -1, null, null])
})

test('sorting leaves no row out, keeps equal ones in their order, and the list itself as it was', () => {
  const value = fc.option(fc.integer({ min: 0, max: 3 }))
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), fc.constantFrom('asc' as const, 'desc' as const), (values, order) => {
      const rows = values.map((one, index) => ({ one, index }))
      const sorted = sortedBy(rows, ({ one }) => one, order)
      expect(sorted.toSorted((a, b) => a.index - b.index)).toEqual(rows)
      for (const [at, row] of sorted.entries()) {
        const next = sorted[at + 1]
        if (next && next.one === row.one) expect(next.index).toBeGreaterThan(row.index)
        if (next && row.one === null) expect(next.one).toBeNull()
      }
    }),
  )
})
