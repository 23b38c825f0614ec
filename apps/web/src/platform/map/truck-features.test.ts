import type { FleetSnapshot } from '@tanker/contract/trucks'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { expect, test } from 'vitest'
import { fleetBounds, placeOf, RANK_OF_LOOK, truckFeature } from './truck-features.ts'

const fleetOf = (...trucks: { status?: number; speed?: number; heading?: number; lat?: number | null; lng?: number | null }[]) =>
  ({
    truckId: trucks.map((_, index) => 11 + index),
    signCode: trucks.map((_, index) => `苏E${index}`),
    status: trucks.map(({ status = 1 }) => status),
    speed: trucks.map(({ speed = 0 }) => speed),
    heading: trucks.map(({ heading = 0 }) => heading),
    lat: trucks.map(({ lat = 31 }) => lat),
    lng: trucks.map(({ lng = 120 }) => lng),
  }) as unknown as FleetSnapshot
const drawn = (truck: Parameters<typeof fleetOf>[0]) => truckFeature(fleetOf(truck), 0, [120, 31]).properties

test('a truck is drawn at its place with its plate, and found by its id', () => {
  expect(truckFeature(fleetOf({ status: 2 }), 0, [120.5, 31.5])).toMatchObject({
    id: 11,
    geometry: { type: 'Point', coordinates: [120.5, 31.5] },
    properties: { truckId: 11, plate: '苏E0' },
  })
})

test('a moving truck is an arrow that points where it drives, a standing one a dot', () => {
  expect(drawn({ status: 2, speed: 60, heading: 135 })).toMatchObject({ icon: 'truck-2-moving', heading: 135 })
  expect(drawn({ status: 2, speed: 2, heading: 90 })).toMatchObject({ icon: 'truck-2-moving', heading: 90 })
  // Below 2 km/h a position only wanders.
  expect(drawn({ status: 2, speed: 1.9, heading: 90 })).toMatchObject({ icon: 'truck-2-still', heading: 0 })
})

test('an offline truck stands still at any speed that it said last', () => {
  expect(drawn({ status: 0, speed: 80, heading: 90 })).toMatchObject({ icon: 'truck-0-still', heading: 0 })
})

test('a cluster has the colour of the worst state in it: alarm, offline, parked, loaded, empty', () => {
  const names = TRUCK_STATUSES.map(({ code, name }) => ({ name, rank: RANK_OF_LOOK[code] ?? 0 }))
  expect(names.toSorted((a, b) => b.rank - a.rank).map(({ name }) => name)).toEqual(['alarm', 'offline', 'parked', 'loaded', 'empty'])
  expect(drawn({ status: 3 })).toMatchObject({ rank: 5 })
})

test('a truck without a position is on no map; one at zero degrees is', () => {
  const fleet = fleetOf({ lat: null, lng: null }, { lat: 0, lng: 0 }, { lat: 31, lng: null })
  expect([0, 1, 2].map((position) => placeOf(fleet, position))).toEqual([null, [0, 0], null])
})

test('the map opens on the whole fleet, and leaves out trucks that never said where they are', () => {
  const fleet = fleetOf({ lat: 31, lng: 121 }, { lat: null, lng: null }, { lat: 33, lng: 119 }, { lat: 32, lng: null })
  expect(fleetBounds(fleet)).toEqual([119, 31, 121, 33])
  expect(fleetBounds(fleetOf({ lat: 31, lng: 121 }))).toEqual([121, 31, 121, 31])
  expect([fleetBounds(fleetOf()), fleetBounds(fleetOf({ lat: null, lng: null }))]).toEqual([null, null])
})

test('a fleet of ten thousand trucks has bounds too', () => {
  const many = fleetOf(...Array.from({ length: 10_000 }, (_, index) => ({ lat: 20 + index / 1_024, lng: 110 + index / 1_024 })))
  expect(fleetBounds(many)).toEqual([110, 20, 110 + 9_999 / 1_024, 20 + 9_999 / 1_024])
})
