import { distanceM } from '@tanker/domain/fences/geo'
import { expect, test } from 'vitest'
import { nameAreas } from './area-names.ts'

/** Pseudo-random, the same in every run. */
const random = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647

test('the nearest place equals that of a full scan, in towns and in the desert, north and south', () => {
  const next = random(7)
  for (const latitude of [-62, -20, 0, 31, 65]) {
    for (const spreadDeg of [0.2, 3]) {
      const places = Array.from({ length: 60 }, (_, i) => ({
        name: `P${i}`,
        lat: latitude + next() * spreadDeg,
        lng: 120 + next() * spreadDeg,
      }))
      const nameArea = nameAreas([], places)
      for (let i = 0; i < 100; i += 1) {
        const lat = latitude + next() * spreadDeg
        const lng = 120 + next() * spreadDeg
        const nearest = places
          .map((place) => ({ place, away: distanceM(lat, lng, place.lat, place.lng) }))
          .toSorted((a, b) => a.away - b.away)[0]
        const expected = nearest && nearest.away <= 29_900 ? `${(nearest.away / 1000).toFixed(1)} km from` : ''
        // At the border of 30 km the flat and the round distance may differ by a few metres.
        if (nearest && Math.abs(nearest.away - 30_000) < 200) continue
        expect(nameArea(lat, lng, 'en').split(' P')[0]).toBe(expected)
      }
    }
  }
})

test('a truck that stands in two fences is in the station, not in the free one around it', () => {
  const circle = (id: number, kind: 'station' | 'custom', name: string, radiusM: number) =>
    ({ id, kind, name, placeId: null, shape: { shape: 'circle', lat: 31, lng: 120, radiusM }, speedLimitKmh: null }) as const
  expect(nameAreas([circle(1, 'custom', '区域', 100), circle(2, 'station', '东站', 500)], [])(31, 120, 'zh')).toBe('东站')
})

test('no known place nearby: no name', () => {
  expect(nameAreas([], [])(31, 120, 'zh')).toBe('')
  expect(nameAreas([], [])(null, null, 'zh')).toBe('')
})
