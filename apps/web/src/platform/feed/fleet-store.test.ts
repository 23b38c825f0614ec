import type { TruckDelta } from '@tanker/contract/feed'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FleetStore } from './fleet-store.ts'

const aSnapshot = (revision: number): FleetSnapshot => ({
  revision,
  truckId: [11, 12],
  signCode: ['苏E11111', '苏E12222'],
  organisationId: [1, 2],
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

test('counters by organisation follow the status of each truck', () => {
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

test('a snapshot that is under way for minutes loses no change of any truck', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  for (let revision = 11; revision <= 400; revision += 1) store.apply({ revision, trucks: [aDelta(12, 2, revision)] })
  store.apply({ revision: 401, trucks: [aDelta(11, 3, 7)] })
  // Made when the truck 12 had come to revision 20.
  store.load({ ...aSnapshot(20), speed: [0, 20] })
  expect(store.fleet).toMatchObject({ speed: [7, 400], revision: 401 })
})

test('a change that the snapshot knows already does not overwrite what the snapshot says of the truck', () => {
  const store = new FleetStore()
  store.apply({ revision: 9, trucks: [aDelta(11, 3, 30)] })
  store.load(aSnapshot(10))
  expect(store.fleet).toMatchObject({ speed: [0, 60], status: [1, 2], revision: 10 })
})

test('before the first snapshot the changes wait by truck: as many as there are trucks, however long it takes', () => {
  const store = new FleetStore()
  for (let revision = 1; revision <= 5_000; revision += 1) store.apply({ revision, trucks: [aDelta(11, 2, revision), aDelta(99, 2, 1)] })
  store.load(aSnapshot(4_999))
  expect(store.fleet?.speed).toEqual([5_000, 60])
  expect(store.positionOf(99)).toBeUndefined()
})

test('changes from before the line was lost do not overwrite what the next snapshot says', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  store.apply({ revision: 30, trucks: [aDelta(11, 3, 80)] })
  store.lose()
  // The server was started again and counts from the beginning.
  store.load(aSnapshot(2))
  expect(store.fleet).toMatchObject({ speed: [0, 60], revision: 2 })
  store.apply({ revision: 3, trucks: [aDelta(11, 2, 33)] })
  expect(store.fleet?.speed).toEqual([33, 60])
})

test('the counters follow changes that waited for the snapshot too', () => {
  const store = new FleetStore()
  store.apply({ revision: 11, trucks: [aDelta(11, 3, 0)] })
  store.load(aSnapshot(10))
  expect([store.countsOf(1), store.countsOf(2)]).toEqual([
    [0, 0, 0, 1, 0],
    [0, 0, 1, 0, 0],
  ])
})

test('lists are drawn again when a status changes or trucks come and go, not when a truck only moves', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  const before = store.statusRevision
  store.apply({ revision: 11, trucks: [aDelta(12, 2, 70)] })
  expect(store.statusRevision).toBe(before)
  store.apply({ revision: 12, trucks: [aDelta(12, 4, 0)] })
  expect(store.statusRevision).toBe(before + 1)
  store.load(aSnapshot(13))
  expect(store.statusRevision).toBeGreaterThan(before + 1)
})

test('listeners hear which trucks changed, and of a snapshot that all did, until they leave', () => {
  const store = new FleetStore()
  const heard: unknown[] = []
  const stop = store.listen((changed) => heard.push(changed))
  store.load(aSnapshot(10))
  store.apply({ revision: 11, trucks: [aDelta(12, 2, 1), aDelta(99, 2, 1), aDelta(11, 2, 1)] })
  stop()
  store.apply({ revision: 12, trucks: [aDelta(12, 2, 2)] })
  expect(heard).toEqual([null, [1, 0]])
})

test('a row is drawn again after a snapshot, although its truck said nothing', () => {
  const store = new FleetStore()
  store.load(aSnapshot(10))
  let heard = 0
  store.listenTo(11, () => (heard += 1))
  store.load(aSnapshot(12))
  expect(heard).toBe(1)
})

test('in any order of snapshots and batches each truck stands at the newest that was said of it', () => {
  const batch = fc.record({ truckId: fc.constantFrom(11, 12), speed: fc.nat(99) })
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 40 }), fc.array(fc.nat(39)), fc.nat(39), (batches, loads, first) => {
      // What the server knows at each revision.
      const known = [{ 11: 0, 12: 60 }]
      for (const { truckId, speed } of batches) known.push({ ...(known.at(-1) as { 11: number; 12: number }), [truckId]: speed })
      const store = new FleetStore()
      const load = (revision: number): void => {
        const { 11: one = 0, 12: other = 0 } = known[revision] ?? {}
        store.load({ ...aSnapshot(revision), speed: [one, other] })
      }
      for (const [index, { truckId, speed }] of batches.entries()) {
        store.apply({ revision: index + 1, trucks: [aDelta(truckId, 2, speed)] })
        // A snapshot that was made at any time before arrives now.
        if (index === first % batches.length || loads.includes(index)) load(Math.floor((index + 1) / 2))
      }
      if (!store.fleet) load(0)
      const last = known.at(-1)
      expect(store.fleet?.speed).toEqual([last?.[11], last?.[12]])
    }),
  )
})
