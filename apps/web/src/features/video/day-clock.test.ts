import { expect, test } from 'vitest'
import { beginOf, clockOf, dayIn, shareOf } from './day-clock.ts'

const BEGIN = Date.UTC(2026, 10, 26, 16)
const at = (hour: number, minute = 0, second = 0): number => BEGIN + ((hour * 60 + minute) * 60 + second) * 1_000

test('times of a day are shown on the clock of the truck', () => {
  expect([clockOf(at(8, 5, 9), BEGIN), clockOf(BEGIN, BEGIN), clockOf(at(24), BEGIN)]).toEqual(['08:05:09', '00:00:00', '24:00:00'])
  expect([shareOf(at(6), BEGIN), shareOf(at(-1), BEGIN), shareOf(at(25), BEGIN)]).toEqual([0.25, 0, 1])
})

test('an address names a day that has been; other words mean today', () => {
  const days = ['2026-11-27', '2026-11-29', '2026-13-01', 'yesterday', undefined]
  expect(days.map((word) => dayIn(word, '2026-11-28'))).toEqual(['2026-11-27', '2026-11-28', '2026-11-28', '2026-11-28', '2026-11-28'])
})

test('playing begins where it is wished, in a gap at the next recording, and not after the last one', () => {
  const recordings = [
    { from: at(6), to: at(7) },
    { from: at(9), to: at(10) },
  ]
  expect([at(5), at(6, 30), at(7), at(9, 59), at(10)].map((wish) => beginOf(recordings, wish))).toEqual([
    at(6),
    at(6, 30),
    at(9),
    at(9, 59),
    null,
  ])
})
