import type { ProbeReading } from '@tanker/domain/reading'
import { HALF_UNLOADED, IN_TRANSIT } from '@tanker/domain/transport-process'
import type { Moment } from './moment.ts'
import type { ProbeState, TruckState } from './truck-state.ts'

export const inTransit = ({ process }: TruckState): boolean => process.state === IN_TRANSIT || process.state === HALF_UNLOADED

/** At each departure the counters are frozen, and the litres reported by alarms start at zero for the new leg. */
export function freezeSeals(moment: Moment): void {
  const { state } = moment
  const sealed = inTransit(state)
  if (sealed === state.custody.sealed) return
  state.custody.sealed = sealed
  if (sealed) state.custody.reported = []
  for (const probe of state.probes) probe.frozenCount = sealed ? probe.sealCount : -1
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
  // Counted since the truck came to the station, it was opened for the unloading.
  const forUnloading = fence === 'station' && probe.at >= state.membership.enteredAt
  if (!allowed && !forUnloading) probe.unseenFrom = before
}
