import { coverKind } from '@tanker/domain/devices/probe-type'
import { roundHalfAway } from '@tanker/domain/loss/loss'
import { HALF_UNLOADED, IDLE } from '@tanker/domain/trucks/transport-process'
import { emptyingExceptionFact, EMPTYING_BREACHES, type EmptyingBreach } from '@tanker/domain/facts/cargo-alarm-facts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { ProbeState } from '../seals/probe-state.ts'
import { type Moment, placeNow, raise } from '../moment.ts'

export function raiseEmptyingBreach(
  moment: Moment,
  compartment: number,
  breach: EmptyingBreach,
  residualL: number,
  emptyS: number | null,
  startedAt = moment.at,
): void {
  raise(moment, emptyingExceptionFact, {
    name: 'emptying-exception',
    startedAt,
    object: EMPTYING_BREACHES.indexOf(breach) * 100 + compartment,
    endedAt: moment.at,
    grade: breach === 'outside-station' ? 'red' : 'yellow',
    place: placeNow(moment.state),
    properties: {
      compartment,
      breach,
      residualL: roundHalfAway(residualL, 2),
      emptyS,
      stationName: moment.state.membership.fence?.name ?? null,
      processState: moment.state.process.state,
    },
  })
}

/** After debounce: a bottom valve that opens again although its compartment was proven empty. Depots and repair are free. */
export function judgeValveReopened(moment: Moment, probe: ProbeState): void {
  const { at, state, thresholds } = moment
  const { custody } = state
  if (!probe.open || coverKind(probe.type) !== 'bottom-valve' || probe.fault !== 0) return
  const bit = 1 << probe.compartment
  if ((custody.emptied & bit) === 0 || at - custody.emptiedAt > thresholds.valveReopenedHours * 3_600_000) return
  const fence = state.membership.fence?.kind
  if (fence === 'depot' || fence === 'repair' || probe.openedAt <= state.authorisedUntil) return
  custody.emptied &= ~bit
  const gauge = state.gauges.find(({ compartment }) => compartment === probe.compartment)
  raiseEmptyingBreach(moment, probe.compartment, 'valve-reopened', gauge?.volumeL ?? 0, null, probe.openedAt)
}

/** Whether the residue of a compartment went while the truck stands outside every site: calm to calm, once a stop. */
export function residueIsGone(moment: Moment, gauge: GaugeState): boolean {
  const { at, state, thresholds } = moment
  const process = state.process.state
  if ((process !== IDLE && process !== HALF_UNLOADED) || gauge.dischargeAt !== 0) return false
  const goneL = gauge.stopCalm.volumeL - gauge.calm.volumeL
  if (goneL < thresholds.residueGoneL) return false
  gauge.dischargeSinceAt = gauge.dischargeSinceAt || at
  if (at - gauge.dischargeSinceAt < thresholds.dischargeCalmS * 1000) return false
  gauge.dischargeAt = at
  return true
}
