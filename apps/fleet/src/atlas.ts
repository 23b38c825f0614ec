/** The road map as a graph, the places on it, and the way from one place to another. */
import { distanceM } from '@tanker/domain/fences/geo'
import type { LngLat } from '@tanker/domain/fences/fence'
import type { PlaceRow, RoadClass, RoadFeature, RoadMap } from './world.ts'

/** What a loaded hazmat truck may drive, km/h (domain B.4; local roads by sign). */
export const roadLimitKmh: Readonly<Record<RoadClass, number>> = { expressway: 80, main: 60, local: 30 }

/** A way along the roads, ready to be driven: arrays of equal length, one element a vertex. */
export type Route = {
  readonly points: readonly LngLat[]
  /** Metres from the start. */
  readonly atM: readonly number[]
  /** Class of the road from this vertex to the next. */
  readonly classes: readonly RoadClass[]
  /** Compass degrees from this vertex to the next. */
  readonly headingsDeg: readonly number[]
  /** Highest speed here so that every bend ahead, and the stop at the end, is reached with gentle brakes; m/s. */
  readonly capsMs: readonly number[]
  readonly lengthM: number
  /** How long a careful driver takes, seconds. */
  readonly drivingS: number
}

export type Atlas = {
  readonly places: ReadonlyMap<string, PlaceRow>
  /** The quickest way; throws when there is none. */
  route(from: PlaceRow, to: PlaceRow): Route
}

type Edge = { readonly to: string; readonly seconds: number; readonly road: RoadFeature; readonly reversed: boolean }

const gentleBrakeMs2 = 0.8
const gentleLateralMs2 = 1.2
const slowestTurnMs = 4
/** Mean speed of a drive, with its bends and lights, as a share of the limits. */
const usualShareOfLimit = 0.75

const keyOf = ([lng, lat]: LngLat) => `${lng},${lat}`
const between = (a: LngLat, b: LngLat) => distanceM(a[1], a[0], b[1], b[0])

export function createAtlas(roads: RoadMap, places: readonly PlaceRow[]): Atlas {
  const edges = new Map<string, Edge[]>()
  const join = (from: LngLat, edge: Edge) => {
    const list = edges.get(keyOf(from))
    if (list) list.push(edge)
    else edges.set(keyOf(from), [edge])
  }
  for (const road of roads.features) {
    const points = road.geometry.coordinates
    const [first, last] = [points[0]!, points.at(-1)!]
    const lengthM = points.slice(1).reduce((sum, point, index) => sum + between(points[index]!, point), 0)
    const seconds = lengthM / (roadLimitKmh[road.properties.class] / 3.6)
    join(first, { to: keyOf(last), seconds, road, reversed: false })
    join(last, { to: keyOf(first), seconds, road, reversed: true })
  }
  const kept = new Map<string, Route>()
  return {
    places: new Map(places.map((place) => [place.name, place])),
    route(from, to) {
      const name = `${from.name}→${to.name}`
      const known = kept.get(name)
      if (known) return known
      const route = routeAlong(quickest(edges, keyOf([from.lng, from.lat]), keyOf([to.lng, to.lat]), name))
      kept.set(name, route)
      return route
    },
  }
}

/** Dijkstra over some eighty junctions: a sorted queue would not pay. */
function quickest(edges: ReadonlyMap<string, readonly Edge[]>, from: string, to: string, name: string): Edge[] {
  const best = new Map<string, { seconds: number; by: Edge | null; before: string }>([[from, { seconds: 0, by: null, before: '' }]])
  const open = new Set([from])
  while (open.size > 0) {
    let here = ''
    for (const key of open) if (here === '' || best.get(key)!.seconds < best.get(here)!.seconds) here = key
    if (here === to) break
    open.delete(here)
    const { seconds } = best.get(here)!
    for (const edge of edges.get(here) ?? []) {
      const total = seconds + edge.seconds
      if (total >= (best.get(edge.to)?.seconds ?? Number.POSITIVE_INFINITY)) continue
      best.set(edge.to, { seconds: total, by: edge, before: here })
      open.add(edge.to)
    }
  }
  const way: Edge[] = []
  for (let here = to; here !== from;) {
    const step = best.get(here)
    if (!step?.by) throw new Error(`no road ${name}`)
    way.unshift(step.by)
    here = step.before
  }
  return way
}

function routeAlong(way: readonly Edge[]): Route {
  const points: LngLat[] = []
  const classes: RoadClass[] = []
  for (const { road, reversed } of way) {
    const line = reversed ? road.geometry.coordinates.toReversed() : road.geometry.coordinates
    for (let index = 0; index < line.length - 1; index++) {
      points.push(line[index]!)
      classes.push(road.properties.class)
    }
    if (road === way.at(-1)!.road) points.push(line.at(-1)!)
  }
  classes.push(classes.at(-1)!)
  const atM = [0]
  for (let index = 1; index < points.length; index++) atM.push(atM[index - 1]! + between(points[index - 1]!, points[index]!))
  const headingsDeg = points.map((point, index) =>
    headingDeg(index + 1 < points.length ? point : points[index - 1]!, points[index + 1] ?? point),
  )
  const drivingS = classes.slice(1).reduce((sum, _, index) => {
    return sum + (atM[index + 1]! - atM[index]!) / (roadLimitKmh[classes[index]!] / 3.6) / usualShareOfLimit
  }, 0)
  return { points, atM, classes, headingsDeg, capsMs: caps(atM, headingsDeg), lengthM: atM.at(-1)!, drivingS }
}

function headingDeg(from: LngLat, to: LngLat): number {
  const east = (to[0] - from[0]) * Math.cos((from[1] * Math.PI) / 180)
  return ((Math.atan2(east, to[1] - from[1]) * 180) / Math.PI + 360) % 360
}

/** Bends first, then backwards from the end so that braking begins in time. */
function caps(atM: readonly number[], headingsDeg: readonly number[]): number[] {
  const last = atM.length - 1
  const capsMs = atM.map((at, index) => {
    if (index === 0 || index === last) return index === last ? 0 : Number.POSITIVE_INFINITY
    const turnDeg = Math.abs(((headingsDeg[index]! - headingsDeg[index - 1]! + 540) % 360) - 180)
    // A corner between two drawn points is really an arc of at most 150 m; the drawing is no finer.
    const arcM = Math.min(150, (atM[index + 1]! - atM[index - 1]!) / 2, Math.max(20, at))
    const radiusM = arcM / Math.max(1e-6, (turnDeg * Math.PI) / 180)
    return Math.max(slowestTurnMs, Math.sqrt(gentleLateralMs2 * radiusM))
  })
  for (let index = last - 1; index >= 0; index--) {
    const reachable = Math.sqrt(capsMs[index + 1]! ** 2 + 2 * gentleBrakeMs2 * (atM[index + 1]! - atM[index]!))
    capsMs[index] = Math.min(capsMs[index]!, reachable)
  }
  return capsMs
}

/** The fastest the truck may be `aheadM` before the vertex `index + 1`, m/s. */
export function capBeforeMs(route: Route, index: number, aheadM: number): number {
  return Math.sqrt(route.capsMs[index + 1]! ** 2 + 2 * gentleBrakeMs2 * Math.max(0, aheadM))
}
