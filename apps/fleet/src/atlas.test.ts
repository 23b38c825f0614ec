import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAtlas } from './atlas.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const atlas = createAtlas(world.roads, world.places)
const depots = world.places.filter(({ kind }) => kind === 'depot')

test('every place is reached from every depot, and back the same length', () => {
  for (const depot of depots) {
    for (const place of world.places) {
      if (place.name === depot.name) continue
      const there = atlas.route(depot, place)
      expect(there.lengthM, place.name).toBeGreaterThan(500)
      expect(there.lengthM, place.name).toBeLessThan(330_000)
      expect(Math.abs(atlas.route(place, depot).lengthM - there.lengthM)).toBeLessThan(1)
    }
  }
})

test('a route begins and ends at its places', () => {
  const [from, to] = [depots[0]!, world.places.find(({ kind }) => kind === 'station')!]
  const { points } = atlas.route(from, to)
  expect(points[0]).toEqual([from.lng, from.lat])
  expect(points.at(-1)).toEqual([to.lng, to.lat])
})

test('the speed caps leave room to brake gently at every vertex', () => {
  const { atM, capsMs } = atlas.route(depots[0]!, depots[1]!)
  for (let index = 0; index + 1 < atM.length; index++) {
    const [now, next] = [capsMs[index]!, capsMs[index + 1]!]
    if (Number.isFinite(now)) expect((now ** 2 - next ** 2) / (2 * (atM[index + 1]! - atM[index]!))).toBeLessThan(0.81)
  }
  expect(capsMs.at(-1)).toBe(0)
})

test('the map has enough points to look like one', () => {
  expect(world.roads.features.reduce((sum, { geometry }) => sum + geometry.coordinates.length, 0)).toBeGreaterThan(1_500)
})
