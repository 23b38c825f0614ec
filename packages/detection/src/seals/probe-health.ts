import type { ProbeCondition } from '@tanker/domain/devices/probe-type'
import { coverKind } from '@tanker/domain/devices/probe-type'
import { sealFaultAlarmFact, sealFaultFact, PROBE_FAULTS } from '@tanker/domain/facts/seal-facts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { sensedProperties } from './probe-sensing.ts'
import { FIRST_ELECTRICAL, type ProbeState, watchesLiquid } from './probe-state.ts'
import { blindLevelMm, capacityL } from '../gauges/compartment-sizes.ts'
import type { HappeningState } from './happening-state.ts'
import { openingOf } from './happenings.ts'
import { type Moment, note, placeNow, raise } from '../moment.ts'
import { bottomValveOpen } from './probes.ts'
import { breakByAbsence, endAbsence } from './seal-breaks.ts'
import { inTransit } from './seal-counts.ts'

/** Why a probe is taken out of judgement (domain rule D.1.8); the index is kept in the state. */
const CONDITIONS: readonly ProbeCondition[] = ['ok', 'chattering', 'uncertain', 'long-wet', 'long-dry', 'not-answering']

/** The condition that web consoles show for a fault, an index in PROBE_FAULTS. */
export const probeCondition = (fault: number): ProbeCondition => CONDITIONS[fault] ?? 'electrical'

const CHATTER = 1
const UNCERTAIN = 2
const LONG_WET = 3
const LONG_DRY = 4
const SILENT = 5
const SHORT_CIRCUIT = 6
const OPEN_CIRCUIT = 7

/**
 * A probe that contradicts itself or the gauge raises a seal fault (211 and a record), never an abnormal unsealing,
 * until it was good for ten minutes.
 */
export function stepProbeHealth(moment: Moment): void {
  const { at, state, thresholds } = moment
  for (const probe of state.probes) {
    if (sound(probe) && (!moment.probesActive || !watchesLiquid(probe.type)) && probe.wetEmptySinceAt === 0) continue
    probe.uncertainSinceAt = probe.uncertain ? probe.uncertainSinceAt || at : 0
    probe.silentSinceAt = !probe.answering && busAnswers(moment, probe) ? probe.silentSinceAt || at : 0
    if (watchesLiquid(probe.type)) probe.wetEmptySinceAt = wetInEmptyTank(moment, probe) ? probe.wetEmptySinceAt || at : 0
    const now = faultNow(moment, probe)
    if (now !== 0) {
      probe.goodSinceAt = 0
      if (probe.fault === 0) {
        probe.fault = now
        probe.faultSinceAt = at
        if (now < FIRST_ELECTRICAL) probe.faultSensed = null
        reportFault(moment, probe, null)
      }
      if (isGone(moment, probe)) breakLater(moment, probe)
      continue
    }
    if (probe.goodSinceAt === 0) probe.goodSinceAt = at
    if (probe.fault !== 0 && at - probe.goodSinceAt >= thresholds.probeGoodMin * 60_000) {
      reportFault(moment, probe, probe.goodSinceAt)
      probe.fault = 0
      probe.faultSinceAt = 0
      probe.faultSensed = null
    }
  }
}

/** Fast path: nothing that could become a fault. */
function sound(probe: ProbeState): boolean {
  return (
    probe.fault === 0 &&
    probe.answering &&
    !probe.uncertain &&
    probe.electrical === 0 &&
    probe.uncertainSinceAt === 0 &&
    probe.silentSinceAt === 0 &&
    probe.flips.length < 4
  )
}

function faultNow(moment: Moment, probe: ProbeState): number {
  const { at, thresholds, state, context } = moment
  let flips = 0
  for (let i = probe.flips.length - 1; i >= 0; i -= 1) {
    if (at - (probe.flips[i] as number) > 60_000) break
    flips += 1
  }
  if (flips > thresholds.chatterPerMin) return CHATTER
  if (probe.uncertainSinceAt !== 0 && at - probe.uncertainSinceAt > thresholds.uncertainS * 1000) return UNCERTAIN
  if (isSilent(moment, probe)) return SILENT
  if (probe.electrical !== 0) return probe.electrical
  if (!watchesLiquid(probe.type) || probe.compartment === 0) return 0
  if (probe.wetEmptySinceAt !== 0 && at - probe.wetEmptySinceAt > thresholds.longWetMin * 60_000) return LONG_WET
  // Dry for long under a tenth of product with the valve open.
  if (probe.wet || probe.drySinceAt === 0 || at - probe.drySinceAt <= thresholds.longDryMin * 60_000) return 0
  for (const gauge of state.gauges) {
    if (gauge.compartment !== probe.compartment || !measures(gauge)) continue
    const filled = gauge.volumeL > (capacityL(context, gauge.compartment) * thresholds.longDryFillPercent) / 100
    const valveOpen = filled && bottomValveOpen(state, probe.compartment)
    const drySince = Math.max(probe.drySinceAt, valveOpenedAt(moment, probe.compartment))
    if (valveOpen && at - drySince > thresholds.longDryMin * 60_000) return LONG_DRY
  }
  return 0
}

