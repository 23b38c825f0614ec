import { lossSigmaL } from '@tanker/domain/loss/uncertainty'
import type { Anchor } from '../gauges/anchor.ts'
import { capacityL } from '../gauges/compartment-sizes.ts'
import { hundredth } from '../gauges/gauge-window.ts'
import type { Moment } from '../moment.ts'
import type { TripLine } from './trip-state.ts'
import { expansionOf } from '../gauges/standard-volume.ts'

/**
 * One sigma, litres, of the loss between two readings of a compartment (domain D.9): gauge, tilt, temperature and table.
 * Zero without a reading or when the compartment's size is unknown.
 */
export function anchorsSigmaL(
  moment: Moment,
  of: { readonly compartment: number; readonly oilCode: number },
  before: Anchor,
  after: Anchor,
): number {
  const capacity = capacityL(moment.context, of.compartment)
  if (before.at === 0 || after.at === 0 || capacity === 0) return 0
  return hundredth(lossSigmaL(capacity, before, after, expansionOf(moment.thresholds, of.oilCode), moment.thresholds))
}

/** One sigma, litres, of the loss of a compartment on the way to where the truck has arrived. */
export const legSigmaL = (moment: Moment, line: TripLine): number =>
  hundredth(Math.hypot(anchorsSigmaL(moment, line, line.depart, line.arrive), line.swingL))
