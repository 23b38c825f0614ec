import type { ProbeReading } from '@tanker/domain/reading'
import { HALF_UNLOADED, IN_TRANSIT } from '@tanker/domain/trucks/transport-process'
import type { TruckState } from '../truck-state.ts'
import type { ProbeState } from './probe-state.ts'
import type { Moment } from '../moment.ts'

export const inTransit = ({ process }: TruckState): boolean => process.state === IN_TRANSIT || process.state === HALF_UNLOADED

/**
 * A probe that said nothing during a visit long enough for all probes to report, or does not answer: it may have been opened there and
 * counted unheard.
 */
export function isUnheard({ at, state: { membership }, thresholds }: Moment, probe: ProbeState): boolean {
  if (at - membership.enteredAt < thresholds.consoleSilentMin * 60_000) return false
  return !probe.answering || probe.at < membership.enteredAt
}

/**
 * At each departure the counters are frozen, and the litres reported by alarms start at zero for the new leg. One that was not heard at
 * the station was opened there for the unloading: it is frozen when it is heard again.
 */
export function freezeSeals(moment: Moment): void {
  const { state, left, context } = moment
  const sealed = inTransit(state)
  if (sealed !== state.custody.sealed) {
    const fromStation = state.trip !== null && state.trip.legFenceId !== 0
    state.custody.sealed = sealed
    if (sealed) state.custody.reported = []
    for (const probe of state.probes) probe.frozenCount = sealed && !(fromStation && isUnheard(moment, probe)) ? probe.sealCount : -1
  }
  if (left?.kind !== 'station' || (context.slip && !context.slip.stops.some(({ placeId }) => placeId === left.placeId))) return
  for (const probe of state.probes) if (isUnheard(moment, probe)) probe.frozenCount = -1
}

/** Asked before the reading is taken in: an opening that was seen is accounted for, what was only counted is a break. */
export function compareCount(moment: Moment, probe: ProbeState, reading: ProbeReading): void {
  const { state } = moment
  const before = probe.frozenCount
  if (!reading.answering) return
  probe.frozenCount = reading.sealCount
  if (reading.sealCount === before || reading.open || probe.rawOpen || probe.cover !== null) return
  const fence = state.membership.fence?.kind
  const allowed = fence === 'depot' || fence === 'repair' || moment.at <= state.authorisedUntil
  // Counted since the truck came to the station, or while its terminal was dark there, it was opened for the unloading.
  const inTheDark = moment.wasDark && state.dark.fromAt >= state.membership.enteredAt
  const forUnloading = fence === 'station' && (inTheDark || probe.at >= state.membership.enteredAt)
  if (!allowed && !forUnloading) probe.unseenFrom = before
}
