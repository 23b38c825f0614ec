import type { TruckDelta } from '@tanker/contract/feed'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { FleetStore } from './fleet-store.ts'

const aSnapshot = (revision: number): FleetSnapshot => ({
  revision,
  truckId: [11, 12],
  signCode: ['苏E11111', '苏E12222'],
  companyId: [1, 2],
  status: [1, 2],
  processState: [0, 6],
  loaded: [false, true],
  lat: [31.1, 31.2],
  lng: [120.1, 120.2],
  speed: [0, 60],
  heading: [0, 90],
  gpsTime: [null, 1_000],
  volumeL: [0, 24_000],
})

const aDelta = (truckId: number, status: number, speed: number): TruckDelta => [
  truckId,
  status,
  6,
  31.5,
  120.5,
  speed,
  45,
  2_000,
  100,
  true,
]

test('a live batch newer than the snapshot is applied, an older one is not', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  store.apply({ revision: 10, trucks: [aDelta(12, 3, 10)] })
  expect(store.fleet?.speed).toEqual([0, 60])
  store.apply({ revision: 11, trucks: [aDelta(12, 3, 70)] })
  expect(store.fleet?.speed).toEqual([0, 70])
  expect(store.fleet?.status).toEqual([1, 3])
})

test('batches that arrive before the snapshot wait for it', () => {
  const store = new FleetStore()
  store.apply({ revision: 9, trucks: [aDelta(11, 2, 30)] })
  store.apply({ revision: 12, trucks: [aDelta(11, 2, 40)] })
  store.load(aSnapshot(10))
  expect(store.fleet?.speed).toEqual([40, 60])
  expect(store.fleet?.revision).toBe(12)
})

test('a snapshot that was under way while batches came does not take the fleet back in time', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  store.apply({ revision: 11, trucks: [aDelta(11, 2, 50)] })
  store.load(aSnapshot(10))
  expect(store.fleet?.speed).toEqual([50, 60])
})

test('a truck that is not in the snapshot is left unchanged', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  const seen: unknown[] = []
  store.listen((changed) => seen.push(changed))
  store.apply({ revision: 11, trucks: [aDelta(99, 2, 50)] })
  expect(seen).toEqual([])
})

test('counters by company follow the status of each truck', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  expect(store.countsOf(2)).toEqual([0, 0, 1, 0, 0])
  store.apply({ revision: 11, trucks: [aDelta(12, 3, 70)] })
  expect(store.countsOf(2)).toEqual([0, 0, 0, 1, 0])
  expect(store.countsOf(7)).toEqual([0, 0, 0, 0, 0])
})

test('a row hears of its own truck only', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  let heard = 0
  const stop = store.listenTo(11, () => (heard += 1))
  const before = store.versionOf(11)
  store.apply({ revision: 11, trucks: [aDelta(12, 3, 70)] })
  expect(heard).toBe(0)
  store.apply({ revision: 12, trucks: [aDelta(11, 3, 70)] })
  expect(heard).toBe(1)
  expect(store.versionOf(11)).toBeGreaterThan(before)
  stop()
  store.apply({ revision: 13, trucks: [aDelta(11, 3, 75)] })
  expect(heard).toBe(1)
})
