import {
  type CompartmentTable,
  type FrameAround,
  isPipeWet,
  platformVolume,
  tableAt,
  VOLUME_MODES,
  volumeSourceAt,
  withPlatformVolume,
} from '@tanker/domain/tank/platform-volume'
import { thresholdsAt } from '@tanker/domain/thresholds/periods'
import { BOTTOM_VALVE, BOTTOM_VALVE_WET } from '@tanker/domain/devices/probe-type'
import type { CompartmentReading, Reading } from '@tanker/domain/reading'
import type { CompartmentSetup, TruckContext } from '@tanker/domain/trucks/truck-context'
import { type Anchor, noAnchor } from './anchor.ts'
import type { GaugeState } from './gauge-state.ts'
import { copyAnchor, gaugeOf } from './gauges.ts'
import { emptyWindow, hundredth, scaleWindow } from './gauge-window.ts'
import { postRestatement } from '../cargo/ledger.ts'
import type { Moment } from '../moment.ts'
import { standardL } from './standard-volume.ts'
import { tableStep } from './table-step.ts'

/** The litres of a truck's readings of this time are computed by the platform. */
export function platformCounts(context: TruckContext, at: number): boolean {
  return volumeSourceAt(context, at) === 'platform' && thresholdsAt(context, at).volCalcMode >= VOLUME_MODES.table
}

/** Turns of the pipe that are remembered of a gauge: a valve is not worked as often within a quarter hour. */
const MAX_PIPE_TURNS = 16
/** A window is refilled from so long ago. */
const refilledMs = 15 * 60_000

/** Remembers when the pipe's litres began or ceased to count, so that a refilled window counts them as they were counted. */
function notePipe(gauge: GaugeState, at: number, isFull: boolean): void {
  const { pipeTurns } = gauge
  if (isFull !== gauge.pipeFull) {
    gauge.pipeFull = isFull
    pipeTurns.push(at)
  }
  while (pipeTurns.length > MAX_PIPE_TURNS || at - (pipeTurns[0] ?? at) > refilledMs) pipeTurns.shift()
}

/** What was around a gauge at the time of a stored reading. */
export function aroundThen({ compartment, pipeFull, pipeTurns }: GaugeState, { at, tilt }: Pick<Reading, 'at' | 'tilt'>): FrameAround {
  const turnedSince = pipeTurns.filter((turnedAt) => turnedAt > at).length
  const wasFull = pipeFull === (turnedSince % 2 === 0)
  if (!wasFull) return { tilt, probes: [] }
  return {
    tilt,
    probes: [
      { compartment, type: BOTTOM_VALVE, open: true, wet: false },
      { compartment, type: BOTTOM_VALVE_WET, open: false, wet: true },
    ],
  }
}

const setupOf = (context: TruckContext, compartment: number): CompartmentSetup | null => {
  for (const setup of context.compartments) if (setup.compartment === compartment) return setup
  return null
}

function byTable(
  context: TruckContext,
  setup: CompartmentSetup,
  table: CompartmentTable,
  sent: CompartmentReading,
  around: FrameAround,
): CompartmentReading {
  const { volCalcMode, shellExpansionPerC } = context.thresholds
  const mode = table.mode ?? volCalcMode
  return withPlatformVolume(sent, platformVolume(sent, around, setup, table, mode, table.shellExpansionPerC ?? shellExpansionPerC))
}

/**
 * The gauges of a frame as they count for this truck: with the platform's level and litres where they count at this time and
 * the compartment has a tank table, else as they were sent. V20 is as the console's factor has it.
 */
export function countedFor(
  context: TruckContext,
  { at, compartments, tilt }: Pick<Reading, 'at' | 'compartments' | 'tilt'>,
  probes: FrameAround['probes'],
): readonly CompartmentReading[] {
  if (!platformCounts(context, at)) return compartments
  const around: FrameAround = { tilt, probes }
  return compartments.map((sent) => {
    const setup = sent.fault === 0 ? setupOf(context, sent.compartment) : null
    const table = setup === null ? null : tableAt(setup, at)
    return setup === null || table === null ? sent : byTable(context, setup, table, sent, around)
  })
}

/** The gauges of a frame as they count. A gauge that counts by another table from now on has what it remembers restated. */
export function countedGauges(moment: Moment, { compartments, tilt }: Reading): readonly CompartmentReading[] {
  const { state, context, at } = moment
  const counts = platformCounts(context, at)
  if (!counts && state.gauges.every(isConsoles)) {
    for (const sent of compartments) if (sent.fault === 0) followConsole(moment, gaugeOf(state, sent.compartment), sent)
    return compartments
  }
  const around: FrameAround = { tilt, probes: state.probes }
  return compartments.map((sent) => {
    if (sent.fault !== 0) return sent
    const setup = setupOf(context, sent.compartment)
    const table = counts && setup !== null ? tableAt(setup, at) : null
    const counted = setup === null || table === null ? sent : byTable(context, setup, table, sent, around)
    const gauge = gaugeOf(state, sent.compartment)
    const key = table?.key ?? 0
    if (gauge.tableKey !== key) {
      if (gauge.at !== 0) restate(moment, gauge, sent, counted, key, around)
      gauge.tableKey = key
    } else if (key === 0) followConsole(moment, gauge, sent)
    notePipe(gauge, at, table !== null && table.pipeL > 0 && isPipeWet(state.probes, sent.compartment))
    return counted
  })
}

