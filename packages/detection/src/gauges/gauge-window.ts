import type { Anchor } from './anchor.ts'
import type { GaugeWindow } from './window-state.ts'

/** Room for ten minutes at ten seconds. */
const slots = 64
/** Numbers a sample, side by side: a gateway has thousands of windows, and each place in memory it looks at is a wait. */
const sampleLength = 6
/** Places in a sample. */
export const AT = 0
const LEVEL_MM = 1
export const VOLUME_L = 2
const V20_L = 3
const TEMPERATURE_C = 4
const RAW_MM = 5
/** Samples older than this never count, so that a quarter hour of readings refills the window. */
export const oldestMs = 600_000
/** Calm looks back further: three frames of a terminal that reports each five minutes. Still within the quarter hour. */
export const oldestCalmMs = 720_000
/** Calm is read from the samples of this time … */
const calmMs = 60_000
/** … and from at least so many, however far apart they come … */
export const calmSamples = 5
/** … or from two that lie further apart than any swing lasts, both well after the stop: a terminal that reports each five minutes. */
const calmSparseSamples = 2
const calmSparseMs = 240_000
const calmSparseAfterMs = 60_000
const flowFewest = 4
/**
 * A slow flow is the slope over the newest samples that span the window of time,
 * at least two, none older than this: frames each five minutes.
 */
const slowestMs = 310_000

export function createGaugeWindow(): GaugeWindow {
  return {
    next: 0,
    count: 0,
    samples: new Float64Array(slots * sampleLength),
    rawAt: 0,
    rawLevelMm: 0,
    rawVolumeL: 0,
    held: [],
  }
}

/** What a step between two near frames must exceed to need a second frame. */
export type JumpLimits = { readonly levelJumpMm: number; readonly levelJumpLpm: number }

/** Takes a sample in unless it jumps further than product can flow since the frame before (domain rule D.1.6); says whether it counts. */
export function pushSample(
  window: GaugeWindow,
  at: number,
  levelMm: number,
  volumeL: number,
  v20L: number,
  temperatureC: number,
  floatMm: number,
  limits: JumpLimits,
): boolean {
  const sinceMs = at - window.rawAt
  const jumps =
    sinceMs <= 30_000 &&
    Math.abs(levelMm - window.rawLevelMm) > limits.levelJumpMm &&
    Math.abs(volumeL - window.rawVolumeL) * 60_000 > limits.levelJumpLpm * sinceMs
  window.rawAt = at
  window.rawLevelMm = levelMm
  window.rawVolumeL = volumeL
  if (jumps) return false
  const { samples } = window
  const slot = window.next * sampleLength
  samples[slot + AT] = at
  samples[slot + LEVEL_MM] = levelMm
  samples[slot + VOLUME_L] = volumeL
  samples[slot + V20_L] = v20L
  samples[slot + TEMPERATURE_C] = temperatureC
  samples[slot + RAW_MM] = floatMm
  window.next = (window.next + 1) % slots
  if (window.count < slots) window.count += 1
  return true
}

/** The same samples in another measure of volume. */
export function scaleWindow(window: GaugeWindow, volumeFactor: number, v20Factor: number): void {
  const { samples } = window
  window.rawVolumeL *= volumeFactor
  for (let slot = 0; slot < samples.length; slot += sampleLength) {
    samples[slot + VOLUME_L] = (samples[slot + VOLUME_L] as number) * volumeFactor
    samples[slot + V20_L] = (samples[slot + V20_L] as number) * v20Factor
  }
}

export function emptyWindow(window: GaugeWindow): void {
  window.count = 0
  window.next = 0
}

/** Where the sample begins that is `back` older than the newest. */
export const slotBack = (window: GaugeWindow, back: number): number => ((window.next - 1 - back + 2 * slots) % slots) * sampleLength

/** The first sample at or after a moment; leaves `into` alone when there is none. */
export function readFirst(window: GaugeWindow, since: number, into: Anchor): boolean {
  let first = -1
  for (let back = 0; back < window.count; back += 1) {
    const slot = slotBack(window, back)
    if ((window.samples[slot + AT] as number) < since) break
    first = slot
  }
  return first !== -1 && readSlot(window, first, into)
}

/** Slope of volume over the last `windowMs`, of samples from `since` on, L/min by least squares; 0 with fewer than four. */
export const flowLpm = (window: GaugeWindow, now: number, windowMs: number, since: number): number =>
  slopeLpm(window, now, since, windowMs, windowMs, flowFewest, 0)

/**
 * The same for a terminal whose frames come further apart: of the newest samples that span `windowMs`, 0 with fewer than two.
 * What lies between two samples can be anything: only for a truck whose product is expected to flow.
 */
export const slowFlowLpm = (window: GaugeWindow, now: number, windowMs: number, since: number): number =>
  slopeLpm(window, now, since, windowMs, slowestMs, 2, windowMs / 2)

