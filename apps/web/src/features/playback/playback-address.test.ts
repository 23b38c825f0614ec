import { expect, test } from 'vitest'
import { readMoment, readPlayback, searchOf } from './playback-address.ts'

const now = Date.UTC(2026, 2, 18, 2, 0, 30)
const hourMs = 3_600_000

test('without an address the last twelve hours of the truck looked at last are asked for', () => {
  expect(readPlayback({}, now, 7)).toEqual({ truckIds: [7], from: Date.UTC(2026, 2, 17, 14, 1), to: Date.UTC(2026, 2, 18, 2, 1) })
  expect(readPlayback({}, now, null).truckIds).toEqual([])
})

test('an address leads to the same question, and a link to the same second', () => {
  const asked = { truckIds: [3, 9], from: now - 5 * hourMs, to: now }
  const search = searchOf(asked, now - hourMs + 400)
  expect(readPlayback(search, now + 9 * hourMs, 7)).toEqual(asked)
  expect(readMoment(search)).toBe(now - hourMs)
  expect(readMoment(searchOf(asked))).toBeNull()
})

test('[5.4-01] more than four trucks, more than three days and nonsense are cut down', () => {
  expect(readPlayback({ trucks: '1,2,2,x,-4,3,4,5,99999999999' }, now, null).truckIds).toEqual([1, 2, 3, 4])
  const long = readPlayback({ truck: '1', from: '2026-03-01T00:00:00Z', to: '2026-03-18T00:00:00Z' }, now, null)
  expect(long.to - long.from).toBe(72 * hourMs)
  const backwards = readPlayback({ truck: '1', from: '2026-03-18T00:00:00Z', to: '2026-03-17T00:00:00Z' }, now, null)
  expect(backwards.to - backwards.from).toBe(24 * hourMs)
})
