import type { Way } from './speed-lines.ts'

/** A circle on the map. */
export type Circle = { readonly lng: number; readonly lat: number; readonly radiusM: number }

const METRES_PER_DEGREE = 111_320
/** Shorter ways do not say to which side they turn. */
const LEAST_CHORD_M = 5

/**
 * The circle that a curve was driven on: of this radius, through the first and the last place of the way, on the side to which the way bends.
 * Null where the way is too short or straight.
 */
export function circleOfCurve(way: Way, radiusM: number): Circle | null {
  const [first, last] = [way[0], way.at(-1)]
  if (way.length < 3 || !first || !last || radiusM <= 0) return null
  const perLng = METRES_PER_DEGREE * Math.cos((first[1] * Math.PI) / 180)
  const flat = way.map(([lng, lat]) => [(lng - first[0]) * perLng, (lat - first[1]) * METRES_PER_DEGREE] as const)
  const [endX, endY] = flat.at(-1) ?? [0, 0]
  const chordM = Math.hypot(endX, endY)
  if (chordM < LEAST_CHORD_M) return null
  // How far the way is from the straight line, to its left.
  const leftOf = ([x, y]: readonly [number, number]) => (endX * y - endY * x) / chordM
  const farthest = flat.reduce((most, point) => (Math.abs(leftOf(point)) > Math.abs(leftOf(most)) ? point : most), flat[0] ?? [0, 0])
  const bulgeM = leftOf(farthest)
  if (Math.abs(bulgeM) < 0.5) return null
  const awayM = Math.sqrt(Math.max(0, radiusM ** 2 - (chordM / 2) ** 2))
  // The centre lies opposite to the bulge; of more than half a circle on its side.
  const leftM = Math.sign(bulgeM) * (Math.abs(bulgeM) > radiusM ? awayM : -awayM)
  const [x, y] = [endX / 2 - (endY / chordM) * leftM, endY / 2 + (endX / chordM) * leftM]
  return { lng: first[0] + x / perLng, lat: first[1] + y / METRES_PER_DEGREE, radiusM }
}
