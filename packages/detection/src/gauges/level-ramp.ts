import { sampleBack } from './gauge-window.ts'
import type { GaugeWindow } from './window-state.ts'

/** A ramp must explain more than the step at the same place: its rest is at most this share of the step's. */
const rampShare = 0.85
/** Over fewer frames, the swing of the surface makes a ramp of any step. */
const fewestFrames = 4

type Sample = { readonly at: number; readonly levelMm: number }

/**
 * Whether the samples since a moment show a level that falls over some frames, as product flows, rather than between two, as a
 * gauge jumps. `back` is the oldest sample after the step.
 */
export function isRamp(window: GaugeWindow, from: number, back: number): boolean {
  const samples: Sample[] = []
  for (let i = 0; i < window.count; i += 1) {
    const sample = sampleBack(window, i)
    if (sample === null || sample.at < from) break
    samples.unshift(sample)
  }
  const split = samples.length - 1 - back
  const stepRest = restOf(samples, split - 1, split)
  for (let begin = 0; begin < split; begin += 1)
    for (let end = Math.max(begin + fewestFrames, split); end < samples.length; end += 1)
      if (restOf(samples, begin, end) < stepRest * rampShare) return true
  return false
}

/** Sum of squares that a ramp from one sample to another leaves: level at the mean before it, and at the mean after it. */
function restOf(samples: readonly Sample[], begin: number, end: number): number {
  const firstMm = meanMm(samples.slice(0, begin + 1))
  const lastMm = meanMm(samples.slice(end))
  const beginAt = samples[begin]?.at ?? 0
  const spanMs = (samples[end]?.at ?? 0) - beginAt
  let rest = 0
  for (const [i, { at, levelMm }] of samples.entries()) {
    const share = i <= begin ? 0 : i >= end ? 1 : (at - beginAt) / spanMs
    rest += (levelMm - firstMm - share * (lastMm - firstMm)) ** 2
  }
  return rest
}

const meanMm = (samples: readonly Sample[]): number => samples.reduce((sum, { levelMm }) => sum + levelMm, 0) / samples.length
