import type { FenceShape, LngLat } from './fence.ts'
import { areaM2, distanceM, lengthM } from './geo.ts'
import type { Text } from '../texts/text.ts'

const radians = Math.PI / 180
const metresPerDegree = 6_371_008.8 * radians

/** Below the minimum an ordinary fix (10 m accuracy) is not precise enough; above the maximum it is a drawing mistake. */
export const FENCE_LIMITS = {
  radiusM: [20, 50_000],
  widthM: [20, 5_000],
  areaM2: [400, 10_000_000_000],
  lengthM: [20, 500_000],
  /** Of the box around it: a needle may have a small area and still reach across a country. */
  sideM: 600_000,
  points: 200,
} as const

/** Problem of a drawn or typed shape, worded to follow "fence area"; null when it is valid. */
export function fenceProblem(shape: FenceShape): Text | null {
  if (shape.shape === 'circle')
    return (
      outsideEarth([[shape.lng, shape.lat]]) ??
      outside(shape.radiusM, FENCE_LIMITS.radiusM, (least, most) => ({
        zh: `的半径应为 ${least} 到 ${most} 米`,
        en: `must have a radius of ${least} to ${most} m`,
      }))
    )
  const problem = outsideEarth(shape.points) ?? pointCountProblem(shape) ?? extentProblem(shape.points)
  if (problem) return problem
  if (shape.shape === 'corridor')
    return (
      outside(shape.widthM, FENCE_LIMITS.widthM, (least, most) => ({
        zh: `的走廊宽度应为 ${least} 到 ${most} 米`,
        en: `must have a corridor width of ${least} to ${most} m`,
      })) ??
      outside(lengthM(shape.points), FENCE_LIMITS.lengthM, (least, most) => ({
        zh: `的走廊长度应为 ${least} 米到 ${most / 1000} 公里`,
        en: `must have a corridor length of ${least} m to ${most / 1000} km`,
      }))
    )
  if (crossesItself(shape.points))
    return { zh: '的边线相交，请调整各点的顺序或位置', en: 'has a border that crosses itself; move its points' }
  return outside(areaM2(shape), FENCE_LIMITS.areaM2, (least, most) => ({
    zh: `的面积应为 ${least} 平方米到 ${most / 1_000_000} 平方公里`,
    en: `must have an area of ${least} m² to ${most / 1_000_000} km²`,
  }))
}

const outsideEarth = (points: readonly LngLat[]): Text | null =>
  points.every(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) < 85)
    ? null
    : {
        zh: '的坐标无效，经度应为 -180 到 180，纬度应为 -85 到 85',
        en: 'has a wrong coordinate: longitude -180 to 180, latitude -85 to 85',
      }

const outside = (value: number, [least, most]: readonly [number, number], words: (least: number, most: number) => Text): Text | null =>
  value >= least && value <= most ? null : words(least, most)

const pointCountProblem = ({ shape, points }: Exclude<FenceShape, { shape: 'circle' }>): Text | null => {
  const least = shape === 'polygon' ? 3 : 2
  if (points.length < least) return { zh: `至少需要 ${least} 个点`, en: `needs at least ${least} points` }
  return points.length > FENCE_LIMITS.points
    ? { zh: `最多 ${FENCE_LIMITS.points} 个点`, en: `may have at most ${FENCE_LIMITS.points} points` }
    : null
}

/** Holds the box around the points to its most; across 180° of longitude it goes round the earth, and is refused as well. */
function extentProblem(points: readonly LngLat[]): Text | null {
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const nearestToEquator = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north))
  const widthM = (Math.max(...lngs) - Math.min(...lngs)) * metresPerDegree * Math.cos(nearestToEquator * radians)
  return Math.max(widthM, (north - south) * metresPerDegree) <= FENCE_LIMITS.sideM
    ? null
    : {
        zh: `的范围过大，东西、南北各不超过 ${FENCE_LIMITS.sideM / 1000} 公里，请分成几个围栏`,
        en: `must not reach further than ${FENCE_LIMITS.sideM / 1000} km from west to east or south to north; draw several fences`,
      }
}

/** Whether the closed border meets itself anywhere but where one edge ends and the next begins. */
export function crossesItself(points: readonly LngLat[]): boolean {
  const count = points.length
  const at = (index: number): LngLat => points[index % count] ?? [0, 0]
  for (let i = 0; i < count; i += 1) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)]
    // An edge of no length, and one that runs back over the one before it.
    if (isSame(a, b) || (turn(a, b, c) === 0 && (c[0] - b[0]) * (b[0] - a[0]) + (c[1] - b[1]) * (b[1] - a[1]) < 0)) return true
    for (let j = i + 2; j < count; j += 1) if (!(i === 0 && j === count - 1) && meet(a, b, at(j), at(j + 1))) return true
  }
  return false
}

const isSame = (a: LngLat, b: LngLat): boolean => a[0] === b[0] && a[1] === b[1]

/** Left 1, right -1, straight on 0. */
const turn = (a: LngLat, b: LngLat, c: LngLat): number => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

/** Whether two stretches have a point in common. */
function meet(a: LngLat, b: LngLat, c: LngLat, d: LngLat): boolean {
  const [cSide, dSide, aSide, bSide] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (cSide !== dSide && aSide !== bSide) return true
  return (
    (cSide === 0 && isBetween(a, b, c)) ||
    (dSide === 0 && isBetween(a, b, d)) ||
    (aSide === 0 && isBetween(c, d, a)) ||
    (bSide === 0 && isBetween(c, d, b))
  )
}

