import type { Fence, FenceShape, LngLat } from './fence.ts'

const earthRadiusM = 6_371_008.8
const radians = Math.PI / 180
const metresPerDegree = earthRadiusM * radians

/** Great-circle distance, metres. */
export function distanceM(latA: number, lngA: number, latB: number, lngB: number): number {
  const sinLat = Math.sin(((latB - latA) * radians) / 2)
  const sinLng = Math.sin(((lngB - lngA) * radians) / 2)
  const a = sinLat * sinLat + Math.cos(latA * radians) * Math.cos(latB * radians) * sinLng * sinLng
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(a)))
}

/**
 * Metres from the point to the fence's border: negative inside, positive outside.
 * Flat around the point, which is exact enough for fences (below 0.1 % up to 100 km).
 */
export function metresOutside(shape: FenceShape, lat: number, lng: number): number {
  if (shape.shape === 'circle') return distanceM(lat, lng, shape.lat, shape.lng) - shape.radiusM
  if (shape.shape === 'corridor') return nearestEdgeM(shape.points, false, lat, lng) - shape.widthM / 2
  const toBorderM = nearestEdgeM(shape.points, true, lat, lng)
  return polygonHolds(shape.points, lat, lng) ? -toBorderM : toBorderM
}

/** Even-odd rule; a point on the border may fall either way. */
export function polygonHolds(points: readonly LngLat[], lat: number, lng: number): boolean {
  let holds = false
  let from = points[points.length - 1]
  for (const to of points) {
    if (from && to[1] > lat !== from[1] > lat) {
      const crossingLng = ((from[0] - to[0]) * (lat - to[1])) / (from[1] - to[1]) + to[0]
      if (lng < crossingLng) holds = !holds
    }
    from = to
  }
  return holds
}

function nearestEdgeM(points: readonly LngLat[], closed: boolean, lat: number, lng: number): number {
  const metresPerLng = metresPerDegree * Math.cos(lat * radians)
  let nearest = Number.POSITIVE_INFINITY
  let from = closed ? points[points.length - 1] : points[0]
  for (const to of points) {
    if (!from) break
    const ax = (from[0] - lng) * metresPerLng
    const ay = (from[1] - lat) * metresPerDegree
    const dx = (to[0] - from[0]) * metresPerLng
    const dy = (to[1] - from[1]) * metresPerDegree
    const squared = dx * dx + dy * dy
    const along = squared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared))
    const x = ax + along * dx
    const y = ay + along * dy
    nearest = Math.min(nearest, Math.sqrt(x * x + y * y))
    from = to
  }
  return nearest
}

/** Square metres: among overlapping fences of one kind the smallest wins (domain rule D.1.5). */
export function areaM2(shape: FenceShape): number {
  if (shape.shape === 'circle') return Math.PI * shape.radiusM * shape.radiusM
  if (shape.shape === 'corridor') return lengthM(shape.points) * shape.widthM
  const [first] = shape.points
  if (!first) return 0
  const metresPerLng = metresPerDegree * Math.cos(first[1] * radians)
  let doubled = 0
  let from = shape.points[shape.points.length - 1] ?? first
  for (const to of shape.points) {
    doubled +=
      (from[0] - first[0]) * metresPerLng * (to[1] - first[1]) * metresPerDegree -
      (to[0] - first[0]) * metresPerLng * (from[1] - first[1]) * metresPerDegree
    from = to
  }
  return Math.abs(doubled) / 2
}

/** Metres along a line. */
export function lengthM(points: readonly LngLat[]): number {
  let sum = 0
  for (let i = 1; i < points.length; i += 1) {
    const [fromLng, fromLat] = points[i - 1] ?? [0, 0]
    const [toLng, toLat] = points[i] ?? [0, 0]
    sum += distanceM(fromLat, fromLng, toLat, toLng)
  }
  return sum
}

/** Degrees. */
export type Box = { readonly south: number; readonly north: number; readonly west: number; readonly east: number }

/** The degrees that hold a fence with a margin, for an index: fences near a point are found without trying all. */
export function boundsOf({ shape }: Pick<Fence, 'shape'>, marginM: number): Box {
  const points: readonly LngLat[] = shape.shape === 'circle' ? [[shape.lng, shape.lat]] : shape.points
  const reachM = marginM + (shape.shape === 'circle' ? shape.radiusM : shape.shape === 'corridor' ? shape.widthM / 2 : 0)
  let south = 90
  let north = -90
  let west = 180
  let east = -180
  for (const [lng, lat] of points) {
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    west = Math.min(west, lng)
    east = Math.max(east, lng)
  }
  const latMargin = reachM / metresPerDegree
  const lngMargin = latMargin / Math.max(0.01, Math.cos(Math.max(Math.abs(south), Math.abs(north)) * radians))
  return { south: south - latMargin, north: north + latMargin, west: west - lngMargin, east: east + lngMargin }
}
