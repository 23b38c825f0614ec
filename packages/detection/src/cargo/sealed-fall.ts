import { loadedFromL } from '../gauges/compartment-sizes.ts'
import type { Moment } from '../moment.ts'
import { readRest } from '../gauges/flow-bounds.ts'
import { firstOutletOpenedAt, shutSince } from '../seals/probes.ts'
import type { Anchor, GaugeState } from '../truck-state.ts'

/** Samples of a surface at rest differ by no more than the noise of a standing engine, and two steps without a flow are a rest. */
const restL = 8
const restSteps = 2

/**
 * A compartment falls at a station although its seals report that it is shut: no unloading (domain rule D.3, row 11), or one whose seals
 * report a frame or two late; when they do it becomes one.
 */
export function fallsSealed(moment: Moment, gauge: GaugeState): boolean {
  if (moment.state.membership.fence?.kind !== 'station' || gauge.fallingSinceAt === 0) return false
  // A flow is noticed up to a minute late: an outlet that was shut since may have let it out.
  return shutSince(moment, gauge.compartment, gauge.fallingSinceAt - moment.thresholds.flowWindowS * 1000)
}

/** What the compartment fell from at this station while its seals reported shut, more than a residue; null when it did not. */
export function fellSealedFrom(moment: Moment, gauge: GaugeState): Anchor | null {
  const { context, state, thresholds } = moment
  if (state.membership.fence?.kind !== 'station') return null
  const from = fallBase(gauge)
  if (fallenL(gauge, from) < thresholds.yardFallL || from.volumeL < loadedFromL(context, gauge.compartment)) return null
  return shutSince(moment, gauge.compartment, from.at) ? from : null
}

/**
 * A fall behind shut seals that was over when the outlet was opened: writes what the compartment held then into `into`. A seal that
 * reports a frame or two late was opened while product flowed, not at rest.
 */
export function readAfterSealedFall(moment: Moment, gauge: GaugeState, into: Anchor): boolean {
  const { state } = moment
  if (state.membership.fence?.kind !== 'station' || gauge.fallingSinceAt === 0 || gauge.stopCalm.at === 0) return false
  const openedAt = firstOutletOpenedAt(state, gauge.compartment)
  return openedAt !== 0 && readRest(gauge.window, openedAt, restSteps, restL, into)
}

/** The newest value that a fall at a depot or station counts from: the ledger's, or the first calm one of this stop. */
export const fallBase = ({ posted, stopCalm }: GaugeState): Anchor => (posted.at >= stopCalm.at ? posted : stopCalm)

/** Litres gone from a calm value until now, at 20 °C and as measured: the smaller, which warming up does not show. */
export const fallenL = ({ calm }: GaugeState, from: Anchor): number =>
  from.at === 0 || !from.calm ? 0 : Math.min(from.v20L - calm.v20L, from.volumeL - calm.volumeL)
