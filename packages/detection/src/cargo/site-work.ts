import { type CoverKind, coverKind } from '@tanker/domain/devices/probe-type'
import { HALF_UNLOADED, IDLE, IN_TRANSIT, LOADING_STOP, UNLOADING_PIPE } from '@tanker/domain/trucks/transport-process'
import type { Place } from '@tanker/domain/facts/place'
import type { Fence } from '@tanker/domain/fences/fence'
import { type Moment, placeNow } from '../moment.ts'
import type { ProbeState } from '../seals/probe-state.ts'
import { anyOpen } from '../seals/probes.ts'

export const atSite = (moment: Moment): boolean => {
  const kind = moment.state.membership.fence?.kind
  return kind === 'depot' || kind === 'station'
}

/** The fence that the truck is in, or has just left. */
export const siteHere = ({ left, state }: Moment): Fence | null => left ?? state.membership.fence

/** Where it stands, or stood until it drove off: frames that come seldom show that far away. */
export function placeOfStop(moment: Moment): Place {
  const { state } = moment
  return (moment.droveOff ? state.parking.place : null) ?? placeNow(state)
}

/** Depot or station work is going on: loading or unloading by the process, and more than an open door says so. */
export function worksAtSite(moment: Moment): boolean {
  const { state } = moment
  const process = state.process.state
  if (process === IDLE || process === IN_TRANSIT || process === HALF_UNLOADED || !atSite(moment)) return false
  return process !== UNLOADING_PIPE || anyOpen(state, 'api') || anyOpen(state, 'bottom-valve')
}

const FLOW_COVERS: readonly (CoverKind | undefined)[] = ['api', 'bottom-valve', 'manhole']

/** An API adapter that answers and is not at fault: it shows when it is coupled. */
export const isSoundAdapter = ({ type, fault, answering }: ProbeState): boolean => fault === 0 && answering && coverKind(type) === 'api'

/** Product may flow here by the rules: in the middle of the site's work, with an outlet or cover open, or on a truck without seals. */
export function mayFlow(moment: Moment): boolean {
  const { state } = moment
  // Beside a fence as well: it may be drawn too small.
  if (!atSite(moment) && state.membership.edge === null) return false
  const process = state.process.state
  const works = process !== IDLE && process !== IN_TRANSIT && process !== HALF_UNLOADED && process !== LOADING_STOP
  if (works || state.probes.length === 0) return true
  // A loading that no adapter can show.
  if (state.membership.fence?.kind === 'depot' && !state.probes.some(isSoundAdapter)) return true
  for (const probe of state.probes) {
    // Not debounced: the next frame may come after the flow.
    if ((probe.open || probe.rawOpen) && probe.fault === 0 && FLOW_COVERS.includes(coverKind(probe.type))) return true
  }
  return false
}
