import type { Anchor } from '../gauges/anchor.ts'
import { readStretch } from '../gauges/flow-bounds.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { sampleBack } from '../gauges/gauge-window.ts'
import { isRolling } from '../motion/rolling.ts'
import type { Moment } from '../moment.ts'
import { allShutAt } from '../seals/probes.ts'
import type { OperationState } from './operation-state.ts'
import { restMm } from './sealed-fall.ts'
import { isSiteFall, lateSealsMs } from './site-falls.ts'

/**
 * A compartment whose outlets all reported shut in its unloading and that falls since then: what flows now is no part of it. Writes what
 * the compartment held when it was shut into `into`. While the truck stands it waits as long as seals may report an opening late.
 */
export function fallAfterShut(moment: Moment, gauge: GaugeState, operation: OperationState, into: Anchor): 'none' | 'waits' | 'fell' {
  const { at, state, thresholds } = moment
  if (operation.loading || operation.transferWith !== 0 || state.membership.fence?.kind !== 'station') return 'none'
  const shutAt = allShutAt(moment, gauge.compartment)
  if (shutAt === null || shutAt <= operation.startedAt) return 'none'
  const { window } = gauge
  // The first metres swing the surface.
  let standing = isRolling(moment) ? 1 : 0
  while (state.motion.moving && (sampleBack(window, standing)?.at ?? 0) >= state.motion.movingSinceAt) standing += 1
  const newest = sampleBack(window, standing)
  let first = standing
  while ((sampleBack(window, first)?.at ?? 0) >= shutAt) first += 1
  first -= 1
  const shut = first < standing ? null : sampleBack(window, first)
  if (newest === null || shut === null) return 'none'
  let rested = first
  while (rested > standing && shut.levelMm - (sampleBack(window, rested - 1)?.levelMm ?? 0) <= restMm) rested -= 1
  const last = sampleBack(window, rested) ?? shut
  if (rested <= standing || last.volumeL - newest.volumeL < thresholds.yardFallL) return 'none'
  const fallsAt = sampleBack(window, rested - 1)?.at ?? at
  readStretch(window, last.at + 1, shutAt, into)
  into.calm = true
  if (!isSiteFall(moment, gauge, into, { ...into, ...newest, v20L: newest.volumeL * (into.v20L / into.volumeL) })) return 'none'
  return state.motion.moving || at - fallsAt >= lateSealsMs(frameMs(gauge, first)) ? 'fell' : 'waits'
}

/** The longest time between two samples since one. */
function frameMs({ window }: GaugeState, first: number): number {
  let longestMs = 0
  for (let back = 0; back < first; back += 1)
    longestMs = Math.max(longestMs, (sampleBack(window, back)?.at ?? 0) - (sampleBack(window, back + 1)?.at ?? 0))
  return longestMs
}
