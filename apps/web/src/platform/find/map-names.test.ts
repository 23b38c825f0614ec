import { expect, test } from 'vitest'
import { baseNames } from './map-names.ts'

const point = (kind: string, zh: string, en: string) => ({ properties: { kind, zh, en }, geometry: { coordinates: [120, 31] as const } })
const road = (name: string, count: number) => ({
  properties: { name_zh: name, name_en: `${name} Road` },
  geometry: { coordinates: Array.from({ length: count }, (_, index) => [index, 31] as const) },
})

test('cities, provinces and roads of the base map can be looked for; a road in pieces once, on its longest piece', () => {
  const names = [point('country', '越南', 'Vietnam'), point('city', '苏州', 'Suzhou'), point('province', '江苏', 'Jiangsu')]
  const roads = [road('G42', 3), road('G42', 7), { properties: {}, geometry: { coordinates: [] } }]
  expect(baseNames(names, roads, 'en')).toEqual([
    { name: 'Suzhou', lng: 120, lat: 31, zoom: 10.5 },
    { name: 'Jiangsu', lng: 120, lat: 31, zoom: 7 },
    { name: 'G42 Road', lng: 3, lat: 31, zoom: 12 },
  ])
  expect(baseNames(names, [], 'zh').map(({ name }) => name)).toEqual(['苏州', '江苏'])
})
