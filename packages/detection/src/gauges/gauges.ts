import type { CompartmentReading, DeviceEvent } from '@tanker/domain/reading'
import type { TruckState } from '../truck-state.ts'
import { type Anchor, noAnchor } from './anchor.ts'
import { type GaugeState, gaugeState } from './gauge-state.ts'
import { blindLevelMm, capacityL, loadedFromL } from './compartment-sizes.ts'
import { noteProductChange } from '../cargo/cargo-journal.ts'
import { noteGaugeFault, noteLevelJump } from './gauge-troubles.ts'
import { readStretch } from './flow-bounds.ts'
import {
  flowLpm,
  hundredth,
  type JumpLimits,
  newestBefore,
  pushSample,
  readCalm,
  readMean,
  sampleBack,
  slowFlowLpm,
} from './gauge-window.ts'
import { holdsStep } from './level-jumps.ts'
import type { Moment } from '../moment.ts'
import { isRolling } from '../motion/rolling.ts'
import { isJumpOnly } from './scale-offset.ts'
import { mayFlow, siteHere } from '../cargo/site-work.ts'
import { readLastRest, readRoadRest } from './rest.ts'
import { shutSince } from '../seals/probes.ts'
import { standardL } from './standard-volume.ts'
import { carriesWater } from '../cargo/water-truck.ts'

/** Takes the gauges of a reading in; each compartment seen for the first time gets its place by number. */
export function takeGauges(moment: Moment, compartments: readonly CompartmentReading[], events: readonly DeviceEvent[]): void {
  const troubled = moment.state.custody.troubles.length > 0
  for (const reading of compartments) {
    const gauge = gaugeOf(moment.state, reading.compartment)
    if (gauge.at === 0) gauge.refL = hundredth(reading.volumeL)
    else if (gauge.oilCode !== reading.oilCode && !carriesWater(moment)) noteProductChange(moment, gauge, reading.oilCode, events)
    gauge.at = moment.at
    gauge.oilCode = reading.oilCode
    gauge.fault = reading.fault
    if (troubled || reading.fault !== 0) noteGaugeFault(moment, gauge)
    if (reading.fault !== 0) continue
    const fromMm = gauge.window.rawLevelMm
    const v20L = standardL(moment.thresholds, reading, gauge.tableKey !== 0)
    if (holdsStep(moment, gauge, reading, v20L)) continue
    if (!sampleGauge(gauge, moment.at, reading, v20L, moment.thresholds)) {
      noteLevelJump(moment, gauge, fromMm, reading.levelMm)
      continue
    }
    gauge.levelMm = hundredth(reading.levelMm)
    gauge.waterMm = hundredth(reading.waterMm)
    gauge.volumeL = hundredth(reading.volumeL)
    gauge.v20L = hundredth(v20L)
    gauge.temperatureC = hundredth(reading.temperatureC)
  }
}

/** Puts one gauge reading into the window; also how a window is refilled. */
export function sampleGauge(gauge: GaugeState, at: number, reading: CompartmentReading, v20L: number, limits: JumpLimits): boolean {
  return pushSample(gauge.window, at, reading.levelMm, reading.volumeL, v20L, reading.temperatureC, reading.rawLevelMm, limits)
}

export function gaugeOf(state: TruckState, compartment: number): GaugeState {
  const { gauges } = state
  for (const gauge of gauges) if (gauge.compartment === compartment) return gauge
  const gauge = gaugeState.initial({ compartment })
  gauges.push(gauge)
  gauges.sort((a, b) => a.compartment - b.compartment)
  return gauge
}