/** Of samples not older than `windowMs`, and of the one sample before them unless it is older than `mostMs`; 0 when they span less than `leastMs`. */
function slopeLpm(
  window: GaugeWindow,
  now: number,
  since: number,
  windowMs: number,
  mostMs: number,
  fewest: number,
  leastMs: number,
): number {
  let n = 0
  let spanMs = 0
  let sumT = 0
  let sumV = 0
  let sumTT = 0
  let sumTV = 0
  for (let back = 0; back < window.count; back += 1) {
    const slot = slotBack(window, back)
    const sampleAt = window.samples[slot + AT] as number
    const ageMs = now - sampleAt
    if (ageMs > mostMs || sampleAt < since) break
    if (ageMs > windowMs && spanMs >= windowMs) break
    spanMs = ageMs
    const t = -ageMs / 60_000
    const v = window.samples[slot + VOLUME_L] as number
    n += 1
    sumT += t
    sumV += v
    sumTT += t * t
    sumTV += t * v
  }
  if (n < fewest || spanMs < leastMs) return 0
  const spread = n * sumTT - sumT * sumT
  return spread <= 0 ? 0 : (n * sumTV - sumT * sumV) / spread
}

/**
 * Writes the mean of the calm samples into `into` when the surface is calm (domain rule D.1.6): those of the last minute, and
 * as many earlier ones as make five, none from before `since`, when the surface still swung.
 */
export function readCalm(window: GaugeWindow, now: number, since: number, deviationMm: number, rangeMm: number, into: Anchor): boolean {
  let n = 0
  let sum = 0
  let squares = 0
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let sparse = 0
  let sparseMs = 0
  for (let back = 0; back < window.count; back += 1) {
    const slot = slotBack(window, back)
    const sampleAt = window.samples[slot + AT] as number
    const ageMs = now - sampleAt
    if (sampleAt < since || ageMs > oldestCalmMs || (n >= calmSamples && ageMs > calmMs)) break
    const level = window.samples[slot + LEVEL_MM] as number
    if (level < low) low = level
    if (level > high) high = level
    if (high - low > rangeMm) return false
    const offset = level - (window.rawLevelMm as number)
    n += 1
    sum += offset
    squares += offset * offset
    if (sampleAt < since + calmSparseAfterMs) continue
    sparse += 1
    sparseMs = ageMs
    if (sparse >= calmSparseSamples && sparseMs >= calmSparseMs) break
  }
  if (n < calmSamples) {
    if (sparse < calmSparseSamples || sparseMs < calmSparseMs) return false
    n = sparse
  }
  if (n >= calmSamples) {
    const variance = squares / n - (sum / n) * (sum / n)
    if (variance > deviationMm * deviationMm) return false
  }
  readMean(window, now, since, n, into)
  into.calm = true
  return true
}

/** Mean of the samples between two moments, at most `most`; leaves `into` alone when there is none. */
export function readMean(window: GaugeWindow, until: number, from: number, most: number, into: Anchor): boolean {
  let n = 0
  let at = 0
  let level = 0
  let volume = 0
  let v20 = 0
  let temperature = 0
  for (let back = 0; back < window.count && n < most; back += 1) {
    const slot = slotBack(window, back)
    const sampleAt = window.samples[slot + AT] as number
    if (sampleAt > until) continue
    if (sampleAt < from) break
    if (n === 0) at = sampleAt
    n += 1
    level += window.samples[slot + LEVEL_MM] as number
    volume += window.samples[slot + VOLUME_L] as number
    v20 += window.samples[slot + V20_L] as number
    temperature += window.samples[slot + TEMPERATURE_C] as number
  }
  if (n === 0) return false
  into.at = at
  into.levelMm = hundredth(level / n)
  into.volumeL = hundredth(volume / n)
  into.v20L = hundredth(v20 / n)
  into.temperatureC = hundredth(temperature / n)
  into.calm = false
  return true
}

/** Writes one sample into `into`. */
export function readSlot(window: GaugeWindow, slot: number, into: Anchor): boolean {
  into.at = window.samples[slot + AT] as number
  into.levelMm = hundredth(window.samples[slot + LEVEL_MM] as number)
  into.volumeL = hundredth(window.samples[slot + VOLUME_L] as number)
  into.v20L = hundredth(window.samples[slot + V20_L] as number)
  into.temperatureC = hundredth(window.samples[slot + TEMPERATURE_C] as number)
  into.calm = false
  return true
}

/** Two decimals: what gauges resolve, and what the state's bytes hold exactly. */
export const hundredth = (value: number): number => Math.round(value * 100) / 100

/** Highest less lowest level of the float, before any correction, over the last `windowMs`, mm. */
export function floatRangeMm(window: GaugeWindow, now: number, windowMs: number): number {
  return rangeMm(window, now - windowMs, RAW_MM)
}

/** The lowest that the float stood since a moment, before any correction, mm; infinite without a sample. */
export function lowestFloatMm(window: GaugeWindow, from: number): number {
  let low = Number.POSITIVE_INFINITY
  for (let back = 0; back < window.count; back += 1) {
    const slot = slotBack(window, back)
    if ((window.samples[slot + AT] as number) < from) break
    low = Math.min(low, window.samples[slot + RAW_MM] as number, window.samples[slot + LEVEL_MM] as number)
  }
  return low
}

