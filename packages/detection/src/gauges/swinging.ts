import { litresPerMm } from '@tanker/domain/loss/uncertainty'
import type { Anchor } from './anchor.ts'
import { capacityL } from './compartment-sizes.ts'
import type { GaugeState } from './gauge-state.ts'
import { hundredth, oldestCalmMs, readMean, sampleBack } from './gauge-window.ts'
import type { Moment } from '../moment.ts'

/** A swing loses half of its height in so long (domain B.4: it dies down within a minute or two). */
const halfLifeMs = 30_000
/** Fewer frames of the road show no average. */
const fewestSamples = 4
/** Few frames seldom show the whole swing: it may be more by this over their count. */
const doubt = 5
/** One sigma of a sample on the road at least: frames in step with the swing show less. */
const leastSwingMm = 5
/** One sigma of a sample at rest. */
const restMm = 1

/** `stoodMs`: since the truck stopped; negative on the road. */
type Sample = { readonly volumeL: number; readonly stoodMs: number }

/** The mean of frames of a surface that swings, at 20 °C. */
export type Swinging = {
  /** One sigma of the mean, litres. */
  readonly sigmaL: number
  /** What the frames of the road alone show, and those of this stop; the same where there is none of this stop. */
  readonly roadV20L: number
  readonly stopV20L: number
}

/**
 * What a truck brought that is opened as soon as it stands: no calm surface shows it, but the mean of the frames since the last drive began
 * does, those of this stop weighted by how far the swing has died down. Writes it into `into`; null when there are too few frames since a
 * moment.
 */
export function readSwinging(moment: Moment, gauge: GaugeState, since: number, until: number, into: Anchor): Swinging | null {
  const { droveSinceAt, stoppedSinceAt } = moment.state.motion
  const from = Math.max(droveSinceAt, since + 1)
  const samples: Sample[] = []
  for (let back = 0; back < gauge.window.count; back += 1) {
    const sample = sampleBack(gauge.window, back)
    if (sample === null || sample.at < from || until - sample.at > oldestCalmMs) break
    if (sample.at <= until) samples.push({ volumeL: sample.volumeL, stoodMs: sample.at - stoppedSinceAt })
  }
  const road = samples.filter(({ stoodMs }) => stoodMs < 0).map(({ volumeL }) => volumeL)
  if (road.length < fewestSamples || !readMean(gauge.window, until, from, samples.length, into)) return null
  const slope = litresPerMm(capacityL(moment.context, gauge.compartment), into.volumeL, into.levelMm)
  const swingL = Math.max(leastSwingMm * slope, deviation(road) * (1 + doubt / road.length))
  const weightOf = ({ stoodMs }: Sample): number => 1 / ((swingL * 2 ** (-Math.max(0, stoodMs) / halfLifeMs)) ** 2 + (restMm * slope) ** 2)
  const toV20 = into.v20L / into.volumeL
  const meanL = weightedMean(samples, weightOf)
  const stop = samples.filter(({ stoodMs }) => stoodMs >= 0)
  const roadL = mean(road)
  into.levelMm = hundredth(into.levelMm + (meanL - into.volumeL) / slope)
  into.volumeL = hundredth(meanL)
  into.v20L = hundredth(meanL * toV20)
  const weight = samples.reduce((sum, sample) => sum + weightOf(sample), 0)
  return {
    sigmaL: hundredth(inARow(road) / Math.sqrt(weight)),
    roadV20L: roadL * toV20,
    stopV20L: (stop.length === 0 ? roadL : weightedMean(stop, weightOf)) * toV20,
  }
}

function weightedMean(samples: readonly Sample[], weightOf: (sample: Sample) => number): number {
  let [sum, weight] = [0, 0]
  for (const sample of samples) {
    sum += sample.volumeL * weightOf(sample)
    weight += weightOf(sample)
  }
  return sum / weight
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

/** By how much a mean is less certain because each frame resembles the one before: a factor of 1 or more. */
function inARow(values: readonly number[]): number {
  const middle = mean(values)
  const offsets = values.map((value) => value - middle)
  const squares = offsets.reduce((sum, offset) => sum + offset * offset, 0)
  const together = offsets.reduce((sum, offset, i) => sum + offset * (offsets[i - 1] ?? 0), 0)
  const share = squares === 0 ? 0 : Math.min(0.9, Math.max(0, together / squares))
  return Math.sqrt((1 + share) / (1 - share))
}
