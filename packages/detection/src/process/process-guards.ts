import { API_WET, OVERFLOW_SOCKET } from '@tanker/domain/devices/probe-type'
import { HALF_UNLOADED, LOADING_STOP, UNLOADING_PIPE } from '@tanker/domain/trucks/transport-process'
import { noAnchor } from '../gauges/anchor.ts'
import { dryAtLeaving, dryProof, isMeant } from '../cargo/emptying.ts'
import { blindLevelMm, capacityL } from '../gauges/compartment-sizes.ts'
import { carries, carriesAny, flowingSince, readHeld } from '../gauges/gauges.ts'
import type { Moment } from '../moment.ts'
import { compartmentsOfVisit } from '../cargo/slip-stops.ts'
import { isSoundAdapter } from '../cargo/site-work.ts'
import { fallsSealed } from '../cargo/sealed-fall.ts'
import { transfersNow } from '../cargo/transfers.ts'
import { anyOpen, isOpen, openedSince, outletOpen } from '../seals/probes.ts'

/** The questions that the rows of the transport process ask (domain rule D.3). */

export const atDepot = (moment: Moment): boolean => moment.state.membership.fence?.kind === 'depot' && !moment.state.motion.moving

export const atStation = (moment: Moment): boolean => moment.state.membership.fence?.kind === 'station' && !moment.state.motion.moving

export const apiOpen = (moment: Moment): boolean => anyOpen(moment.state, 'api')
export const manholeOpen = (moment: Moment): boolean => anyOpen(moment.state, 'manhole')

/** Compartments (bits) that fill, and by much. */
function filling({ state, thresholds }: Moment): number {
  let bits = 0
  for (const gauge of state.gauges) {
    const fillsMuch = gauge.risingSinceAt !== 0 && gauge.volumeL - gauge.refL >= thresholds.levelOnlyStartL
    if (fillsMuch && !transfersNow(gauge)) bits |= 1 << gauge.compartment
  }
  return bits
}

/**
 * A compartment fills in the depot, and no sound API adapter of it answers that could show it: seals that lack it, or have lost it, say
 * nothing of a loading.
 */
export function loadsByLevel(moment: Moment): boolean {
  if (!atDepot(moment)) return false
  let unshown = filling(moment)
  if (unshown === 0) return false
  for (const probe of moment.state.probes) {
    if (isSoundAdapter(probe)) unshown &= probe.compartment === 0 ? 0 : ~(1 << probe.compartment)
  }
  return unshown !== 0
}

/** The truck has seals that report, so that "closed" means something. */
export const covered = (moment: Moment): boolean => moment.state.probes.length > 0

export function coupledAtDepot(moment: Moment): boolean {
  if (!atDepot(moment)) return false
  const { state } = moment
  if (apiOpen(moment) || isOpen(state, 0, OVERFLOW_SOCKET)) return true
  return state.probes.some((probe) => probe.type === API_WET && probe.wet && probe.fault === 0)
}

export function coupledAtStation(moment: Moment): boolean {
  if (!atStation(moment)) return false
  const { at, state, thresholds } = moment
  if (at - state.motion.stoppedSinceAt < thresholds.stationStopS * 1000) return false
  // After an emptying in this same yard only a new opening couples again.
  const { process, membership } = state
  const sameVisit = process.state === HALF_UNLOADED && membership.enteredAt < process.sinceAt
  const since = sameVisit ? process.sinceAt : 0
  return openedSince(state, 'api', since) || openedSince(state, 'box-door', since) || openedSince(state, 'bottom-valve', since)
}

export function rises(moment: Moment): boolean {
  if (moment.state.motion.moving) return false
  const { flowStartLpm } = moment.thresholds
  const resumes = moment.state.process.state === LOADING_STOP
  for (const gauge of moment.state.gauges) {
    if (transfersNow(gauge)) continue
    if (resumes ? gauge.flowLpm >= flowStartLpm : gauge.risingSinceAt !== 0) return true
  }
  return false
}

export function falls(moment: Moment): boolean {
  if (moment.state.motion.moving) return false
  for (const gauge of moment.state.gauges) {
    if (gauge.fallingSinceAt !== 0 && !transfersNow(gauge) && !fallsSealed(moment, gauge)) return true
  }
  return false
}

/** Since when product flows that this reading is the first to show; now when frames come often enough to see it begin. */
export function flowsSince(moment: Moment): number {
  let since = moment.at
  for (const gauge of moment.state.gauges) {
    if (gauge.risingSinceAt !== 0 || gauge.fallingSinceAt !== 0) since = Math.min(since, flowingSince(moment, gauge))
  }
  return since
}