/** A console that was sent another table counts the same product in other litres. */
function followConsole(moment: Moment, gauge: GaugeState, sent: CompartmentReading): void {
  const ratio = tableStep(moment, gauge, sent)
  if (ratio === null || !(ratio < farthestRatio && ratio > 1 / farthestRatio)) return
  const expectedL = sent.volumeL / ratio
  const ratioV20 = standardL(moment.thresholds, sent, false) / (gauge.v20L * (expectedL / gauge.volumeL))
  scaleMemory(moment, gauge, ratio, ratioV20)
}

const isConsoles = ({ tableKey }: GaugeState): boolean => tableKey === 0

/** Converts a stored reading to the measure in use now: a window has one measure only. */
export function readingByKey(context: TruckContext, gauge: GaugeState, sent: CompartmentReading, around: FrameAround): CompartmentReading {
  if (gauge.tableKey === 0) return sent
  const setup = setupOf(context, gauge.compartment)
  const table = setup?.tables?.find(({ key }) => key === gauge.tableKey)
  return setup === null || table === undefined ? sent : byTable(context, setup, table, sent, around)
}

/** Below this, two measures cannot be compared. */
const comparableL = 100
/** Two measures of the same product that differ by more are not comparable: one of them is absurd. */
const farthestRatio = 1.25

/**
 * The same product is measured another way from now on. What is remembered in litres of the former measure is brought to the
 * new one, so that no change of the measure looks like a theft, a loading or a loss; the ledger says by how much.
 */
function restate(
  moment: Moment,
  gauge: GaugeState,
  sent: CompartmentReading,
  counted: CompartmentReading,
  key: number,
  around: FrameAround,
): void {
  const { context, thresholds } = moment
  // A table that is there no more, or another now: what it said last.
  const isKnown = gauge.tableKey === 0 || setupOf(context, gauge.compartment)?.tables?.some((one) => one.key === gauge.tableKey)
  const before = isKnown ? readingByKey(context, gauge, sent, around) : null
  const beforeL = before?.volumeL ?? gauge.volumeL
  const beforeV20L = before === null ? gauge.v20L : standardL(thresholds, before, gauge.tableKey !== 0)
  if (Math.max(beforeL, counted.volumeL) < comparableL) return
  const ratio = counted.volumeL / beforeL
  if (!(ratio < farthestRatio && ratio > 1 / farthestRatio && beforeV20L > 0)) {
    forget(gauge)
    gauge.refL = hundredth(counted.volumeL)
    return
  }
  scaleMemory(moment, gauge, ratio, standardL(thresholds, counted, key !== 0) / beforeV20L)
}

/** Brings what is remembered of a gauge to another measure of the same product; the ledger says by how much. */
function scaleMemory(moment: Moment, gauge: GaugeState, ratio: number, ratioV20: number): void {
  const { state } = moment
  const scale = (anchor: Anchor): void => {
    anchor.volumeL = hundredth(anchor.volumeL * ratio)
    anchor.v20L = hundredth(anchor.v20L * ratioV20)
  }
  copyAnchor(gauge.posted, formerly)
  for (const anchor of [gauge.calm, gauge.stopCalm, gauge.stood, gauge.posted]) scale(anchor)
  const { operation } = gauge
  if (operation !== null) for (const anchor of [operation.start, operation.end, operation.postedFrom]) scale(anchor)
  gauge.refL = hundredth(gauge.refL * ratio)
  gauge.volumeL = hundredth(gauge.volumeL * ratio)
  gauge.v20L = hundredth(gauge.v20L * ratioV20)
  scaleWindow(gauge.window, ratio, ratioV20)
  for (const line of state.trip?.lines ?? []) {
    if (line.compartment !== gauge.compartment) continue
    for (const anchor of [line.load, line.depart, line.arrive]) scale(anchor)
    line.transitLossV20L = hundredth(line.transitLossV20L * ratioV20)
    line.unloadedL = hundredth(line.unloadedL * ratio)
    line.unloadedV20L = hundredth(line.unloadedV20L * ratioV20)
  }
  for (const { compartment, cover } of state.probes) if (compartment === gauge.compartment && cover !== null) scale(cover.before)
  for (const { losses } of state.custody.happenings) {
    for (const loss of losses) {
      if (loss.compartment !== gauge.compartment) continue
      scale(loss.from)
      scale(loss.to)
    }
  }
  if (formerly.at !== 0) postRestatement(moment, gauge, formerly)
}

/** Written and read within one call. */
const formerly: Anchor = noAnchor()

function forget(gauge: GaugeState): void {
  emptyWindow(gauge.window)
  for (const anchor of [gauge.calm, gauge.stopCalm, gauge.stood, gauge.posted]) anchor.at = 0
}
