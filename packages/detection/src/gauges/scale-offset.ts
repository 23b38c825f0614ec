import type { Anchor } from './anchor.ts'
import { atBottom } from './compartment-sizes.ts'
import type { Moment } from '../moment.ts'

/** Whether all that a gauge shows is what it has jumped up by on this trip: the compartment is empty. */
export function isJumpOnly({ state: { trip }, context }: Moment, of: number, { levelMm }: Anchor): boolean {
  if (trip === null) return false
  for (const { compartment, jumped } of trip.lines)
    if (compartment === of) return jumped !== null && jumped.levelMm > 0 && atBottom(context, of, levelMm - jumped.levelMm)
  return false
}
