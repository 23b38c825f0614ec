import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, WrongSetting } from '../../settings.ts'
import { originsOf, streetMapOf } from './street-map-setting.ts'
import { PNG_TILES, writeTileFile } from '@tanker/tile-files/test-tile-file'

const folder = mkdtempSync(join(tmpdir(), 'tiles-'))
const tile = { zoom: 8, x: 212, y: 103, bytes: new Uint8Array([1, 2, 3]) }

test('without MAP_TILES there is no street map', () => {
  expect(readSettings([], {}).http.streetMap).toBe(null)
  expect(readSettings([], { MAP_TILES: ' ' }).http.streetMap).toBe(null)
})

test('a tile file describes itself: schema, zooms, bounds, and whose data it is', () => {
  const file = join(folder, 'jiangsu.pmtiles')
  const attribution = '<a href="https://osm.example">&copy; OpenStreetMap</a>'
  writeTileFile(file, { tiles: [tile, { ...tile, zoom: 9 }], metadata: { vector_layers: [{ id: 'roads' }], attribution } })
  expect(readSettings([], { MAP_TILES: file }).http.streetMap).toEqual({
    file,
    map: {
      tiles: null,
      schema: 'protomaps',
      system: 'wgs84',
      minZoom: 8,
      maxZoom: 9,
      bounds: [118, 31, 121, 33],
      credit: '© OpenStreetMap',
    },
  })
  writeTileFile(file, { tiles: [tile], metadata: { vector_layers: [{ id: 'transportation' }] } })
  expect(streetMapOf({ MAP_TILES: file })?.map.schema).toBe('openmaptiles')
  writeTileFile(file, { tiles: [tile], type: PNG_TILES })
  expect(streetMapOf({ MAP_TILES: file, MAP_TILES_SYSTEM: 'gcj02', MAP_TILES_CREDIT: '© 省测绘院' })?.map).toMatchObject({
    schema: null,
    system: 'gcj02',
    credit: '© 省测绘院',
  })
})

test('a file that cannot be used is refused with its reason, and what to give', () => {
  const bad = join(folder, 'bad.pmtiles')
  const refused = (about: RegExp): void => {
    expect(() => readSettings([], { MAP_TILES: bad })).toThrow(WrongSetting)
    expect(() => readSettings([], { MAP_TILES: bad })).toThrow(about)
    expect(() => readSettings([], { MAP_TILES: bad })).toThrow(/^MAP_TILES .*Give a PMTiles file, or addresses/s)
  }
  refused(/ENOENT/)
  writeFileSync(bad, 'PMTiles')
  refused(/shorter than it says/)
  writeFileSync(bad, Buffer.alloc(200, 'x'))
  refused(/first bytes/)
  writeTileFile(bad, { tiles: [tile], metadata: { vector_layers: [{ id: 'mine' }] } })
  refused(/neither the layers of Protomaps \(roads\) nor of OpenMapTiles/)
  writeTileFile(bad, { tiles: [tile], type: 9 })
  refused(/neither vector tiles nor PNG/)
})

test('addresses are pictures unless they end with .pbf or .mvt; their origins go into the content security policy', () => {
  const streets = streetMapOf({ MAP_TILES: 'https://t0.example/vec?x={x}&y={y}&l={z}&tk=KEY https://t1.example/{z}/{x}/{y}.png' })
  expect(streets?.map).toMatchObject({ schema: null, minZoom: 0, maxZoom: 18, bounds: [-180, -85, 180, 85], credit: '' })
  expect(originsOf(streets)).toEqual(['https://t0.example', 'https://t1.example'])
  expect(streetMapOf({ MAP_TILES: 'https://v.example/{z}/{x}/{y}.pbf?key=1' })?.map).toMatchObject({ schema: 'openmaptiles', maxZoom: 14 })
  const protomaps = { MAP_TILES: 'https://v.example/{z}/{x}/{y}.mvt', MAP_TILES_SCHEMA: 'protomaps', MAP_TILES_MAX_ZOOM: '15' }
  expect(streetMapOf(protomaps)?.map).toMatchObject({ schema: 'protomaps', maxZoom: 15 })
})

test.each([
  [{ MAP_TILES: 'https://t.example/{z}/{x}.png' }, /has {z}, {x} and {y}/],
  [{ MAP_TILES: 'https://t.example/{z}/{x}/{y}.png ftp://t.example/{z}/{x}/{y}.png' }, /begins with https/],
  [{ MAP_TILES: Array(4).fill('https://t.example/{z}/{x}/{y}.png').join(' ') }, /at most 3 addresses/],
  [{ MAP_TILES: 'https://t.example/{z}/{x}/{y}.pbf https://t.example/{z}/{x}/{y}.pbf' }, /one address of vector tiles/],
  [{ MAP_TILES: 'https://t.example/{z}/{x}/{y}.png', MAP_TILES_SYSTEM: 'bd09' }, /MAP_TILES_SYSTEM bd09: give wgs84 or gcj02/],
  [{ MAP_TILES: 'https://t.example/{z}/{x}/{y}.png', MAP_TILES_MAX_ZOOM: '23' }, /MAP_TILES_MAX_ZOOM 23/],
])('%o is refused by name', (env, message) => {
  expect(() => readSettings([], env)).toThrow(WrongSetting)
  expect(() => readSettings([], env)).toThrow(message)
})
