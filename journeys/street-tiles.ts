import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { writeTileFile } from '@tanker/tile-files/test-tile-file'

type Place = { readonly lat: number; readonly lng: number }
type Tile = { readonly zoom: number; readonly x: number; readonly y: number }

/** The tile of a zoom that holds a place (Web Mercator). */
export const tileOf = ({ lat, lng }: Place, zoom: number): Tile => {
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    zoom,
    x: Math.floor((lng / 360 + 0.5) * 2 ** zoom),
    y: Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom),
  }
}

const line = (kind: string, name: string, coordinates: number[][]) => ({
  type: 'Feature' as const,
  properties: { kind, name, 'name:en': `${name} (en)` },
  geometry: { type: 'LineString' as const, coordinates },
})

/** A small town of two main roads, streets and houses around a place, as a tile file in the layers of Protomaps, zooms 7 to 14. */
export function writeTown(file: string, { lat, lng }: Place): void {
  const steps = Array.from({ length: 21 }, (_, index) => (index - 10) / 500)
  const roads = steps.flatMap((step, index) => [
    line(index === 10 ? 'highway' : 'minor_road', `东西${index}街`, [
      [lng - 0.02, lat + step],
      [lng + 0.02, lat + step],
    ]),
    line(index % 5 === 0 ? 'major_road' : 'minor_road', `南北${index}路`, [
      [lng + step, lat - 0.02],
      [lng + step, lat + 0.02],
    ]),
  ])
  const area = (west: number, south: number, size: number, properties: object) => ({
    type: 'Feature' as const,
    properties: { ...properties },
    geometry: {
      type: 'Polygon' as const,
      coordinates: [
        [
          [west, south],
          [west + size, south],
          [west + size, south + size],
          [west, south + size],
          [west, south],
        ],
      ],
    },
  })
  const buildings = steps.flatMap((x) => steps.map((y) => area(lng + x + 0.0004, lat + y + 0.0004, 0.0008, { kind: 'building' })))
  const town = {
    type: 'Feature' as const,
    properties: { kind: 'locality', name: '试验镇', 'name:en': 'Trial Town' },
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  }
  const layers = {
    landuse: [area(lng - 0.019, lat - 0.019, 0.006, { kind: 'park' })],
    water: [area(lng + 0.01, lat + 0.01, 0.006, { kind: 'lake' })],
    buildings,
    roads,
    places: [town],
  }
  const tiles = []
  for (let zoom = 7; zoom <= 14; zoom += 1) {
    const [first, last] = [tileOf({ lat: lat + 0.02, lng: lng - 0.02 }, zoom), tileOf({ lat: lat - 0.02, lng: lng + 0.02 }, zoom)]
    for (let { x } = first; x <= last.x; x += 1)
      for (let { y } = first; y <= last.y; y += 1) {
        const cut = Object.entries(layers).flatMap(([name, features]) => {
          const tile = geoJSONToTile({ type: 'FeatureCollection', features }, zoom, x, y, { buffer: 64, clip: true })
          return tile === null ? [] : [[name, tile] as const]
        })
        tiles.push({ zoom, x, y, bytes: fromGeojsonVt(Object.fromEntries(cut), { version: 2, extent: 4096 }) })
      }
  }
  writeTileFile(file, {
    tiles,
    metadata: { vector_layers: Object.keys(layers).map((id) => ({ id })), attribution: '© Trial Town survey' },
    bounds: [lng - 0.02, lat - 0.02, lng + 0.02, lat + 0.02],
  })
}

/** A server of one picture for every tile; `asked` are the tiles that were read, as z/x/y. */
export async function pictureServer(picture: Buffer): Promise<{ address: string; asked: Set<string>; stop(): Promise<void> }> {
  const asked = new Set<string>()
  const server = createServer((request, answer) => {
    asked.add(/\/(\d+\/\d+\/\d+)\.png$/.exec(request.url ?? '')?.[1] ?? '')
    answer.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(picture)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
    asked,
    stop: () => new Promise((done) => void server.close(() => done())),
  }
}
