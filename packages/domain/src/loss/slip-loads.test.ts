import { expect, test } from 'vitest'
import { mergeLoads, type PlannedSlip } from './slip-loads.ts'

const hourMs = 3_600_000
const at = (placeId: number, ...compartments: number[]) => ({ placeId, compartments })
const planned = (slipNo: string, hours: number, stops: PlannedSlip['slip']['stops'], depotPlaceId = 1): PlannedSlip => ({
  plannedAt: hours * hourMs,
  slip: { slipNo, depotPlaceId, stops },
})
const numbers = (...slips: PlannedSlip[]) => mergeLoads(slips).map(({ slip }) => slip.slipNo)

test('slips of one depot and nearly one time that share no compartment are one load', () => {
  const [one, ...others] = mergeLoads([
    planned('B', 9, [at(20, 3)]),
    planned('A', 8, [at(10, 1), at(11, 2)]),
    planned('C', 10, [at(10, 4)]),
  ])
  expect(others).toEqual([])
  expect(one).toEqual({
    plannedAt: 8 * hourMs,
    slip: { slipNo: 'A、B、C', depotPlaceId: 1, loads: [], stops: [at(10, 1, 4), at(11, 2), at(20, 3)] },
  })
})

test('a slip of a compartment that is taken, of another depot, or planned later than two hours after the first is another load', () => {
  const first = planned('A', 8, [at(10, 1)])
  expect(numbers(first, planned('B', 8, [at(11, 1, 2)]))).toEqual(['A', 'B'])
  expect(numbers(first, planned('B', 8, [at(11, 2)], 2))).toEqual(['A', 'B'])
  expect(numbers(first, planned('B', 10, [at(11, 2)]))).toEqual(['A、B'])
  expect(numbers(first, planned('B', 10.01, [at(11, 2)]))).toEqual(['A', 'B'])
  // Counted from the first, so that a chain of slips is no endless load.
  expect(numbers(first, planned('B', 9.5, [at(11, 2)]), planned('C', 11, [at(11, 3)]))).toEqual(['A、B', 'C'])
})

test('a slip without lines is a load of its own after another, and two stops at one station within a slip stay two', () => {
  expect(numbers(planned('A', 8, [at(10, 1)]), planned('B', 8, []))).toEqual(['A', 'B'])
  expect(mergeLoads([planned('A', 8, [at(10, 1), at(11, 2), at(10, 3)])])[0]?.slip.stops).toHaveLength(3)
  expect(mergeLoads([])).toEqual([])
})
