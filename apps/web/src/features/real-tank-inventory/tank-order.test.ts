import { expect, test } from 'vitest'
import type { TankMark } from './tank-marks.ts'
import { cardsOf } from './tank-order.ts'

/** Tanks of some trucks with their marks, in the order of the inventory. */
const cards = (tanks: readonly (readonly [truck: number, ...marks: TankMark[]])[], shown = tanks.map((_, tank) => tank)) =>
  cardsOf({ inventory: { tanks: { truck: tanks.map(([truck]) => truck) } as never }, marks: tanks.map(([, ...marks]) => marks) }, shown)

test('each truck is one card with its tanks in their order', () => {
  expect(cards([[0], [0], [1], [0]])).toEqual([
    [0, [0, 1, 3]],
    [1, [2]],
  ])
})

test('a truck with a fault, water or too much stands first, one that never reported last', () => {
  const order = cards([[0], [1, 'silent'], [2, 'stale'], [3, 'water'], [4, 'over-full'], [5, 'fault']]).map(([truck]) => truck)
  expect(order).toEqual([3, 4, 5, 0, 2, 1])
})

test('old data alone moves no truck: its neighbours by plate stay beside it', () => {
  expect(cards([[0], [1, 'stale'], [2]]).map(([truck]) => truck)).toEqual([0, 1, 2])
})

test('one tank with a fault brings its whole truck to the front, silent compartments beside it or not', () => {
  expect(cards([[0], [1, 'silent'], [1, 'fault']]).map(([truck]) => truck)).toEqual([1, 0])
})

test('of tanks that are filtered only these are on the cards', () => {
  expect(cards([[0], [0, 'water'], [1]], [1])).toEqual([[0, [1]]])
  expect(cards([[0], [1]], [])).toEqual([])
})