/** Calm, flow and load of every compartment (domain rules D.1.6, D.1.7, D.2). */
export function stepGauges(moment: Moment, tiltDeg: number): void {
  const { state, at, thresholds } = moment
  const { motion } = state
  const stoodMs = motion.moving ? 0 : at - motion.stoppedSinceAt
  const settledAt = settledSince(moment)
  // A frame of a rolling truck shows how the surface swings, not what flows: neither it nor those before it.
  const rolls = isRolling(moment)
  const flowsFrom = Math.max(settledAt, motion.slowSinceAt)
  const expectsFlow = !rolls && motion.slowSinceAt !== 0 && mayFlow(moment)
  // Of two samples a minute apart even a small swing is a flow: not soon after a stop, nor after the truck moved up a little.
  const restsAt = motion.slowSinceAt + thresholds.unloadingStandS * 1000
  let loaded = false
  for (const gauge of state.gauges) {
    if (moment.droveOff) noteDeparture(moment, gauge)
    if (moment.halted) {
      forgetStop(gauge)
      gauge.dischargeAt = 0
    }
    gauge.flowLpm = rolls ? 0 : flowLpm(gauge.window, at, thresholds.flowWindowS * 1000, flowsFrom)
    if (gauge.flowLpm === 0 && expectsFlow) gauge.flowLpm = slowFlowLpm(gauge.window, at, thresholds.flowWindowS * 1000, restsAt)
    const calmAt = gauge.calm.at
    gauge.calmNow =
      stoodMs >= thresholds.calmAfterS * 1000 &&
      motion.fastSinceAt === 0 &&
      tiltDeg <= thresholds.calmTiltDeg &&
      Math.abs(gauge.flowLpm) < thresholds.flowZeroLpm &&
      readCalm(gauge.window, at, settledAt, thresholds.calmDeviationMm, thresholds.calmRangeMm, gauge.calm)
    if (gauge.calmNow && calmAt < newestBefore(gauge.window, at)) moment.calmed |= 1 << gauge.compartment
    if (gauge.calmNow && gauge.stopCalm.at === 0) copyAnchor(gauge.calm, gauge.stopCalm)
    if (gauge.calmNow || gauge.loadedSinceAt !== 0 || gauge.emptySinceAt !== 0) judgeLoad(moment, gauge)
    if (!gauge.loadKnown) guessLoad(moment, gauge)
    if (gauge.loaded || fills(moment, gauge)) loaded = true
  }
  state.loaded = loaded
}

/** Since when the surface of a standing truck has nearly settled; 0 while it moves. */
export const settledSince = ({ state, thresholds }: Moment): number =>
  state.motion.moving ? 0 : state.motion.stoppedSinceAt + thresholds.settledAfterS * 1000

/** Frames that come seldom show a flow late: it began after the frame before. Now when frames come often enough to see it begin. */
export function flowingSince(moment: Moment, gauge: GaugeState): number {
  const before = seldomBefore(moment, gauge)
  return before !== null && !isSwing(moment, gauge, before.volumeL) ? before.at : moment.at
}

/** The one frame that shows this flow comes long after the frame before, and the surface may have swung so as the truck started. */
export function maySwing(moment: Moment, gauge: GaugeState): boolean {
  const before = seldomBefore(moment, gauge)
  return before !== null && isSwing(moment, gauge, before.volumeL)
}

function seldomBefore({ at, thresholds }: Moment, gauge: GaugeState): { at: number; volumeL: number } | null {
  const before = sampleBack(gauge.window, 1)
  return before !== null && at - before.at > thresholds.flowStartS * 1000 ? before : null
}

const isSwing = ({ thresholds }: Moment, gauge: GaugeState, beforeL: number): boolean =>
  Math.abs(gauge.volumeL - beforeL) < thresholds.levelOnlyStartL

function forgetStop(gauge: GaugeState): void {
  gauge.stopCalm.at = 0
  gauge.dischargeSinceAt = 0
  gauge.loadingSinceAt = 0
}

/**
 * Volume at the departure: the last calm value of the stop, or the level stretch at its end where product flowed after it. Frames of
 * the drive show how the surface swings.
 */
