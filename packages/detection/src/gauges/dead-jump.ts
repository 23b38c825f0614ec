import { atBottom } from './compartment-sizes.ts'
import type { JumpState } from './jump-state.ts'
import type { Moment } from '../moment.ts'
import type { GaugeState } from '../truck-state.ts'

/** Whether the gauge reads 0 since a fall that is faster than any outlet: its signal is gone (dead-gauge.ts). */
export function isDead(moment: Moment, { compartment, jump }: GaugeState): boolean {
  return jump !== null && jump.volumeL < 0 && isExact(moment, compartment, jump)
}

/** Whether one end of a jump is 0: its height needs no calm surface. */
export function isExact({ context, thresholds }: Moment, compartment: number, { from, levelMm, lpm, road }: JumpState): boolean {
  if (road !== null || lpm <= thresholds.levelJumpLpm) return false
  return atBottom(context, compartment, Math.min(from.levelMm, from.levelMm + levelMm))
}
