import { TRACK_FLAG } from '@tanker/contract/track'
import { expect, test } from 'vitest'
import { fileNameOf, trackFile } from './track-files.ts'
import { trackLine } from '../../platform/tracks/track-line.ts'

const START = Date.UTC(2026, 2, 18, 1, 2, 3)
const line = trackLine({
  truckId: 7,
  signCode: '=苏A"<7>',
  atMs: [START, 10_000, 900_000],
  lat: [32_000_000, 1_000, 1_000],
  lng: [120_000_000, 0, 0],
  kmh10: [365, 400, 410],
  headingDeg: [0, 1, 2],
  km10: [1_004, 1, 9],
  flags: [TRACK_FLAG.located, TRACK_FLAG.located, TRACK_FLAG.located],
  morePoints: false,
  stops: [],
  moreStops: false,
})
const stop = { startedAt: '2026-03-18T01:03:00Z', endedAt: null, lat: 32.1, lng: 120.1, place: '油库', accOn: false, loaded: true }

/** Whether every element of a document is closed, in order. */
function isBalanced(document: string): boolean {
  const open: string[] = []
  for (const [, close, name, self] of document.matchAll(/<(\/?)([\w:]+)[^>?]*?(\/?)>/g)) {
    if (self === '/') continue
    if (close === '') open.push(name ?? '')
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

test('GPX has a segment for each piece between gaps, with place and time of every point', async () => {
  const file = await trackFile('gpx', [line], [[]]).text()
  expect(file.match(/<trkseg>/g)).toHaveLength(2)
  expect(file).toContain('<trkpt lat="32.001000" lon="120.000000"><time>2026-03-18T01:02:13.000Z</time></trkpt>')
  expect(file).toContain('<name>=苏A&quot;&lt;7&gt;</name>')
  expect(isBalanced(file)).toBe(true)
})

test('KML has times and places of the same number', async () => {
  const file = await trackFile('kml', [line], [[]]).text()
  expect(file.match(/<when>/g)).toHaveLength(3)
  expect(file.match(/<gx:coord>/g)).toHaveLength(3)
  expect(file).toContain('<gx:coord>120.000000 32.000000 0</gx:coord>')
  expect(isBalanced(file)).toBe(true)
})

test('GeoJSON has lines and stops', async () => {
  const file = JSON.parse(await trackFile('geojson', [line], [[stop]]).text()) as {
    features: { geometry: { type: string; coordinates: unknown }; properties: object }[]
  }
  expect(file.features.map(({ geometry }) => geometry.type)).toEqual(['MultiLineString', 'Point'])
  expect(file.features[0]?.geometry.coordinates).toEqual([
    [
      [120, 32],
      [120, 32.001],
    ],
    [[120, 32.002]],
  ])
  expect(file.features[1]?.properties).toMatchObject({ stop: true, place: '油库' })
})

test('CSV opens in a spreadsheet: a mark of its encoding, one line a point, and no plate becomes a formula', async () => {
  const bytes = new Uint8Array(await trackFile('csv', [line], [[]]).arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const rows = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
  expect(rows).toHaveLength(4)
  expect(rows[1]).toBe(`"'=苏A""<7>",2026-03-18T01:02:03.000Z,32.000000,120.000000,36.5,0,100.4,0.000`)
})

test('the name of the file says the truck and the time', () => {
  expect(fileNameOf('gpx', [line], START)).toBe('=苏A"<7> 2026-03-18 0102.gpx')
})
