import { type Anchor, noAnchor } from './anchor.ts'
import type { GaugeState } from './gauge-state.ts'
import type { Moment } from '../moment.ts'
import { readFlowStart, readLast } from './flow-bounds.ts'
import { calmSamples, oldestCalmMs, readFirst, readMean, sampleBack } from './gauge-window.ts'
import { copyAnchor, settledSince } from './gauges.ts'
import { readRestBefore, restMs } from './rest.ts'
import { firstOutletOpenedAt, outletOpenedAt } from '../seals/probes.ts'

/** A calm value this long after a flow began, or an outlet was opened, can still be the one before it. */
const calmOverlapMs = 20_000
const minuteMs = 60_000

/** Whether the newest calm value of this stop was read before a moment. */
export const calmBefore = ({ calm, stopCalm }: GaugeState, before: number): boolean =>
  stopCalm.at !== 0 && calm.at <= before + calmOverlapMs

/**
 * The newest calm value, which was read about when an outlet was opened: of the samples until then alone. What flows gently at first is
 * calm for a frame or two.
 */
export function readCalmUntil(moment: Moment, { calm, window }: GaugeState, until: number, into: Anchor): void {
  copyAnchor(calm, into)
  if (calm.at <= until) return
  const since = Math.max(settledSince(moment), until - oldestCalmMs)
  let inMinute = 0
  for (let back = 0; back < window.count; back += 1) {
    const sampleAt = sampleBack(window, back)?.at ?? 0
    if (sampleAt < Math.max(since, until - minuteMs)) break
    if (sampleAt <= until) inMinute += 1
  }
  if (readMean(window, until, since, Math.max(inMinute, calmSamples), into)) into.calm = true
}

/**
 * What a compartment held at this stop at a moment at which nothing had flowed yet: calm, else the last minute of frames of a surface
 * that had come to rest. Leaves `into` alone where this stop shows neither: a surface that swings says nothing.
 */
export function readRested(moment: Moment, gauge: GaugeState, until: number, into: Anchor): boolean {
  const { stopCalm } = gauge
  const { motion } = moment.state
  if (stopCalm.at !== 0 && stopCalm.at <= until + calmOverlapMs) {
    if (calmBefore(gauge, until)) readCalmUntil(moment, gauge, until, into)
    else copyAnchor(stopCalm, into)
    return true
  }
  if (motion.moving) return false
  const restsAt = Math.max(motion.stoppedSinceAt, motion.slowSinceAt) + moment.thresholds.calmAfterS * 1000
  // Frames that come seldom are soon too few for a calm value; two that lie far apart and agree are one as well.
  if (readRestBefore(moment, gauge, until + 1, restsAt, 2, restMs, into)) return true
  return readLast(gauge.window, until, restsAt, minuteMs, into)
}

/** Seals report so many whole frames late at most; waiting for them allows half a frame more (`lateSealsMs`). */
const lateFrames = 2

/**
 * Until when nothing can have left a compartment at this stop: the last outlet on its way out was opened then; 0 while one is shut.
 * Seals may report late: where the level fell since the first outlet opened, or up to the one frame that shows them all open, it is the
 * frame before that fall.
 */
export function shutUntil({ state, thresholds }: Moment, { compartment, window }: GaugeState): number {
  const openedAt = outletOpenedAt(state, compartment)
  const firstAt = firstOutletOpenedAt(state, compartment)
  if (firstAt === 0) return openedAt
  const shutAt = firstAt === openedAt ? openedAt - 1 : firstAt
  let newer: { at: number; volumeL: number } | null = null
  let falls = 0
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null) break
    if (openedAt !== 0 && sample.at > openedAt) continue
    if (newer !== null && sample.at > shutAt) continue
    if (newer !== null) {
      if (sample.volumeL - newer.volumeL < thresholds.dischargeL) break
      falls += 1
    }
    newer = sample
    if (falls === lateFrames) break
  }
  return newer === null || falls === 0 ? openedAt : newer.at
}

/**
 * Whether nothing flowed between the opening of an outlet and the calm surface of now, though frames come too seldom or too soon after
 * the stop to see a flow: the surface at the opening stood nearer to the one of now than to the one `before` this stop.
 */
export function stoodSinceOpening(moment: Moment, gauge: GaugeState, openedAt: number, before: Anchor): boolean {
  const goneL = before.v20L - gauge.calm.v20L
  if (goneL < moment.thresholds.dischargeL) return true
  if (!readMean(gauge.window, openedAt, Math.max(openedAt - minuteMs, settledSince(moment)), 10, atOpening)) return false
  return atOpening.v20L - gauge.calm.v20L < goneL / 2
}

/** Written and read within one call. */
const atOpening = noAnchor()

/** The volume before the rise or fall began: the calm value, else the mean of the minute before, never of a swinging surface. */
export function readBeforeFlow(moment: Moment, gauge: GaugeState, rising: boolean, into: Anchor): boolean {
  if (!readFlowStart(gauge.window, moment.at, moment.state.motion.stoppedSinceAt, rising, into)) return false
  const { calm, operation } = gauge
  if (calmBefore(gauge, into.at) && (operation === null || calm.at > operation.endedAt)) copyAnchor(calm, into)
  else {
    const settledAt = settledSince(moment)
    if (into.at < settledAt) readFirst(gauge.window, settledAt, into)
  }
  return true
}