const isBetween = (a: LngLat, b: LngLat, c: LngLat): boolean =>
  Math.min(a[0], b[0]) <= c[0] && c[0] <= Math.max(a[0], b[0]) && Math.min(a[1], b[1]) <= c[1] && c[1] <= Math.max(a[1], b[1])

/** The middle: of a circle its centre, of a polygon its centre of area, of a corridor the point half way along. */
export function middleOf(shape: FenceShape): LngLat {
  if (shape.shape === 'circle') return [shape.lng, shape.lat]
  return shape.shape === 'polygon' ? centreOfArea(shape.points) : halfWay(shape.points)
}

function centreOfArea(points: readonly LngLat[]): LngLat {
  const origin = points[0] ?? [0, 0]
  let doubled = 0
  let east = 0
  let north = 0
  // Relative to the first point, or degrees would lose the last metres.
  const flat = points.map(([lng, lat]): LngLat => [lng - origin[0], lat - origin[1]])
  for (const [index, [x, y]] of flat.entries()) {
    const [nextX, nextY] = flat[(index + 1) % flat.length] ?? [0, 0]
    const cross = x * nextY - nextX * y
    doubled += cross
    east += (x + nextX) * cross
    north += (y + nextY) * cross
  }
  return doubled === 0 ? meanOf(points) : [origin[0] + east / (3 * doubled), origin[1] + north / (3 * doubled)]
}

const meanOf = (points: readonly LngLat[]): LngLat => [
  points.reduce((sum, [lng]) => sum + lng, 0) / Math.max(1, points.length),
  points.reduce((sum, [, lat]) => sum + lat, 0) / Math.max(1, points.length),
]

function halfWay(points: readonly LngLat[]): LngLat {
  let leftM = lengthM(points) / 2
  for (const [index, [lng, lat]] of points.entries()) {
    const before = points[index - 1]
    if (!before) continue
    const stretchM = distanceM(before[1], before[0], lat, lng)
    if (stretchM >= leftM && stretchM > 0) {
      const part = leftM / stretchM
      return [before[0] + (lng - before[0]) * part, before[1] + (lat - before[1]) * part]
    }
    leftM -= stretchM
  }
  return points[0] ?? [0, 0]
}

/** How far the middle went, metres, and by how much the area grew (negative: shrank), m². */
export function fenceDifference(old: FenceShape, fresh: FenceShape): { readonly movedM: number; readonly areaChangeM2: number } {
  const [fromLng, fromLat] = middleOf(old)
  const [toLng, toLat] = middleOf(fresh)
  return { movedM: distanceM(fromLat, fromLng, toLat, toLng), areaChangeM2: areaM2(fresh) - areaM2(old) }
}

/** The same shape, of the same size, moved as something moved from one point to another. Degrees to six decimals. */
export function movedShape(shape: FenceShape, from: LngLat, to: LngLat): FenceShape {
  const [middleLng, middleLat] = middleOf(shape)
  const newLat = middleLat + to[1] - from[1]
  const newLng = middleLng + to[0] - from[0]
  // A degree of longitude has fewer metres further from the equator.
  const wider = Math.cos(middleLat * radians) / Math.cos(newLat * radians)
  const moved = ([lng, lat]: LngLat): LngLat => [rounded(newLng + (lng - middleLng) * wider), rounded(newLat + lat - middleLat)]
  if (shape.shape !== 'circle') return { ...shape, points: shape.points.map(moved) }
  const [lng, lat] = moved([shape.lng, shape.lat])
  return { ...shape, lng, lat }
}

/** To a tenth of a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const circlePoints = 48

/** The border as a ring of points, longitude first, open at its end. */
export function fenceOutline(shape: FenceShape): [lng: number, lat: number][] {
  if (shape.shape === 'polygon') return shape.points.map(([lng, lat]) => [lng, lat])
  if (shape.shape === 'corridor') return corridorOutline(shape.points, shape.widthM)
  const latDeg = shape.radiusM / metresPerDegree
  const lngDeg = latDeg / Math.cos(shape.lat * radians)
  return Array.from({ length: circlePoints }, (_, i) => {
    const angle = (2 * Math.PI * i) / circlePoints
    return [shape.lng + lngDeg * Math.cos(angle), shape.lat + latDeg * Math.sin(angle)]
  })
}

/** One side there, the other side back; each point moved off the line at a right angle to its neighbours. */
function corridorOutline(points: readonly LngLat[], widthM: number): [lng: number, lat: number][] {
  const halfDeg = widthM / 2 / metresPerDegree
  const there: [number, number][] = []
  const back: [number, number][] = []
  for (const [index, [lng, lat]] of points.entries()) {
    const before = points[index - 1] ?? [lng, lat]
    const after = points[index + 1] ?? [lng, lat]
    const shrink = Math.cos(lat * radians)
    const east = (after[0] - before[0]) * shrink
    const north = after[1] - before[1]
    const length = Math.hypot(east, north) || 1
    const offLng = ((-north / length) * halfDeg) / shrink
    const offLat = (east / length) * halfDeg
    there.push([lng + offLng, lat + offLat])
    back.unshift([lng - offLng, lat - offLat])
  }
  return [...there, ...back]
}
