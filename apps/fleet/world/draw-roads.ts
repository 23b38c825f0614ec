/** Turns the sketch into smooth lines that share their end nodes. */
import type { LngLat } from '@tanker/domain/fences/fence'
import type { Random } from '../src/random.ts'
import type { RoadFeature } from '../src/world.ts'
import { type Junction, junctions, type RoadSketch, roadSketches } from './road-sketch.ts'

const sixDigits = (degrees: number) => Math.round(degrees * 1e6) / 1e6
const point = (stop: Junction | LngLat): LngLat => (typeof stop === 'string' ? junctions[stop] : stop)

/** A point of the centripetal-free (uniform) Catmull-Rom curve between b and c. */
function onCurve(a: LngLat, b: LngLat, c: LngLat, d: LngLat, t: number): LngLat {
  const along = (p0: number, p1: number, p2: number, p3: number) =>
    0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t ** 3)
  return [along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1])]
}

/** The curve from one stop to the next, bent a little where the sketch is straight: no real road is a ruler. */
function curve(road: RoadSketch, from: number, random: Random): LngLat[] {
  const at = (index: number) => point(road.through[Math.min(Math.max(index, 0), road.through.length - 1)]!)
  const [a, b, c, d] = [at(from - 1), at(from), at(from + 1), at(from + 2)]
  const lengthDeg = Math.hypot(c[0] - b[0], c[1] - b[1])
  const parts = Math.max(4, Math.round(lengthDeg / 0.012))
  const bendDeg = (random.next() - 0.5) * lengthDeg * (road.class === 'expressway' ? 0.02 : 0.05)
  const points: LngLat[] = []
  for (let part = 0; part < parts; part++) {
    const t = part / parts
    const [lng, lat] = onCurve(a, b, c, d, t)
    const aside = Math.sin(2 * Math.PI * t) * bendDeg
    points.push([lng - (aside * (c[1] - b[1])) / lengthDeg, lat + (aside * (c[0] - b[0])) / lengthDeg])
  }
  return points
}

const rounded = (points: readonly LngLat[]): LngLat[] => points.map(([lng, lat]) => [sixDigits(lng), sixDigits(lat)])

function feature(name: { zh: string; en: string }, roadClass: RoadFeature['properties']['class'], points: readonly LngLat[]): RoadFeature {
  return {
    type: 'Feature',
    properties: { name_zh: name.zh, name_en: name.en, class: roadClass },
    geometry: { type: 'LineString', coordinates: rounded(points) },
  }
}

/** One line per stretch between junctions. */
export function drawRoads(random: Random): RoadFeature[] {
  return roadSketches.flatMap((road) => {
    const stretches: RoadFeature[] = []
    let points: LngLat[] = []
    for (let index = 0; index < road.through.length - 1; index++) {
      points.push(...curve(road, index, random))
      const next = road.through[index + 1]!
      if (typeof next === 'string') {
        stretches.push(feature(road, road.class, [...points, junctions[next]]))
        points = []
      }
    }
    return stretches
  })
}

/** The access road of a place: off the main road at a right angle or nearly, then along the frontage. */
export function drawAccessRoad(place: { shortName: string; lng: number; lat: number }, from: Junction): RoadFeature {
  const [lng, lat] = junctions[from]
  const elbow: LngLat = [lng + (place.lng - lng) * 0.85, lat + (place.lat - lat) * 0.2]
  const points: LngLat[] = [[lng, lat]]
  for (let part = 1; part <= 8; part++) {
    const t = part / 8
    const toElbow = (1 - t) ** 2
    const mid = 2 * t * (1 - t)
    points.push([toElbow * lng + mid * elbow[0] + t * t * place.lng, toElbow * lat + mid * elbow[1] + t * t * place.lat])
  }
  return feature({ zh: `${place.shortName}连接线`, en: `${place.shortName} access road` }, 'local', points)
}
