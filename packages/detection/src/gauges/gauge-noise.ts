import type { GaugeState } from './gauge-state.ts'
import { atSite } from '../cargo/site-work.ts'
import type { Moment } from '../moment.ts'
import { calmSamples, oldestCalmMs, sampleBack } from './gauge-window.ts'

/**
 * What two calm readings of one gauge may differ by although nothing flowed: a worn gauge scatters by millimetres, a simple one only
 * knows steps of some. Read from its samples at rest; a quiet gauge has next to none, and its limits stay as they are set.
 */

/** Fewer samples say nothing about scatter. */
const fewestSamples = 4
/** Of the differences between neighbours this share is scatter for certain: the rest may be a flow. */
const scatterShare = 0.7
/** That share of a normal distribution lies within so many sigmas. */
const sigmasOfShare = 1.036
/** Few differences seldom show the whole scatter: it may be more by this over their count. */
const doubt = 5
/** A truck stands for hours and is asked again and again: chance seldom exceeds this. */
const noiseSigmas = 4.5
/** The means of a step scale lie up to a step apart; temperature and drift add some. */
const stepFactor = 1.25
/** A larger step is a loss for certain. */
const coarsestMm = 6
/** Swell lifts the surface by at most so much, mm. */
const swellMostMm = 20
/** Finer steps are those of the digits sent; coarser ones are whole halves of a millimetre. */
const finestMm = 0.75
const scaleMm = 0.5
const roundingMm = 0.02

/** Litres that the newest calm value must differ by from an earlier one, beyond `leastL`, for anything to have flowed. */
export const noticeableL = (moment: Moment, gauge: GaugeState, leastL: number): number => Math.max(leastL, noiseL(moment, gauge))

/** Litres that scatter and steps of the gauge explain between two calm values; 0 where too few samples rested. */
export function noiseL(moment: Moment, { compartment, window, calm }: GaugeState): number {
  const { at, state, thresholds } = moment
  const { motion } = state
  const until = motion.moving ? calm.at : at
  const from = motion.moving ? calm.at - 2 * thresholds.calmAfterS * 1000 : motion.stoppedSinceAt + thresholds.calmAfterS * 1000
  const oldestAt = at - oldestCalmMs
  const levels: number[] = []
  const floats: number[] = []
  let [lowMm, highMm, lowL, highL] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null || sample.at < oldestAt) break
    floats.push(sample.floatMm)
    if (sample.at < from || sample.at > until) continue
    levels.push(sample.levelMm)
    if (sample.levelMm < lowMm) [lowMm, lowL] = [sample.levelMm, sample.volumeL]
    if (sample.levelMm > highMm) [highMm, highL] = [sample.levelMm, sample.volumeL]
  }
  if (levels.length < fewestSamples || highMm <= lowMm) return 0
  // As many as a calm value is the mean of.
  const perValue = Math.min(levels.length, calmSamples)
  const scatterMm = Math.min(scatterOf(levels), thresholds.calmDeviationMm)
  const noiseMm = stepFactor * stepOf(floats) + noiseSigmas * scatterMm * Math.sqrt(2 / perValue)
  return Math.max(noiseMm, swellMm(moment, compartment, Math.max(from, oldestAt))) * ((highL - lowL) / (highMm - lowMm))
}

/** One sigma of a sample, mm, from the differences between neighbours: a flow that goes on is none. */
function scatterOf(levels: readonly number[]): number {
  const differences = levels.slice(1).map((level, i) => level - (levels[i] as number))
  const middle = quantile(differences, 0.5)
  const scatter = quantile(
    differences.map((one) => Math.abs(one - middle)),
    scatterShare,
  )
  return (scatter / sigmasOfShare / Math.SQRT2) * (1 + doubt / differences.length)
}

/**
 * How far the surfaces of a truck on the water swing, mm: by so much all its other compartments rise at rest, for what leaves does not come
 * back. At a depot or station product may have risen.
 */
function swellMm(moment: Moment, of: number, from: number): number {
  if (atSite(moment)) return 0
  let least = Infinity
  for (const { compartment, operation, window } of moment.state.gauges) {
    if (compartment === of || operation !== null) continue
    let high = -Infinity
    let roseMm = 0
    for (let back = 0; back < window.count; back += 1) {
      const sample = sampleBack(window, back)
      if (sample === null || sample.at < from) break
      high = Math.max(high, sample.levelMm)
      roseMm = Math.max(roseMm, high - sample.levelMm)
    }
    least = Math.min(least, roseMm)
  }
  return least === Infinity ? 0 : Math.min(least, swellMostMm)
}

/** The step of the gauge's scale, mm, at rest or swinging: the least by which two readings differ; 0 for one that resolves a millimetre or less. */
function stepOf(floats: readonly number[]): number {
  const sorted = floats.toSorted((a, b) => a - b)
  let least = Infinity
  for (const [i, float] of sorted.entries()) {
    const step = i === 0 ? 0 : float - (sorted[i - 1] as number)
    if (step > 0.005 && step < least) least = step
  }
  const offMm = Math.abs(least - Math.round(least / scaleMm) * scaleMm)
  return least >= finestMm && least <= coarsestMm && offMm <= roundingMm ? least : 0
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
}
