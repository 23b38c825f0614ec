import { type Anchor, noAnchor } from './anchor.ts'
import type { GaugeState } from './gauge-state.ts'
import { sealOf } from './compartment-seal.ts'
import { atBottom, atTop } from './compartment-sizes.ts'
import { isDead } from './dead-jump.ts'
import { raiseLevelJump } from './gauge-troubles.ts'
import { dropBefore, hundredth, newestAt, readMean } from './gauge-window.ts'
import type { HeldSample, JumpState } from './jump-state.ts'
import type { Moment } from '../moment.ts'
import { siteHere } from '../cargo/site-work.ts'
import { shift } from './scale-shift.ts'

/**
 * A gauge whose signal is gone often reads 0, or its full scale. With everything shut, a step to either end that is faster than any
 * outlet is such a failure, on the road too: its litres are the gauge's. When it reads a level again, all is as it was before.
 */

type Level = { readonly levelMm: number; readonly volumeL: number }

/** What a frame of this time shows against the newest one that counts. Little work where a surface only swings. */
export function deadStep(moment: Moment, gauge: GaugeState, at: number, { levelMm, volumeL }: Level): 'dies' | 'revives' | null {
  const changeL = volumeL - gauge.volumeL
  if (Math.abs(changeL) < moment.thresholds.levelJumpL) return null
  const { compartment, jump } = gauge
  const falls = changeL < 0
  const fails = falls ? atBottom(moment.context, compartment, levelMm) : atTop(moment.context, compartment, volumeL)
  if (!fails && (jump === null || falls !== jump.volumeL > 0 || !isDead(moment, gauge))) return null
  const { levelJumpLpm, sealedJumpLpm } = moment.thresholds
  const lpm = lpmTo(gauge, at, volumeL)
  const seal = sealOf(moment, compartment)
  // Into a compartment that is shut, far from a depot, nothing flows: at rest, less is too fast.
  const isSealed = !falls && seal === 'shut' && rests(moment) && siteHere(moment)?.kind !== 'depot'
  if (fails) return seal !== 'open' && lpm > (isSealed ? sealedJumpLpm : levelJumpLpm) ? 'dies' : null
  return lpm > levelJumpLpm || seal !== 'open' ? 'revives' : null
}

const rests = ({ at, state: { motion }, thresholds }: Moment): boolean =>
  !motion.moving && motion.speedKmh < thresholds.stoppedKmh && at - motion.stoppedSinceAt >= thresholds.settledAfterS * 1000

/** Whether a level is at the end of the scale that a gauge went to. */
export function staysDead({ context }: Moment, { compartment }: GaugeState, isAbove: boolean, { levelMm, volumeL }: Level): boolean {
  return isAbove ? atTop(context, compartment, volumeL) : atBottom(context, compartment, levelMm)
}

const lpmTo = (gauge: GaugeState, at: number, volumeL: number): number =>
  Math.round((Math.abs(volumeL - gauge.volumeL) / Math.max(1, at - newestAt(gauge.window))) * 60_000)

/** The step is confirmed by the frames since the first one: what was measured before is brought to that end of the scale. */
export function dies(moment: Moment, gauge: GaugeState, first: HeldSample): void {
  const { jump } = gauge
  // From one end of its scale to the other: what it reads one day is compared with what it read before both.
  const open = jump !== null && jump.road === null && (!jump.settled || isDead(moment, gauge)) ? jump : null
  const from = aboard(moment, gauge, first.at)
  const step = {
    at: first.at,
    levelMm: hundredth(first.levelMm - from.levelMm),
    volumeL: hundredth(first.volumeL - from.volumeL),
    v20L: hundredth(first.v20L - from.v20L),
  }
  gauge.jump = {
    at: first.at,
    from: open?.from ?? from,
    levelMm: hundredth(step.levelMm + (open?.levelMm ?? 0)),
    volumeL: hundredth(step.volumeL + (open?.volumeL ?? 0)),
    v20L: hundredth(step.v20L + (open?.v20L ?? 0)),
    lpm: lpmTo(gauge, first.at, first.volumeL),
    settled: false,
    road: null,
    dumped: jump?.dumped ?? null,
  }
  dropBefore(gauge.window, first.at)
  shift(moment, gauge, step)
  forgetFlow(gauge)
  raiseLevelJump(moment, gauge, Math.abs(step.levelMm))
}

/** It reads a level again: the step is taken back to the litre, so that what is missing now was really lost in between. */
export function revives(moment: Moment, gauge: GaugeState, at: number): void {
  const { calm, jump } = gauge
  if (jump === null) return
  const { from } = jump
  const levelMm = hundredth(-jump.levelMm)
  const volumeL = hundredth(-jump.volumeL)
  const v20L = hundredth(-jump.v20L)
  const end: Anchor = {
    ...from,
    at: Math.max(jump.at, calm.at),
    levelMm: hundredth(from.levelMm - levelMm),
    volumeL: hundredth(from.volumeL - volumeL),
    v20L: hundredth(from.v20L - v20L),
  }
  gauge.jump = { ...jump, at, from: end, levelMm, volumeL, v20L, settled: false }
  dropBefore(gauge.window, at)
  shift(moment, gauge, { at, levelMm, volumeL, v20L })
  forgetFlow(gauge)
}

/** A dead gauge that leaves the end of its scale as product flows measures again. */
export function noteMeasuresAgain(moment: Moment, gauge: GaugeState, jump: JumpState): void {
  if (isDead(moment, gauge) && !staysDead(moment, gauge, jump.volumeL > 0, gauge)) jump.lpm = 0
}

function forgetFlow(gauge: GaugeState): void {
  gauge.risingSinceAt = 0
  gauge.fallingSinceAt = 0
}

/** The best that is known of what was aboard before a moment at which nothing flows. */
function aboard({ state: { motion }, thresholds }: Moment, gauge: GaugeState, at: number): Anchor {
  const { calm, jump, lastFlowAt, stood, stopCalm, window } = gauge
  // Steps of the road are on no scale yet: all is still compared with the departure.
  if (jump !== null && jump.road !== null) return { ...jump.from }
  const mean = noAnchor()
  if (!motion.moving) {
    if (stopCalm.at !== 0 && calm.at > lastFlowAt) return { ...calm }
    if (readMean(window, at - 1, motion.stoppedSinceAt + thresholds.settledAfterS * 1000, 10, mean)) return mean
  }
  if (stood.at !== 0 && (motion.moving || lastFlowAt < motion.stoppedSinceAt)) return { ...stood }
  readMean(window, at - 1, 0, 10, mean)
  return mean
}
