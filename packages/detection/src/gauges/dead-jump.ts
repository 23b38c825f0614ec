import type { GaugeState } from './gauge-state.ts'
import { atBottom, atTop } from './compartment-sizes.ts'
import type { JumpState } from './jump-state.ts'
import type { Moment } from '../moment.ts'

/** Whether the gauge reads 0, or its full scale, since a step that is faster than any outlet: its signal is gone (dead-gauge.ts). */
export function isDead(moment: Moment, { compartment, jump }: GaugeState): boolean {
  if (jump === null || !isExact(moment, compartment, jump)) return false
  const { from, levelMm, volumeL } = jump
  if (volumeL < 0) return atBottom(moment.context, compartment, from.levelMm + levelMm)
  return atTop(moment.context, compartment, from.volumeL + volumeL) && !atBottom(moment.context, compartment, from.levelMm)
}

/** Whether one end of a jump is 0 or the full scale: its height needs no calm surface. */
export function isExact({ context, thresholds }: Moment, compartment: number, { from, levelMm, volumeL, lpm, road }: JumpState): boolean {
  if (road !== null || lpm === 0) return false
  if (atTop(context, compartment, Math.max(from.volumeL, from.volumeL + volumeL))) return true
  // What flows as slowly to the bottom may have been let out.
  return lpm > thresholds.levelJumpLpm && atBottom(context, compartment, Math.min(from.levelMm, from.levelMm + levelMm))
}
