import { coverKind } from '@tanker/domain/devices/probe-type'
import type { CompartmentReading } from '@tanker/domain/reading'
import { type Anchor, noAnchor } from './anchor.ts'
import type { GaugeState } from './gauge-state.ts'
import { sealOf } from './compartment-seal.ts'
import { atBottom } from './compartment-sizes.ts'
import { deadStep, dies, revives, staysDead } from './dead-gauge.ts'
import { raiseLevelJump } from './gauge-troubles.ts'
import { dropBefore, findStep, hundredth, levelRangeMm, pushSample, readMean, sampleBack, stepAcross } from './gauge-window.ts'
import { isRamp } from './level-ramp.ts'
import type { Moment } from '../moment.ts'
import { bottomWet } from '../seals/probes.ts'
import { shift } from './scale-shift.ts'
import type { HeldSample, JumpState, StepHeight } from './jump-state.ts'
import { carriesWater } from '../cargo/water-truck.ts'

/** Frames that are kept out of judgement while it is open whether a step is a jump of the gauge or the beginning of a flow. */
const MAX_HELD = 2
/** Where frames are further apart a hose could empty a sealed compartment: only what no hose can do is a jump there, or a bottom that is still wet. */
const nearMs = 35_000
/** Samples on either side of a step on the road. */
const fewestOnRoad = 5
/** The surface of the first half minute after a stop, and of the first of a drive, says nothing. */
const settleMs = 30_000

export type Step = StepHeight & { readonly at: number }

/**
 * Whether this frame is held back because the level stepped with nothing open (domain D, gauge against theft). Two frames
 * later the step is a jump of the gauge, or the frames count as they came.
 */
export function holdsStep(moment: Moment, gauge: GaugeState, reading: CompartmentReading, v20L: number): boolean {
  const { held } = gauge.window
  if (held.length > 0) return followStep(moment, gauge, reading, v20L)
  if (Math.abs(reading.volumeL - gauge.volumeL) < moment.thresholds.levelJumpL || carriesWater(moment)) return false
  const isDeadStep = deadStep(moment, gauge, moment.at, reading) !== null
  if (!isDeadStep && (moment.state.motion.moving || !beginsStep(moment, gauge, reading))) return false
  gauge.heldSinceAt = moment.at
  held.push(sampleOf(moment.at, reading, v20L))
  return true
}

const rateLpm = (litres: number, inMs: number): number => Math.round((litres / Math.max(1, inMs)) * 60_000)

/** A frame as it is kept while it is held back; also how a restored gauge gets its own again. */
export const sampleOf = (at: number, reading: CompartmentReading, v20L: number): HeldSample => ({
  at,
  levelMm: reading.levelMm,
  volumeL: reading.volumeL,
  v20L,
  temperatureC: reading.temperatureC,
  rawLevelMm: reading.rawLevelMm,
})

const stands = ({ state, thresholds }: Moment): boolean => !state.motion.moving && state.motion.speedKmh < thresholds.stoppedKmh

function beginsStep(moment: Moment, gauge: GaugeState, reading: CompartmentReading): boolean {
  const { at, state, thresholds } = moment
  const { window } = gauge
  const [newest, , third] = [sampleBack(window, 0), sampleBack(window, 1), sampleBack(window, 2)]
  if (newest === null || third === null || !stands(moment)) return false
  if (third.at < state.motion.stoppedSinceAt + settleMs) return false
  const sealed = sealOf(moment, gauge.compartment)
  if (sealed === 'open') return false
  const sinceMs = at - newest.at
  const lpm = rateLpm(Math.abs(reading.volumeL - newest.volumeL), sinceMs)
  const isSeen = sinceMs <= nearMs || (atBottom(moment.context, gauge.compartment, reading.levelMm) && bottomWet(state, gauge.compartment))
  if (lpm <= (sealed === 'shut' && isSeen ? thresholds.sealedJumpLpm : thresholds.levelJumpLpm)) return false
  return levelRangeMm(window, third.at) * 4 <= Math.abs(reading.levelMm - newest.levelMm)
}

function followStep(moment: Moment, gauge: GaugeState, reading: CompartmentReading, v20L: number): boolean {
  const { window } = gauge
  const [first] = window.held
  const before = sampleBack(window, 0)
  if (first === undefined || before === null) return false
  const dead = deadStep(moment, gauge, first.at, first)
  if (dead !== null) return followDeadStep(moment, gauge, dead, reading, v20L)
  const stays = Math.abs(reading.levelMm - first.levelMm) * 4 <= Math.abs(first.levelMm - before.levelMm)
  if (!stays || !stands(moment) || sealOf(moment, gauge.compartment) === 'open') {
    release(moment, gauge)
    return false
  }
  if (window.held.length < MAX_HELD) {
    window.held.push(sampleOf(moment.at, reading, v20L))
    return true
  }
  const from = noAnchor()
  readMean(window, before.at, moment.state.motion.stoppedSinceAt + settleMs, 10, from)
  from.calm = gauge.calm.at === before.at && gauge.calm.calm
  const count = window.held.length + 1
  const mean = (field: 'levelMm' | 'volumeL' | 'v20L', last: number): number =>
    hundredth(window.held.reduce((sum, sample) => sum + sample[field], last) / count - from[field])
  const step = {
    at: first.at,
    levelMm: mean('levelMm', reading.levelMm),
    volumeL: mean('volumeL', reading.volumeL),
    v20L: mean('v20L', v20L),
    lpm: rateLpm(Math.abs(first.volumeL - before.volumeL), first.at - before.at),
  }
  release(moment, gauge)
  jump(moment, gauge, step, from)
  return false
}

