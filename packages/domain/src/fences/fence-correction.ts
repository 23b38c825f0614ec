import type { FenceShape, LngLat } from './fence.ts'
import { distanceM, metresOutside } from './geo.ts'

const radians = Math.PI / 180
const metresPerDegree = 6_371_008.8 * radians

/** What a corrected fence leaves between its border and where trucks stood, metres: a fix is that uncertain. */
export const CORRECTION_MARGIN_M = 15
/** A stop further outside than this is a jump of the fix, or another place. */
const farM = 200
/** Stops this near to each other are one bay: its place is their median. */
const bayM = 30
/** Steps towards the smallest circle; after these it is exact to decimetres. */
const circleSteps = 3000

export type FenceCorrection = {
  /** Where trucks stood, and whether that is outside the fence. */
  readonly stops: readonly { readonly at: LngLat; readonly outside: boolean }[]
  /** Stops too far away to be meant. */
  readonly leftOut: number
  /** The smallest fence that holds the old one and every stop with its margin; null where all stand inside already. */
  readonly wanted: FenceShape | null
}

/**
 * How a fence must be drawn to hold where trucks really stood: a circle moves and widens, a polygon becomes the hull of itself
 * and the stops, a corridor widens. Coordinates to six decimals, a radius and a width in whole metres.
 */
export function correctFence(shape: FenceShape, stood: readonly LngLat[]): FenceCorrection {
  const near = stood.filter(([lng, lat]) => metresOutside(shape, lat, lng) <= farM)
  const bays = near.map((at) => bayOf(at, near))
  const stops = near.map((at, index) => {
    const [lng, lat] = bays[index] ?? at
    return { at, outside: metresOutside(shape, lat, lng) > 0 }
  })
  const outside = bays.filter((_, index) => stops[index]?.outside === true)
  return { stops, leftOut: stood.length - near.length, wanted: outside.length === 0 ? null : widened(shape, outside) }
}

/** The median of the stops about one of them. */
function bayOf([lng, lat]: LngLat, stops: readonly LngLat[]): LngLat {
  const same = stops.filter((other) => distanceM(lat, lng, other[1], other[0]) <= bayM)
  return [median(same.map(([east]) => east)), median(same.map(([, north]) => north))]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

function widened(shape: FenceShape, stops: readonly LngLat[]): FenceShape {
  if (shape.shape === 'circle') return circleAround(shape, stops)
  if (shape.shape === 'polygon') return { shape: 'polygon', points: hullOf(shape.points, stops) }
  const most = Math.max(...stops.map(([lng, lat]) => metresOutside(shape, lat, lng)))
  return { ...shape, widthM: Math.ceil(shape.widthM + 2 * (most + CORRECTION_MARGIN_M) - 0.2) }
}

type Flat = { readonly x: number; readonly y: number }

/** Metres east and north of a point, and back. */
const flatAbout = (lat0: number, lng0: number) => {
  const metresPerLng = metresPerDegree * Math.cos(lat0 * radians)
  return {
    flat: ([lng, lat]: LngLat): Flat => ({ x: (lng - lng0) * metresPerLng, y: (lat - lat0) * metresPerDegree }),
    round: ({ x, y }: Flat): LngLat => [rounded(lng0 + x / metresPerLng), rounded(lat0 + y / metresPerDegree)],
  }
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** The smallest circle that holds the old one and a margin about each stop: always towards what reaches out furthest. */
function circleAround(old: Extract<FenceShape, { shape: 'circle' }>, stops: readonly LngLat[]): FenceShape {
  const { flat, round } = flatAbout(old.lat, old.lng)
  const discs = [{ x: 0, y: 0, r: old.radiusM }, ...stops.map((stop) => ({ ...flat(stop), r: CORRECTION_MARGIN_M }))]
  let [x, y] = [0, 0]
  let best = { x, y, reach: Number.POSITIVE_INFINITY }
  for (let step = 1; step <= circleSteps; step += 1) {
    let furthest = { dx: 0, dy: 0, reach: 0, distance: 0 }
    for (const disc of discs) {
      const [dx, dy] = [disc.x - x, disc.y - y]
      const distance = Math.hypot(dx, dy)
      if (distance + disc.r > furthest.reach) furthest = { dx, dy, reach: distance + disc.r, distance }
    }
    if (furthest.reach < best.reach) best = { x, y, reach: furthest.reach }
    if (furthest.distance === 0) break
    const stride = furthest.reach / (step + 1) / furthest.distance
    x += furthest.dx * Math.min(1, stride)
    y += furthest.dy * Math.min(1, stride)
  }
  const [lng, lat] = round(best)
  // The last decimetres of the steps, and of the rounded centre, are no metre.
  return { shape: 'circle', lng, lat, radiusM: Math.ceil(best.reach - 0.2) }
}

/** The hull of a border and of eight points about each stop. */
function hullOf(border: readonly LngLat[], stops: readonly LngLat[]): LngLat[] {
  const [lng0, lat0] = border[0] ?? [0, 0]
  const { flat, round } = flatAbout(lat0, lng0)
  // Corners this far out leave the margin at the middle of their sides.
  const cornerM = CORRECTION_MARGIN_M / Math.cos(Math.PI / 8)
  const corners = stops.flatMap((stop) => {
    const { x, y } = flat(stop)
    return Array.from({ length: 8 }, (_, corner) => {
      const angle = (corner * Math.PI) / 4
      return { x: x + cornerM * Math.cos(angle), y: y + cornerM * Math.sin(angle) }
    })
  })
  const points = [...border.map(flat), ...corners].toSorted((a, b) => a.x - b.x || a.y - b.y)
  return [...chain(points), ...chain(points.toReversed())].map(round)
}

/** One side of the hull, without its last point, which begins the other side. */
function chain(points: readonly Flat[]): Flat[] {
  const kept: Flat[] = []
  for (const point of points) {
    for (;;) {
      const [before, last] = kept.slice(-2)
      if (!before || !last) break
      if ((last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x) > 0) break
      kept.pop()
    }
    kept.push(point)
  }
  return kept.slice(0, -1)
}
