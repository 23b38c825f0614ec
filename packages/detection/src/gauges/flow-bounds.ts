import type { Anchor } from './anchor.ts'
import { AT, oldestMs, readMean, readSlot, slotBack, VOLUME_L } from './gauge-window.ts'
import type { GaugeWindow } from './window-state.ts'

/** What the samples of a gauge say about where a flow began and ended, and about the level before and after it. */

/** Litres by which the samples of one level stretch differ at most: twice the gauge's noise at a standing engine. */
const plateauL = 8
/** A stretch is read from so many samples at most. */
const stretchMost = 10

/** Mean of the newest sample until a moment and of those in the time before it, none from before `since`; false when there is none. */
export function readLast(window: GaugeWindow, until: number, since: number, spanMs: number, into: Anchor): boolean {
  for (let back = 0; back < window.count; back += 1) {
    const sampleAt = window.samples[slotBack(window, back) + AT] as number
    if (sampleAt > until) continue
    return sampleAt >= since && readMean(window, sampleAt, Math.max(since, sampleAt - spanMs), 10, into)
  }
  return false
}

/**
 * The last sample before the volume began to rise (or fall): an operation is only recognised a minute late,
 * and what flowed until then belongs to it (domain D.11). Two steps below the noise end the search, and `since`: the stop.
 */
export function readFlowStart(window: GaugeWindow, now: number, since: number, rising: boolean, into: Anchor): boolean {
  const sign = rising ? 1 : -1
  let start = -1
  let misses = 0
  for (let back = 0; back + 1 < window.count; back += 1) {
    const newer = slotBack(window, back)
    const older = slotBack(window, back + 1)
    const olderAt = window.samples[older + AT] as number
    if (olderAt < since || now - olderAt > oldestMs) break
    const minutes = ((window.samples[newer + AT] as number) - olderAt) / 60_000
    const stepL = sign * ((window.samples[newer + VOLUME_L] as number) - (window.samples[older + VOLUME_L] as number))
    if (stepL > 20 * minutes) {
      start = older
      misses = 0
    } else {
      misses += 1
      if (misses === 2 && start !== -1) break
    }
  }
  if (start === -1) return false
  return readSlot(window, start, into)
}

/**
 * Mean of the level stretch that ends at the newest sample before a moment; how many samples it has, none from before `since`.
 * Leaves `into` alone when there is none.
 */
export function readStretch(window: GaugeWindow, before: number, since: number, into: Anchor): number {
  let newest = 0
  while (newest < window.count && (window.samples[slotBack(window, newest) + AT] as number) >= before) newest += 1
  if (newest === window.count) return 0
  const at = window.samples[slotBack(window, newest) + AT] as number
  const litres = window.samples[slotBack(window, newest) + VOLUME_L] as number
  let n = 0
  for (let back = newest; back < window.count && n < stretchMost; back += 1) {
    const slot = slotBack(window, back)
    const sampleAt = window.samples[slot + AT] as number
    const differsL = Math.abs((window.samples[slot + VOLUME_L] as number) - litres)
    if (sampleAt < since || at - sampleAt > oldestMs || differsL > plateauL) break
    n += 1
  }
  if (n > 0) readMean(window, at, since, n, into)
  return n
}

/** The first sample of the level stretch that ends at the newest one: where a flow ended. */
export function readFlowEnd(window: GaugeWindow, now: number, into: Anchor): boolean {
  if (window.count === 0) return false
  const newest = slotBack(window, 0)
  const endL = window.samples[newest + VOLUME_L] as number
  let first = newest
  for (let back = 1; back < window.count; back += 1) {
    const slot = slotBack(window, back)
    if (now - (window.samples[slot + AT] as number) > oldestMs) break
    if (Math.abs((window.samples[slot + VOLUME_L] as number) - endL) > plateauL) break
    first = slot
  }
  return readSlot(window, first, into)
}
