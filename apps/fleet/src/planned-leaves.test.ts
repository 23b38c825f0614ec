import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planLeaves } from './planned-leaves.ts'
import { createRandom } from './random.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const liveFrom = Date.UTC(2026, 9, 12, 1, 0, 0)

test('leaves are in order, last less than four days, and none covers the first day and a half after the start', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 60 }), (seed, days) => {
      const leaves = planLeaves(createRandom(seed), liveFrom - days * dayMs, liveFrom)
      for (const [index, { from, until }] of leaves.entries()) {
        expect(from).toBeGreaterThanOrEqual(liveFrom - days * dayMs)
        expect(from).toBeLessThan(liveFrom + 60 * dayMs)
        expect(until - from).toBeGreaterThan(hourMs)
        expect(until - from).toBeLessThan(4 * dayMs)
        expect(until < liveFrom || from > liveFrom + 36 * hourMs).toBe(true)
        expect(from).toBeGreaterThanOrEqual(leaves[index - 1]?.from ?? 0)
      }
    }),
  )
})

test('forty trucks over a week: some are laid up over a rest and some wait in a repair shop for days, most are not', () => {
  const trucks = Array.from({ length: 40 }, (_, seed) => planLeaves(createRandom(seed), liveFrom - 7 * dayMs, liveFrom))
  const past = trucks.map((leaves) => leaves.filter(({ until }) => until < liveFrom))
  const inRepair = past.filter((leaves) => leaves.some(({ atRepairShop }) => atRepairShop))
  const overRest = past.filter((leaves) => leaves.some(({ atRepairShop }) => !atRepairShop))
  expect(inRepair.length).toBeGreaterThanOrEqual(2)
  expect(inRepair.length).toBeLessThan(12)
  expect(overRest.length).toBeGreaterThanOrEqual(4)
  expect(overRest.length).toBeLessThan(25)
  expect(planLeaves(createRandom(3), liveFrom - 7 * dayMs, liveFrom)).toEqual(trucks[3])
})
