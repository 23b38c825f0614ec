import type { ProbeSensing } from '../reading.ts'

type Values = Pick<ProbeSensing, 'sensorMv' | 'closeMv' | 'gateMv' | 'zeroMv'>

/**
 * How far a sensor is from the limit of the state it shows, in percent of its calibrated distance: 100 as calibrated, 0 at the gate or
 * the zero value and between them. Null where a value is not known, or the values make no sense.
 */
export function sensingMargin({ sensorMv, closeMv, gateMv, zeroMv }: Values): number | null {
  if (sensorMv === null || gateMv === null || zeroMv === null || zeroMv >= gateMv) return null
  if (sensorMv <= zeroMv) return zeroMv === 0 ? null : Math.round(((zeroMv - sensorMv) / zeroMv) * 100)
  if (sensorMv < gateMv) return 0
  return closeMv === null || closeMv <= gateMv ? null : Math.round(((sensorMv - gateMv) / (closeMv - gateMv)) * 100)
}

/** In the order of the severity; stored states hold the index. */
export const SENSING_STATES = ['normal', 'near', 'over'] as const
export type SensingState = (typeof SENSING_STATES)[number]

/** @param leastPercent below it a probe is about to misjudge */
export const sensingState = (marginPercent: number | null, leastPercent: number): SensingState =>
  marginPercent === null || marginPercent >= leastPercent ? 'normal' : marginPercent > 0 ? 'near' : 'over'
