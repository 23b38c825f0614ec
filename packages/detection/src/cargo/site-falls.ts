import type { Anchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { atBottom } from '../gauges/compartment-sizes.ts'
import { noticeableL } from '../gauges/gauge-noise.ts'
import type { Moment } from '../moment.ts'
import { shutSince } from '../seals/probes.ts'
import { isSealsAwaited } from './dark-stop.ts'
import { siteHere } from './site-work.ts'
import { arrivalOf } from './arrival-of.ts'

/** Seals that report late do so by a minute or two frames at most; half a frame more is allowed, since frames are not evenly spaced. */
export const lateSealsMs = (frameMs: number): number => Math.max(60_000, 2.5 * frameMs)

/**
 * What the compartment fell from to a value at this station while its seals reported shut; null when it did not. A residue counts as well,
 * as soon as the gauge can distinguish it from an empty compartment: below that level it may show nothing at all.
 */
export function fellSealedFrom(moment: Moment, gauge: GaugeState, to: Anchor): Anchor | null {
  if (siteHere(moment)?.kind !== 'station') return null
  const from = fallBase(gauge)
  if (!isSiteFall(moment, gauge, from, to) || atBottom(moment.context, gauge.compartment, from.levelMm)) return null
  if (isSealsAwaited(moment, gauge.compartment)) return null
  return shutSince(moment, gauge.compartment, from.at) ? from : null
}

/** More has gone since a calm value than the rule of the yard allows, and than the gauge's noise. */
export function isSiteFall(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): boolean {
  const { yardFallL } = moment.thresholds
  const goneL = fallenL(moment, gauge, from, to)
  return goneL >= yardFallL && goneL >= noticeableL(moment, gauge, yardFallL)
}

/** The newest value that a fall at a depot or station counts from: the ledger's, or the first calm one of this stop. */
export const fallBase = ({ posted, stopCalm }: GaugeState): Anchor => (posted.at >= stopCalm.at ? posted : stopCalm)

/**
 * Litres gone from a calm value to another one, at 20 °C and as measured: the smaller, which warming up does not show. What the alarm of
 * the way here names is not counted again.
 */
function fallenL(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): number {
  if (from.at === 0 || !from.calm) return 0
  const goneL = Math.min(from.v20L - to.v20L, from.volumeL - to.volumeL)
  const arrive = goneL <= 0 ? null : arrivalOf(moment, gauge)
  if (arrive === null || arrive.at <= from.at) return goneL
  const reportedL = moment.state.custody.reported.find(({ compartment }) => compartment === gauge.compartment)?.v20L ?? 0
  return goneL - Math.min(reportedL, Math.max(0, from.v20L - arrive.v20L))
}