const isSilent = ({ at, thresholds }: Moment, { silentSinceAt }: ProbeState): boolean =>
  silentSinceAt !== 0 && at - silentSinceAt > thresholds.probeSilentS * 1000

/** It says nothing any more: silent, or its wire is cut or shorted. */
const isGone = (moment: Moment, probe: ProbeState): boolean => isSilent(moment, probe) || isWireFault(probe.electrical)
const isWireFault = (fault: number): boolean => fault === SHORT_CIRCUIT || fault === OPEN_CIRCUIT

/** A seal that was a fault where seals may be gone, as in the depot, is a broken one once the loaded truck is under way without it. */
function breakLater(moment: Moment, probe: ProbeState): void {
  if (openingOf(moment, probe, 'missing') !== null) return
  const broken = breakByAbsence(moment, probe)
  // One alarm: that of the fault ends with it.
  if (broken !== null) raiseFault(moment, probe, moment.at, broken)
}

/** A compartment without a gauge has an entry too, made by its covers: it was never read, and says nothing of the tank. */
const measures = (gauge: GaugeState): boolean => gauge.at !== 0 && gauge.fault === 0

/**
 * Whether the probe is wet although the float rests at the bottom. The clock starts when the tank became empty, not when
 * the probe became wet; a residue of some litres wets the probe rightly.
 */
function wetInEmptyTank(moment: Moment, probe: ProbeState): boolean {
  if (!probe.wet || !probe.answering || probe.compartment === 0) return false
  const { context, state, thresholds } = moment
  for (const gauge of state.gauges) {
    if (gauge.compartment !== probe.compartment || !measures(gauge)) continue
    // A gauge that jumped to the bottom on this leg says nothing against the probe.
    const carried = state.trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
    if (carried !== undefined && carried.gaugeL <= -thresholds.levelJumpL) return false
    return (
      !gauge.loaded && gauge.volumeL < thresholds.longWetL && gauge.levelMm <= blindLevelMm(context, gauge.compartment) + thresholds.emptyMm
    )
  }
  return false
}

function valveOpenedAt(moment: Moment, compartment: number): number {
  let at = 0
  for (const probe of moment.state.probes) {
    if (probe.compartment === compartment && probe.open && probe.openedAt > at) at = probe.openedAt
  }
  return at
}

/**
 * Another probe of the same bus still answers, so it is this one and not its bus that is silent. On the road with a load a silent
 * bus is no excuse while the gauges speak: a hand that cuts one wire can cut them all.
 */
function busAnswers({ at, state }: Moment, silent: ProbeState): boolean {
  for (const probe of state.probes) if (probe !== silent && probe.line === silent.line && probe.answering) return true
  return coverKind(silent.type) !== undefined && state.loaded && inTransit(state) && state.gauges.some((gauge) => gauge.at === at)
}

function reportFault(moment: Moment, probe: ProbeState, endedAt: number | null): void {
  note(moment, sealFaultFact, {
    name: `seal-fault-${endedAt === null ? 'began' : 'ended'}`,
    startedAt: probe.faultSinceAt,
    object: probe.compartment * 100 + probe.type,
    ...(endedAt === null ? {} : { endedAt }),
    place: placeNow(moment.state),
    properties: faultProperties(moment, probe),
  })
  // A seal that is gone while the loaded truck is under way is a broken one (domain D.7), and one alarm.
  const isBreak = endedAt === null ? isAbsence(probe.fault) && breakByAbsence(moment, probe) !== null : endAbsence(moment, probe, endedAt)
  if (!isBreak) raiseFault(moment, probe, endedAt)
}

function raiseFault(moment: Moment, probe: ProbeState, endedAt: number | null, partOf?: HappeningState): void {
  raise(moment, sealFaultAlarmFact, {
    name: `seal-fault-alarm-${endedAt === null ? 'began' : 'ended'}`,
    startedAt: probe.faultSinceAt,
    object: probe.compartment * 100 + probe.type,
    ...(endedAt === null ? {} : { endedAt }),
    grade: 'yellow',
    place: placeNow(moment.state),
    properties: {
      ...faultProperties(moment, probe),
      ...(partOf ? { partOf: { type: partOf.type, startedAt: partOf.startedAt, object: partOf.object } } : {}),
    },
  })
}

const isAbsence = (fault: number): boolean => fault === SILENT || isWireFault(fault)

const faultProperties = ({ state }: Moment, probe: ProbeState) => ({
  compartment: probe.compartment,
  probeType: probe.type,
  fault: PROBE_FAULTS[probe.fault] ?? '',
  loaded: state.loaded,
  ...(probe.faultSensed !== null && sensedProperties(probe.faultSensed)),
})