/** Highest less lowest level since a moment, mm. */
export const levelRangeMm = (window: GaugeWindow, from: number): number => rangeMm(window, from, LEVEL_MM)

function rangeMm(window: GaugeWindow, from: number, field: number): number {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let back = 0; back < window.count; back += 1) {
    const slot = slotBack(window, back)
    if ((window.samples[slot + AT] as number) < from) break
    const level = window.samples[slot + field] as number
    if (level < low) low = level
    if (level > high) high = level
  }
  return high < low ? 0 : high - low
}

/** The sample that is `back` older than the newest; null when the window has none so old. */
export function sampleBack(window: GaugeWindow, back: number): { at: number; levelMm: number; volumeL: number; floatMm: number } | null {
  if (back >= window.count) return null
  const slot = slotBack(window, back)
  return {
    at: window.samples[slot + AT] as number,
    levelMm: window.samples[slot + LEVEL_MM] as number,
    volumeL: window.samples[slot + VOLUME_L] as number,
    floatMm: window.samples[slot + RAW_MM] as number,
  }
}

/** Litres of the newest sample until a moment; null when the window has none so old. */
export function volumeAt(window: GaugeWindow, until: number): number | null {
  for (let back = 0; back < window.count; back += 1) {
    const slot = slotBack(window, back)
    if ((window.samples[slot + AT] as number) <= until) return window.samples[slot + VOLUME_L] as number
  }
  return null
}

/** Mean level of the `most` samples after a split less that of as many before it, mm; `back` is the oldest sample after it. */
export function stepAcross(window: GaugeWindow, back: number, most: number): number {
  const mean = (from: number, to: number): number => {
    let sum = 0
    let n = 0
    for (let one = from; one <= to && one < window.count; one += 1) {
      sum += window.samples[slotBack(window, one) + LEVEL_MM] as number
      n += 1
    }
    return n === 0 ? 0 : sum / n
  }
  return mean(Math.max(0, back - most + 1), back) - mean(back + 1, back + most)
}

/** How many samples there are since a moment. */
export function countSince(window: GaugeWindow, from: number): number {
  let count = 0
  while (count < window.count && (window.samples[slotBack(window, count) + AT] as number) >= from) count += 1
  return count
}

/** Time of the newest sample; 0 when there is none. */
export const newestAt = (window: GaugeWindow): number => (window.count === 0 ? 0 : (window.samples[slotBack(window, 0) + AT] as number))

/** When the newest sample before a moment was taken; 0 when there is none. */
export function newestBefore(window: GaugeWindow, before: number): number {
  for (let back = 0; back < window.count; back += 1) {
    const at = window.samples[slotBack(window, back) + AT] as number
    if (at < before) return at
  }
  return 0
}

/** Forgets the samples before a moment: they were measured on another scale. */
export function dropBefore(window: GaugeWindow, from: number): void {
  let kept = 0
  while (kept < window.count && (window.samples[slotBack(window, kept) + AT] as number) >= from) kept += 1
  window.count = kept
}

/**
 * Where the level stepped between two moments: the split that parts it best. `back` is the oldest sample after the step.
 * Null when either side has fewer than `fewest` samples or the step is not six times what the swinging surface explains.
 */
export function findStep(window: GaugeWindow, from: number, fewest: number, leastMm: number): { back: number; stepMm: number } | null {
  const { samples, count } = window
  let n = 0
  let sum = 0
  let squares = 0
  const base = window.rawLevelMm
  for (let back = 0; back < count; back += 1) {
    const slot = slotBack(window, back)
    if ((samples[slot + AT] as number) < from) break
    const offset = (samples[slot + LEVEL_MM] as number) - base
    n += 1
    sum += offset
    squares += offset * offset
  }
  if (n < 2 * fewest) return null
  const spread = squares - (sum * sum) / n
  // A step explains step² · newer · older / n of the spread: on most roads the whole spread is too little for one.
  if (spread * n < leastMm * leastMm * fewest * (n - fewest)) return null
  let best = -1
  let bestPart = 0
  let bestStep = 0
  let bestWithin = 0
  let newer = 0
  for (let after = 1; after < n; after += 1) {
    newer += (samples[slotBack(window, after - 1) + LEVEL_MM] as number) - base
    const before = n - after
    const stepMm = newer / after - (sum - newer) / before
    const part = (stepMm * stepMm * after * before) / n
    if (part <= bestPart) continue
    bestPart = part
    best = after - 1
    bestStep = stepMm
    bestWithin = (Math.max(0, spread - part) / (n - 2)) * (1 / after + 1 / before)
  }
  // A step near either end is not whole yet, or was found before.
  if (best + 1 < fewest || n - best - 1 < fewest || Math.abs(bestStep) < leastMm || bestStep * bestStep < 36 * bestWithin) return null
  return { back: best, stepMm: bestStep }
}
