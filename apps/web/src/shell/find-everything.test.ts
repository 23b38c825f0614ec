import type { MapPlaces } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { searchedText } from '../platform/find/find-names.ts'
import { spellingsOf } from '../platform/find/spelling.ts'
import { findEverything, type Searchable } from './find-everything.ts'
import { screenFinder } from './find-screens.ts'

const links = [
  { name: '货物监控', url: 'monitor/cargo_transport' },
  { name: '电子围栏设置', url: 'setting/base_data/user_enclosure' },
  { name: '超速报警', url: 'driving_monitor/exception_report/alarm_over_speed' },
]
const place = (id: number, kind: MapPlaces[number]['kind'], name: string) => ({
  id,
  kind,
  name,
  lat: 31,
  lng: 120,
  outline: [],
  searched: searchedText([name], spellingsOf),
})
const driver = (id: number, name: string, truckId: number | null) => ({ id, name, truckId, searched: searchedText([name], spellingsOf) })
const all: Searchable = {
  links,
  findScreens: screenFinder(links),
  trucks: [
    { id: 7, plate: '苏A8F8M1', searched: searchedText(['苏A8F8M1'], spellingsOf) },
    { id: 8, plate: '苏E00001', searched: searchedText(['苏E00001'], spellingsOf) },
  ],
  places: [place(3, 'station', '虞山站'), place(-4, 'custom', '虞山禁行区')],
  drivers: [driver(1, '陈海霞', 7), driver(2, '陈无车', null), driver(3, '陈他方', 99)],
}
const found = (typed: string, of: Searchable = all) => findEverything(of, typed)

test('[D-39] part of a plate leads to its card, before screens that are only like it', () => {
  expect(found('f8m')[0]).toEqual({
    key: 'truck 7',
    kind: 'truck',
    name: '苏A8F8M1',
    to: '/monitor/cargo_transport',
    search: { truck: '7' },
  })
  expect(found('sue0')[0]?.name).toBe('苏E00001')
})

test('[D-39] places lead to the map, a fence without a place by its negative id', () => {
  expect(found('yushan').map(({ kind, search }) => [kind, search])).toEqual([
    ['station', { place: '3' }],
    ['custom', { place: '-4' }],
  ])
})

test('[D-39] a driver leads to the truck; without one that is seen, to the list of drivers where the user has it', () => {
  expect(found('陈').map(({ name }) => name)).toEqual(['陈海霞 · 苏A8F8M1'])
  const withDrivers = { ...all, links: [...links, { name: '驾驶员管理', url: 'setting/base_data/driver' }] }
  expect(found('陈', withDrivers).map(({ name, to, search }) => [name, to, search])).toEqual([
    ['陈海霞 · 苏A8F8M1', '/monitor/cargo_transport', { truck: '7' }],
    ['陈无车', '/setting/base_data/driver', { filters: '{"search":"陈无车"}' }],
    ['陈他方', '/setting/base_data/driver', { filters: '{"search":"陈他方"}' }],
  ])
})

test('[D-23] before the dictionary is there, screens are found by their titles', () => {
  expect(found('超速', { ...all, findScreens: null }).map(({ name }) => name)).toEqual(['超速报警'])
  expect(found('围栏')[0]?.name).toBe('电子围栏设置')
  expect(found(' ')).toEqual([])
})

test('of each kind five lines at most', () => {
  const many = { ...all, trucks: Array.from({ length: 30 }, (_, id) => ({ id, plate: `苏Z${id}`, searched: `苏z${id}` })) }
  expect(found('苏z', many).filter(({ kind }) => kind === 'truck')).toHaveLength(5)
})
