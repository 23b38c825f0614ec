import { expect, test } from 'vitest'
import { dayBefore, firstTracks, readCompared, searchOf } from './compare-address.ts'

const [FROM, TO] = [Date.UTC(2026, 2, 1, 0), Date.UTC(2026, 2, 1, 12)]

test('an address reads as it was written, also with one truck twice', () => {
  const tracks = [
    { truckId: 7, from: FROM, to: TO },
    { truckId: 7, from: FROM - 86_400_000, to: TO - 86_400_000 },
  ]
  expect(readCompared(searchOf(tracks))).toEqual(tracks)
})

test('nonsense, more than three days and a fifth track are left out', () => {
  const long = `1_${FROM}_${FROM + 3 * 86_400_000 + 1}`
  const threeDays = `1_${FROM}_${FROM + 3 * 86_400_000}`
  expect(readCompared({ tracks: `x,1_2,0_${FROM}_${TO},1_${TO}_${FROM},${long},99999999999_${FROM}_${TO}` })).toEqual([])
  expect(readCompared({ tracks: Array(5).fill(threeDays).join() })).toHaveLength(4)
  expect(readCompared({})).toEqual([])
})

test('before anything is chosen it is the truck that was looked at last, yesterday against the day before', () => {
  const [yesterday, before] = firstTracks(3, new Date(2026, 2, 10, 15, 30).getTime())
  expect(yesterday).toEqual({ truckId: 3, from: new Date(2026, 2, 9).getTime(), to: new Date(2026, 2, 10).getTime() })
  expect(before).toEqual({ truckId: 3, from: new Date(2026, 2, 8).getTime(), to: new Date(2026, 2, 9).getTime() })
  expect(dayBefore(before!)).toMatchObject({ from: before!.from - 86_400_000 })
})