function noteDeparture(moment: Moment, gauge: GaugeState): void {
  const { movingSinceAt } = moment.state.motion
  // The surface swings with the first metres, before they count as moving: that is no flow.
  const flowsSinceAt = gauge.risingSinceAt || gauge.fallingSinceAt
  // A stop on the road too short for a calm value, whose frames agree: it is one.
  if (gauge.stopCalm.at === 0 && gauge.operation === null && siteHere(moment) === null && readRoadRest(moment, gauge, held)) {
    if (gauge.stood.calm) moment.restedBriefly |= 1 << gauge.compartment
    copyAnchor(held, gauge.calm)
    copyAnchor(held, gauge.stopCalm)
  }
  const onlySwings = flowsSinceAt >= movingSinceAt && (gauge.operation === null || !gauge.operation.open)
  const wasCalm = gauge.stopCalm.at !== 0 && (gauge.calm.at > gauge.lastFlowAt || onlySwings)
  // Frames that come seldom may show a fall at a site, and too few of what it left for a calm value.
  if (
    wasCalm &&
    siteHere(moment) !== null &&
    readLastRest(moment, gauge, held) &&
    gauge.calm.v20L - held.v20L >= moment.thresholds.dischargeL
  )
    copyAnchor(held, gauge.calm)
  const leftCalm = gauge.stopCalm.at !== 0 && leftLevel(moment, gauge)
  // After a stop too short for a calm value and without an operation, the last calm value stays the best.
  const { posted } = gauge
  const newest = posted.at > gauge.stood.at ? posted : gauge.stood
  if (wasCalm && !leftCalm) copyAnchor(gauge.calm, gauge.stood)
  else if (gauge.operation !== null) readLeft(moment, gauge, gauge.operation.startedAt)
  else if (leftCalm) readLeft(moment, gauge, gauge.calm.at + 1)
  else if (newest.calm) copyAnchor(newest, gauge.stood)
  else readMean(gauge.window, movingSinceAt - 1, movingSinceAt - 60_000, 10, gauge.stood)
  // A truck that leaves with product aboard is loaded, calm or not.
  if (gauge.stood.at !== 0 && gauge.stood.volumeL >= loadedFromL(moment.context, gauge.compartment)) {
    gauge.loaded = true
    gauge.loadKnown = true
  }
  forgetStop(gauge)
}

/**
 * What the last frames at the stop say, where product flowed there. The very last may show the first metres, which swing; or product
 * still flowed, and the first frames of the drive are nearer.
 */
function readLeft(moment: Moment, gauge: GaugeState, since: number): void {
  const { at, state, thresholds } = moment
  const { window, stood } = gauge
  const { movingSinceAt } = state.motion
  if (readStretch(window, movingSinceAt, since, stood) !== 1) return
  const isDriveSeen = readMean(window, at, movingSinceAt, 10, drive)
  const samples = readStretch(window, stood.at, since, held)
  if (samples > 0 && isSwingAfter(moment, gauge, samples, isDriveSeen)) copyAnchor(held, stood)
  else if (isDriveSeen && differL(drive, stood) >= thresholds.levelOnlyStartL) copyAnchor(drive, stood)
}

/**
 * Before the one frame in `stood` the level was `held`, of so many samples. That frame does not show that more flowed if it lies on the
 * wrong side, if all was shut, or if the drive denies it.
 */
function isSwingAfter(moment: Moment, { compartment, stood, operation }: GaugeState, samples: number, isDriveSeen: boolean): boolean {
  const isSmall = differL(held, stood) < moment.thresholds.levelOnlyStartL
  if (!isSmall && operation !== null && operation.loading !== stood.volumeL > held.volumeL) return true
  if (samples < 2) return false
  return isSmall || shutSince(moment, compartment, held.at) || (isDriveSeen && differL(drive, held) < differL(drive, stood))
}

const differL = (one: Anchor, other: Anchor): number => Math.abs(one.volumeL - other.volumeL)

/** Since the last calm value of this stop the level went elsewhere and stayed there. */
function leftLevel({ state, thresholds }: Moment, { window, calm }: GaugeState): boolean {
  let samples = readStretch(window, state.motion.movingSinceAt, calm.at + 1, held)
  // A single frame may be of a truck that rolls already.
  if (samples === 1) samples = readStretch(window, held.at, calm.at + 1, held)
  if (samples < 2) return false
  return differL(held, calm) >= thresholds.flowStartL
}

