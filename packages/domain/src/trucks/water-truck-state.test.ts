import { expect, test } from 'vitest'
import { waterTruckState } from './water-truck-state.ts'

/** A reading every ten seconds over `minutes`, the water changing by `lpm`. */
const water = (lpm: number, { minutes = 3, sloshL = 0 } = {}) =>
  Array.from({ length: minutes * 6 + 1 }, (_, index) => ({
    at: index * 10_000,
    volumeL: 6000 + (lpm * index) / 6 + (index % 2 === 0 ? sloshL : -sloshL),
  }))

test('[D-01] water that rises while the truck stands is filling, water that falls is spraying, on the road and at a kerb', () => {
  expect(waterTruckState(water(800), false)).toBe('filling')
  expect(waterTruckState(water(-400), true)).toBe('spraying')
  expect(waterTruckState(water(-400), false)).toBe('spraying')
})

test('[D-01] calm water: driving or parked; what rises on the road is the road', () => {
  expect(waterTruckState(water(0), true)).toBe('driving')
  expect(waterTruckState(water(0), false)).toBe('parked')
  expect(waterTruckState(water(300), true)).toBe('driving')
})

test('[D-01] water that sloshes by 200 L says nothing, and does not hide what is sprayed', () => {
  expect(waterTruckState(water(0, { sloshL: 200 }), true)).toBe('driving')
  expect(waterTruckState(water(-400, { sloshL: 200 }), true)).toBe('spraying')
})

test('[D-01] at the border: 60 L a minute flow, 59 do not', () => {
  expect(waterTruckState(water(-60), true)).toBe('spraying')
  expect(waterTruckState(water(-59), true)).toBe('driving')
  expect(waterTruckState(water(60), false)).toBe('filling')
  expect(waterTruckState(water(59), false)).toBe('parked')
})

test('[D-01] too few readings, or too close together, say nothing of a flow; older ones do not count', () => {
  expect(waterTruckState([], false)).toBe('parked')
  expect(waterTruckState(water(-400).slice(0, 3), true)).toBe('driving')
  const close = water(-400).map(({ at, volumeL }) => ({ at: at / 20, volumeL }))
  expect(waterTruckState(close, true)).toBe('driving')
  // Sprayed until three minutes ago, then calm.
  const later = water(0).map(({ at, volumeL }) => ({ at: at + 190_000, volumeL: volumeL - 1200 }))
  expect(waterTruckState([...water(-400), ...later], true)).toBe('driving')
})