/** Driving or not: a gauge that fails reads 0, or its full scale, in every frame, and one that is back in none. */
function followDeadStep(moment: Moment, gauge: GaugeState, dead: 'dies' | 'revives', reading: CompartmentReading, v20L: number): boolean {
  const { held } = gauge.window
  const [first] = held
  const isAbove = first !== undefined && first.volumeL > gauge.volumeL
  const stays = (dead === 'dies') === staysDead(moment, gauge, (dead === 'dies') === isAbove, reading)
  if (stays && held.length < MAX_HELD) {
    held.push(sampleOf(moment.at, reading, v20L))
    return true
  }
  if (stays && first !== undefined) {
    if (dead === 'dies') dies(moment, gauge, first)
    else revives(moment, gauge, first.at)
  }
  release(moment, gauge)
  return false
}

/** The frames held back count as they came. */
export function release(moment: Moment, gauge: GaugeState): void {
  const { window } = gauge
  for (const { at, levelMm, volumeL, v20L, temperatureC, rawLevelMm } of window.held)
    pushSample(window, at, levelMm, volumeL, v20L, temperatureC, rawLevelMm, moment.thresholds)
  window.held.length = 0
  gauge.heldSinceAt = 0
}

/** Samples on either side of a split that must show most of the step. */
const samplesBeside = 4
const abruptShare = 0.6
/** Without a fix for longer, the truck may be standing. */
const seenDrivingMs = 60_000
const minuteMs = 60_000

/** Whether a cover of the compartment was open at any time since. */
function wasOpen({ state }: Moment, compartment: number, since: number): boolean {
  return state.probes.some(
    (probe) =>
      (probe.compartment === compartment || probe.compartment === 0) &&
      coverKind(probe.type) !== undefined &&
      (probe.openedAt >= since || probe.closePendingAt >= since),
  )
}

/**
 * Hundreds of litres cannot flow while the truck drives: a level that continues elsewhere may have jumped. Or the surface swings so
 * that its samples look like a step: the next calm surface shows which (road-steps.ts).
 */
export function findStepOnRoad(moment: Moment, gauge: GaugeState): Step | null {
  const { at, state, thresholds } = moment
  const { motion } = state
  if (gauge.stood.at === 0 || gauge.window.held.length > 0) return null
  const known = gauge.jump?.road ? gauge.jump.at : 0
  const from = Math.max(Math.max(motion.droveSinceAt, gauge.stood.at) + settleMs, known)
  const step = findStep(gauge.window, from, fewestOnRoad, thresholds.levelJumpMovingMm)
  if (step === null) return null
  const first = sampleBack(gauge.window, step.back)
  const last = sampleBack(gauge.window, step.back + 1)
  if (first === null || last === null || sealOf(moment, gauge.compartment) === 'open') return null
  if (!motion.moving) {
    // Only what happened before the stop: standing, a hose could do it.
    if (first.at >= motion.stoppedSinceAt) return null
  }
  // A jump happens between two frames; a level that falls for minutes is pumped. The truck must be seen driving all the time.
  if (Math.abs(stepAcross(gauge.window, step.back, samplesBeside)) < Math.abs(step.stepMm) * abruptShare) return null
  // What rises on the road, however slowly, is no product: nothing flows into a driving truck.
  if (step.stepMm < 0 && isRamp(gauge.window, from, step.back)) return null
  if (at - state.fix.at > seenDrivingMs || wasOpen(moment, gauge.compartment, first.at - minuteMs)) return null
  const before = noAnchor()
  const after = noAnchor()
  if (!readMean(gauge.window, first.at - 1, from, 64, before) || !readMean(gauge.window, at, first.at, 64, after)) return null
  const volumeL = hundredth(after.volumeL - before.volumeL)
  if (Math.abs(volumeL) < thresholds.levelJumpL) return null
  const levelMm = hundredth(after.levelMm - before.levelMm)
  const lpm = rateLpm(Math.abs(volumeL), first.at - last.at)
  return { at: first.at, levelMm, volumeL, v20L: hundredth(after.v20L - before.v20L), lpm }
}

/** All that is compared with what comes is put on the gauge's new scale; `from` is the last value of the old one. */
function jump(moment: Moment, gauge: GaugeState, step: Step, from: Anchor): void {
  const { jump: known } = gauge
  if (known !== null && leadsBack(moment, known, step)) {
    // Nothing has another scale: the next calm surface takes the dump back.
    known.at = step.at
    dropBefore(gauge.window, step.at)
    return
  }
  const open = known !== null && !known.settled ? known : null
  gauge.jump = {
    at: step.at,
    from: open === null ? { ...from } : open.from,
    levelMm: hundredth(step.levelMm + (open?.levelMm ?? 0)),
    volumeL: hundredth(step.volumeL + (open?.volumeL ?? 0)),
    v20L: hundredth(step.v20L + (open?.v20L ?? 0)),
    lpm: Math.min(step.lpm, open?.lpm ?? step.lpm),
    settled: false,
    road: null,
    dumped: known?.dumped ?? null,
  }
  dropBefore(gauge.window, step.at)
  shift(moment, gauge, step)
  gauge.risingSinceAt = 0
  gauge.fallingSinceAt = 0
  raiseLevelJump(moment, gauge, Math.abs(step.levelMm))
}

/** Whether a step at a stop leads back to the level before the compartment seemed to be let out. */
const leadsBack = ({ thresholds }: Moment, { dumped }: JumpState, { v20L }: Step): boolean =>
  dumped !== null && Math.abs(v20L + dumped.v20L) <= thresholds.levelJumpRestL
