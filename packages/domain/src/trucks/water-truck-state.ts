import type { Text } from '../texts/text.ts'

/** What a truck that carries water is doing (domain rule D.2): it has no delivery, and no state of one. */
export const WATER_TRUCK_STATES = {
  filling: { zh: '加水', en: 'Filling' },
  spraying: { zh: '洒水', en: 'Spraying' },
  driving: { zh: '行驶', en: 'Driving' },
  parked: { zh: '停放', en: 'Parked' },
} as const satisfies Readonly<Record<string, Text>>
export type WaterTruckState = keyof typeof WATER_TRUCK_STATES

/** All the water aboard at one time, in litres; `at` in ms. */
export type WaterAboard = { readonly at: number; readonly volumeL: number }

/** So far back the water is looked at. */
export const waterWindowMs = 180_000
/** Pumps of water trucks move 200 L/min and more; water that sloshes has no direction over three minutes. */
const leastFlowLpm = 60
/** Below this a stretch says nothing: two frames may lie a second apart. */
const leastStretchMs = 30_000
const leastReadings = 4

/**
 * The state by the readings of the last three minutes, oldest first: the middle of their first half against that of their second.
 * Water that rises fills a truck that stands; water that falls is sprayed, on the road or at a kerb.
 */
export function waterTruckState(readings: readonly WaterAboard[], moving: boolean): WaterTruckState {
  const lpm = flowLpm(readings)
  if (lpm >= leastFlowLpm && !moving) return 'filling'
  if (lpm <= -leastFlowLpm) return 'spraying'
  return moving ? 'driving' : 'parked'
}

/** Litres a minute, positive when the water rises; 0 where too little was read. */
function flowLpm(readings: readonly WaterAboard[]): number {
  const newest = readings.at(-1)
  if (!newest) return 0
  const near = readings.filter(({ at }) => newest.at - at <= waterWindowMs)
  if (near.length < leastReadings) return 0
  const half = Math.floor(near.length / 2)
  const [first, second] = [middleOf(near.slice(0, half)), middleOf(near.slice(-half))]
  const stretchMs = second.at - first.at
  return stretchMs < leastStretchMs ? 0 : ((second.volumeL - first.volumeL) * 60_000) / stretchMs
}

/** Medians, so that one wave does not count. */
function middleOf(readings: readonly WaterAboard[]): WaterAboard {
  const median = (values: readonly number[]): number => {
    const sorted = values.toSorted((a, b) => a - b)
    return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
  }
  return { at: median(readings.map(({ at }) => at)), volumeL: median(readings.map(({ volumeL }) => volumeL)) }
}
