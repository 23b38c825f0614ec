import type { TruckDelta } from '@tanker/contract/feed'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fleetStore } from '../../../platform/feed/fleet-store.ts'
import { atPace, readTracked } from './use-tracked.ts'
import type { Refresh } from './tracking-address.ts'

const load = (revision: number): void =>
  fleetStore.load({
    revision,
    truckId: [11, 12],
    signCode: ['苏E11111', '苏E12222'],
    organisationId: [1, 1],
    status: [0, 2],
    processState: [0, 6],
    loaded: [false, true],
    lat: [null, 31.2],
    lng: [null, 120.2],
    speed: [0, 60],
    heading: [0, 90],
    gpsTime: [null, 1_000],
    volumeL: [0, 24_000],
  })
let revision = 10
const report = (truckId: number, speed: number): void => {
  const delta: TruckDelta = [truckId, 2, 6, 31.2, 120.3, speed, 90, 2_000, 23_000, true]
  fleetStore.apply({ revision: (revision += 1), trucks: [delta] })
}
/** The speeds that were read of truck 12. */
function following(refresh: Refresh) {
  const speeds: (number | undefined)[] = []
  const stop = atPace([12], refresh, () => speeds.push(readTracked([12])[0]?.speedKmh))
  return { speeds, stop }
}

beforeEach(() => {
  vi.useFakeTimers()
  load((revision += 1))
})
afterEach(() => {
  vi.useRealTimers()
  fleetStore.fleet = null
})

test('[2.3-02] live, each report of a followed truck is read, and none of others', () => {
  const { speeds, stop } = following('live')
  report(12, 61)
  report(11, 40)
  report(12, 62)
  stop()
  report(12, 63)
  expect(speeds).toEqual([61, 62])
})

test('[2.3-02] every ten seconds what is known then is read; a new fleet at once', () => {
  const { speeds, stop } = following('10')
  report(12, 61)
  vi.advanceTimersByTime(9_999)
  expect(speeds).toEqual([])
  report(12, 62)
  vi.advanceTimersByTime(1)
  expect(speeds).toEqual([62])
  load((revision += 1))
  expect(speeds).toEqual([62, 60])
  stop()
  vi.advanceTimersByTime(60_000)
  expect(speeds).toHaveLength(2)
})

test('a truck without a position is read without a place; one that the user does not see is not there', () => {
  expect(readTracked([12, 99, 11]).map(({ plate, place, at }) => [plate, place, at])).toEqual([
    ['苏E12222', [120.2, 31.2], 1_000],
    ['苏E11111', null, null],
  ])
})
