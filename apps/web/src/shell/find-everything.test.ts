import type { MapPlaces } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { searchedText } from '../platform/find/find-names.ts'
import { spellingsOf } from '../platform/find/spelling.ts'
import { findEverything, firstOfGroup, type Searchable } from './find-everything.ts'
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
  views: [
    {
      id: 4,
      name: '昨天超速',
      report: 'driving_monitor/exception_report/alarm_over_speed',
      searched: searchedText(['昨天超速'], spellingsOf),
    },
    { id: 5, name: '昨天离线', report: 'monitor/offline_truck', searched: searchedText(['昨天离线'], spellingsOf) },
  ],
  trucks: [
    { id: 7, plate: '苏A8F8M1', searched: searchedText(['苏A8F8M1'], spellingsOf) },
    { id: 8, plate: '苏E00001', searched: searchedText(['苏E00001'], spellingsOf) },
  ],
  places: [place(3, 'station', '虞山站'), place(-4, 'custom', '虞山禁行区')],
  spots: [{ name: '虞山路', lng: 120, lat: 31, zoom: 15, searched: 'yslu' }],
  drivers: [driver(1, '陈海霞', 7), driver(2, '陈无车', null), driver(3, '陈他方', 99)],
}
const found = (typed: string, of: Searchable = all) => findEverything(of, typed).flatMap(({ lines }) => lines)
const groups = (typed: string, of: Searchable = all) =>
  findEverything(of, typed).map(({ group, lines }) => [group, lines.map(({ name }) => name)])

test('a view is found by its name where its screen is in the menu', () => {
  expect(found('zuotian')).toEqual([
    {
      key: 'view 4',
      kind: 'view',
      name: '昨天超速',
      to: '/driving_monitor/exception_report/alarm_over_speed',
      search: { view: '4' },
    },
  ])
})

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
  expect(found('超速', { ...all, findScreens: null, views: [] }).map(({ name }) => name)).toEqual(['超速报警'])
  expect(found('围栏')[0]?.name).toBe('电子围栏设置')
  expect(found(' ')).toEqual([])
})

test('of each kind five lines at most', () => {
  const many = { ...all, trucks: Array.from({ length: 30 }, (_, id) => ({ id, plate: `苏Z${id}`, searched: `苏z${id}` })) }
  expect(found('苏z', many).filter(({ kind }) => kind === 'truck')).toHaveLength(5)
})

test('what is found stands under its kind, places and fences apart; screens that are only like it come where nothing else is found', () => {
  expect(groups('虞山')).toEqual([
    ['places', ['虞山站']],
    ['fences', ['虞山禁行区']],
  ])
  expect(groups('围栏')).toEqual([['screens', ['电子围栏设置']]])
  expect(groups('ycbj')).toEqual([])
  expect(groups('alarm ovr speed')).toEqual([['screens', ['超速报警']]])
})

test('a group full of lines leaves room for the others', () => {
  const named = (count: number, name: string) =>
    Array.from({ length: count }, (_, id) => ({ id, plate: `${name}${id}`, name: `${name}${id}`, truckId: id, searched: `海${id}` }))
  const many: Searchable = {
    links: [{ name: '海图', url: 'sea' }],
    findScreens: null,
    views: [],
    trucks: named(9, '海'),
    drivers: named(9, '海'),
    spots: [],
    places: named(9, '海').map((one) => ({ ...place(one.id, 'station', one.name), searched: one.searched })),
  }
  expect(findEverything(many, '海').map(({ group, lines }) => [group, lines.length])).toEqual([
    ['screens', 1],
    ['trucks', 5],
    ['drivers', 4],
    ['places', 4],
  ])
})

test('Page Down and Page Up go to the first line of the next group and of the one before', () => {
  const three = findEverything({ ...all, findScreens: null, links: [...links, { name: '虞山页', url: 'x' }] }, '虞山')
  expect(three.map(({ group }) => group)).toEqual(['screens', 'places', 'fences'])
  expect([0, 1, 2].map((line) => firstOfGroup(three, line, 1))).toEqual([1, 2, 2])
  expect([0, 1, 2].map((line) => firstOfGroup(three, line, -1))).toEqual([0, 0, 1])
})

test('streets and cities come last and lead to their spot on the map', () => {
  expect(found('yslu')).toEqual([
    {
      key: 'spot 虞山路',
      kind: 'spot',
      name: '虞山路',
      to: '/monitor/cargo_transport',
      search: { at: '120.00000,31.00000,15', named: '虞山路' },
    },
  ])
})
