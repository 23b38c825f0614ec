import type { YardReason } from '@tanker/domain/facts/cargo-alarm-facts'
import type { Anchor } from '../gauges/anchor.ts'
import type { Moment } from '../moment.ts'
import { siteHere } from './site-work.ts'

/**
 * What makes a fall in a depot or station an alarm; null where it is none: in the depot what a user allowed, the surplus over the slip, and
 * nearly the whole compartment may go back; in a station only what the slip names for another one is no delivery.
 */
export function yardReason(moment: Moment, compartment: number, since: number, start: Anchor, end: Anchor): YardReason | null {
  const { state, context, thresholds: t } = moment
  const fence = siteHere(moment)
  const { slip } = context
  if (fence?.kind === 'depot') {
    if (since <= state.authorisedUntil) return null
    const planL = slip?.loads?.find((load) => load.compartment === compartment)?.volumeL
    const isSurplus = planL !== undefined && end.volumeL * 100 >= planL * (100 - t.loadingPlanPercent)
    const isWhole = (start.volumeL - end.volumeL) * 100 >= start.volumeL * t.yardReturnPercent
    return isSurplus || isWhole ? null : 'depot-yard'
  }
  if (fence?.kind !== 'station' || !slip) return null
  const here = slip.stops.filter((stop) => stop.placeId === fence.placeId)
  const isNamed = (stops: typeof slip.stops): boolean => stops.some(({ compartments }) => compartments.includes(compartment))
  return here.length > 0 && !isNamed(here) && isNamed(slip.stops) ? 'other-stop' : null
}