/**
 * Product flows out at a station: the surface had time to settle, or the valve of the very compartment stands open. What falls behind
 * seals that report shut is not unloaded.
 */
export function unloads(moment: Moment): boolean {
  const { at, state, thresholds } = moment
  if (!atStation(moment)) return false
  const settled = at - state.motion.stoppedSinceAt >= thresholds.unloadingStandS * 1000
  for (const gauge of state.gauges) {
    if (gauge.fallingSinceAt === 0 || transfersNow(gauge)) continue
    if ((settled || outletOpen(state, gauge.compartment)) && !fallsSealed(moment, gauge)) return true
  }
  return false
}

export function quiet(moment: Moment): boolean {
  const { flowZeroLpm } = moment.thresholds
  for (const gauge of moment.state.gauges) if (Math.abs(gauge.flowLpm) >= flowZeroLpm) return false
  return true
}

/** Quiet and standing: the end of an operation, not the noise of a departure. */
export const fellQuiet = (moment: Moment): boolean => !moment.state.motion.moving && quiet(moment)

export const allCalm = (moment: Moment): boolean => moment.state.gauges.every((gauge) => gauge.calmNow)

/** Left a depot, or drives somewhere outside it since a minute, with product aboard. */
export function leftDepot(moment: Moment): boolean {
  const { at, state, thresholds } = moment
  if (!state.motion.moving) return false
  if (moment.left?.kind === 'depot') return carriesAny(moment)
  const { fence } = state.membership
  if (fence?.kind === 'depot' || fence?.kind === 'station') return false
  return at - state.motion.movingSinceAt >= thresholds.departMovingS * 1000 && carriesAny(moment)
}

/** Left the depot with product aboard before any trip. */
export const leftFirstDepot = (moment: Moment): boolean => moment.left?.kind === 'depot' && moment.state.trip === null && carriesAny(moment)

export const leftSite = (moment: Moment): boolean => moment.left?.kind === 'station' || moment.left?.kind === 'depot'

/** Compartments were emptied at this station whose gauges showed no flow. */
const unloadedUnseen = ({ state: { process } }: Moment): boolean => process.state === UNLOADING_PIPE && process.flowed !== 0

/** Leaves a station where a compartment without a gauge was emptied, and carries others on. */
export const leftHalfUnseen = (moment: Moment): boolean => leftSite(moment) && unloadedUnseen(moment) && carriesAny(moment)

export const leftDryUnseen = (moment: Moment): boolean => unloadedUnseen(moment) && leftProvenDry(moment)

/** Leaves a station with nothing aboard, as far as is known without gauges. */
export const leftEmptyUnseen = (moment: Moment): boolean =>
  moment.left?.kind === 'station' && moment.state.custody.ungaugedEmpty !== 0 && !carriesAny(moment)

/** Every compartment meant for this station is empty, and no gauge saw one flow. */
export function drainedUnseen(moment: Moment): boolean {
  if (!atStation(moment) || !unloadedUnseen(moment)) return false
  const meant = compartmentsOfVisit(moment)
  return !moment.state.gauges.some((gauge) => (meant === null || meant.includes(gauge.compartment)) && carries(moment, gauge))
}

export function leftProvenDry(moment: Moment): boolean {
  if (!leftSite(moment)) return false
  const { state } = moment
  for (const gauge of state.gauges) {
    const concerned = (state.process.flowed & (1 << gauge.compartment)) !== 0
    if (concerned && dryAtLeaving(moment, gauge, state.process.unloadedAt) === null) return false
  }
  return true
}

/** Every compartment meant for this station is down to its rest; without a slip only after five quiet minutes. */
export function drained(moment: Moment): boolean {
  const { at, state, thresholds, context } = moment
  if (compartmentsOfVisit(moment) === null && at - state.process.lastFlowAt < thresholds.drainedQuietMin * 60_000) return false
  const held = noAnchor()
  for (const gauge of state.gauges) {
    if (!isMeant(moment, gauge)) continue
    readHeld(moment, gauge, held)
    const low =
      held.levelMm <= blindLevelMm(context, gauge.compartment) + thresholds.drainedMm ||
      held.volumeL < (capacityL(context, gauge.compartment) * thresholds.drainedPercent) / 100
    if (!low) return false
  }
  return true
}

export function dryProven(moment: Moment): boolean {
  const { at, state, thresholds, context } = moment
  if (context.emptyingMode === 'timer' && at - state.process.unloadedAt < thresholds.emptyTimerMin * 60_000) return false
  if (state.motion.moving) return false
  for (const gauge of state.gauges) {
    const concerned = (state.process.flowed & (1 << gauge.compartment)) !== 0
    if (concerned && dryProof(moment, gauge, state.process.sinceAt) === null) return false
  }
  return true
}