function judgeLoad(moment: Moment, gauge: GaugeState): void {
  const { at, thresholds, context } = moment
  const full = gauge.calmNow && gauge.calm.volumeL >= loadedFromL(context, gauge.compartment)
  const blindMm = blindLevelMm(context, gauge.compartment)
  const dry = gauge.calmNow && (gauge.calm.levelMm <= blindMm + thresholds.emptyMm || gauge.calm.volumeL < thresholds.emptyL)
  gauge.loadedSinceAt = full ? gauge.loadedSinceAt || at : 0
  gauge.emptySinceAt = dry ? gauge.emptySinceAt || at : 0
  if (full && at - gauge.loadedSinceAt >= thresholds.loadedCalmS * 1000) gauge.loaded = true
  else if (dry && at - gauge.emptySinceAt >= thresholds.emptyCalmS * 1000) gauge.loaded = false
  else return
  gauge.loadKnown = true
}

/** Until the surface is calm, the mean of the last minute decides (domain rule D.2). */
function guessLoad(moment: Moment, gauge: GaugeState): void {
  if (!readMean(gauge.window, moment.at, moment.at - 60_000, 64, held)) return
  gauge.loaded = held.volumeL >= (capacityL(moment.context, gauge.compartment) * moment.thresholds.loadedGuessPercent) / 100
}

/** A compartment that is being filled counts as loaded from the first hundred litres on, before its surface is calm. */
const fills = (moment: Moment, { operation, volumeL }: GaugeState): boolean =>
  operation !== null && operation.open && operation.loading && volumeL >= moment.thresholds.loadedL

/** The best available reading shows more than the residual volume. */
export function carries(moment: Moment, gauge: GaugeState): boolean {
  if (gauge.at === 0) return (moment.state.custody.ungaugedLoaded & (1 << gauge.compartment)) !== 0
  const fromL = loadedFromL(moment.context, gauge.compartment)
  if (moment.state.motion.moving && gauge.stood.at !== 0)
    return gauge.stood.volumeL >= fromL && !isJumpOnly(moment, gauge.compartment, gauge.stood) // as readHeld says, which copies it all
  readHeld(moment, gauge, held)
  return held.volumeL >= fromL && !isJumpOnly(moment, gauge.compartment, held)
}

export function carriesAny(moment: Moment): boolean {
  for (const gauge of moment.state.gauges) if (carries(moment, gauge)) return true
  return false
}

/** Written and read within one call. */
const held: Anchor = noAnchor()
const drive: Anchor = noAnchor()

/** Writes the best available reading of a compartment into `into`: calm, else the mean of the last minute, else what it departed with. */
export function readHeld(moment: Moment, gauge: GaugeState, into: Anchor): void {
  const { at, state } = moment
  if (state.motion.moving) {
    // While it moves the surface swings; the value at the departure is more accurate.
    if (gauge.stood.at !== 0) copyAnchor(gauge.stood, into)
    else readMean(gauge.window, at, at - 300_000, 64, into)
    return
  }
  const settledAt = settledSince(moment)
  if (gauge.stopCalm.at !== 0 && gauge.calm.at > gauge.lastFlowAt) copyAnchor(gauge.calm, into)
  else if (readMean(gauge.window, at, Math.max(at - 60_000, settledAt), 10, into)) return
  // A gauge that said nothing since the stop last spoke of a surface that swung.
  else if (gauge.at < settledAt && gauge.stood.at !== 0) copyAnchor(gauge.stood, into)
  else copyLatest(gauge, into)
}

export function copyAnchor(from: Anchor, into: Anchor): void {
  into.at = from.at
  into.levelMm = from.levelMm
  into.volumeL = from.volumeL
  into.v20L = from.v20L
  into.temperatureC = from.temperatureC
  into.calm = from.calm
}

function copyLatest(gauge: GaugeState, into: Anchor): void {
  into.at = gauge.at
  into.levelMm = gauge.levelMm
  into.volumeL = gauge.volumeL
  into.v20L = gauge.v20L
  into.temperatureC = gauge.temperatureC
  into.calm = false
}
