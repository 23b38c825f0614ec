import { ALARM } from '@tanker/domain/alarms/alarm-code'
import {
  API_VALVE,
  API_WET,
  BOTTOM_VALVE,
  BOTTOM_VALVE_TRANSMITTER,
  BOTTOM_VALVE_WATER,
  BOTTOM_VALVE_WET,
  COMPARTMENT_BOTTOM_WET,
  EMPTY_INDICATOR,
} from '@tanker/domain/devices/probe-type'
import { EMPTYING } from '@tanker/domain/trucks/transport-process'
import { emptiedFact, emptyingUnfinishedFact, unloadingUnfinishedFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { emptyingFact } from '@tanker/domain/facts/cargo-facts'
import { noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { TruckState } from '../truck-state.ts'
import type { UnfinishedState } from './trip-state.ts'
import { raiseEmptyingBreach } from './emptying-exceptions.ts'
import { blindLevelMm } from '../gauges/compartment-sizes.ts'
import { carries, carriesAny, readHeld } from '../gauges/gauges.ts'
import { isJumpOnly } from '../gauges/scale-offset.ts'
import { isUnseen } from '../gauges/load-without-gauge.ts'
import { type Moment, note, placeNow, raise } from '../moment.ts'
import { bottomValveOpen, findProbe } from '../seals/probes.ts'
import { compartmentsOfVisit, namedOnSlip } from './slip-stops.ts'
import { isStuck } from '../gauges/stuck-gauge.ts'

const bottomProbes: readonly number[] = [BOTTOM_VALVE_WET, BOTTOM_VALVE_WATER, COMPARTMENT_BOTTOM_WET, EMPTY_INDICATOR]

export type DryProof = 'probe' | 'level' | 'manual'

/** Compartments meant to be emptied here: those the slip names for this place, else those that flowed (cause 14). */
export function isMeant(moment: Moment, gauge: GaugeState): boolean {
  const named = compartmentsOfVisit(moment)
  if (named !== null) return named.includes(gauge.compartment)
  return (moment.state.process.flowed & (1 << gauge.compartment)) !== 0
}

/** Proof that a compartment is dry while the truck stands, strongest first (domain rule D.3). */
export function dryProof(moment: Moment, gauge: GaugeState, sinceAt: number): DryProof | null {
  const { state } = moment
  if (state.process.manualProofAt !== 0 && state.process.manualProofAt >= sinceAt) return 'manual'
  const bottom = bottomDry(state, gauge.compartment)
  if (bottom !== null) return bottom && valveAllows(state, gauge.compartment) ? 'probe' : null
  return levelDry(moment, gauge) ? 'level' : null
}

/** The same at the moment of leaving, when the valve is shut already. */
export function dryAtLeaving(moment: Moment, gauge: GaugeState, sinceAt: number): DryProof | null {
  const { state } = moment
  if (state.process.manualProofAt !== 0 && state.process.manualProofAt >= sinceAt) return 'manual'
  const bottom = bottomDry(state, gauge.compartment)
  if (bottom !== null) return bottom ? 'probe' : null
  return levelDry(moment, gauge) ? 'level' : null
}

/** Null when no sound probe watches the bottom; the last word of one that does not answer is none. */
function bottomDry(state: TruckState, compartment: number): boolean | null {
  let known = false
  for (const type of bottomProbes) {
    const probe = findProbe(state, compartment, type)
    if (probe === null || probe.fault !== 0 || !probe.answering) continue
    if (probe.wet || probe.rawWet) return false
    known = true
  }
  return known ? true : null
}

/** Since when a proven compartment is dry: its bottom probes, else its last flow. */
function dryAt({ state }: Moment, gauge: GaugeState): number {
  let at = 0
  for (const type of bottomProbes) {
    const probe = findProbe(state, gauge.compartment, type)
    if (probe !== null && probe.fault === 0 && probe.answering && probe.drySinceAt > at) at = probe.drySinceAt
  }
  return at === 0 ? gauge.lastFlowAt : at
}

/** A bottom valve that reports must stand open, or its dry pipe proves nothing. */
function valveAllows(state: TruckState, compartment: number): boolean {
  const reports = findProbe(state, compartment, BOTTOM_VALVE) !== null || findProbe(state, compartment, BOTTOM_VALVE_TRANSMITTER) !== null
  return !reports || bottomValveOpen(state, compartment)
}

function levelDry(moment: Moment, gauge: GaugeState): boolean {
  // A compartment without a gauge has no level, and one whose gauge is silent none of now.
  if (gauge.at === 0 || isUnseen(moment, gauge.compartment)) return false
  const { state, thresholds, context } = moment
  const held = noAnchor()
  readHeld(moment, gauge, held)
  if (held.levelMm > blindLevelMm(context, gauge.compartment) + thresholds.emptyProofMm) return false
  return ![API_WET, API_VALVE].some((type) => {
    const probe = findProbe(state, gauge.compartment, type)
    return probe !== null && probe.wet && probe.fault === 0 && probe.answering
  })
}

/** Ends the emptying at this place: a record per compartment, 213 when all are proven, else 208. */
export function finishEmptying(moment: Moment, startedAt: number, leaving: boolean): void {
  const { at, state, thresholds } = moment
  const held = noAnchor()
  const place = placeNow(state)
  let allProven = true
  let residualL = 0
  let failed = 0
  for (const gauge of state.gauges) {
    if ((state.process.flowed & (1 << gauge.compartment)) === 0) continue
    readHeld(moment, gauge, held)
    // A gauge that has jumped up or hangs contradicts no proof.
    const isWrong = isStuck(moment, gauge.compartment) || isJumpOnly(moment, gauge.compartment, held)
    const heldL = isWrong ? 0 : Math.max(0, held.volumeL)
    const proof = leaving ? dryAtLeaving(moment, gauge, startedAt) : dryProof(moment, gauge, startedAt)
    if (proof === null) {
      allProven = false
      // What a further stop gets of it is no residue.
      if (!leaving || !namedOnSlip(moment, gauge.compartment, false)) {
        residualL += heldL
        failed |= 1 << gauge.compartment
      }
    }
    const emptyS = Math.round((at - startedAt) / 1000)
    // Left before the proof had stood for its time; and a proof that the gauge contradicts.
    const short = leaving && state.process.state === EMPTYING && at - dryAt(moment, gauge) < thresholds.emptyProofS * 1000
    if (proof !== null && short) raiseEmptyingBreach(moment, gauge.compartment, 'too-short', held.volumeL, emptyS)
    if (proof !== null && heldL > thresholds.residualL) raiseEmptyingBreach(moment, gauge.compartment, 'residue', heldL, emptyS)
    note(moment, emptyingFact, {
      name: proof === null ? 'emptying-failed' : 'emptying-proven',
      startedAt,
      object: gauge.compartment,
      endedAt: at,
      place,
      properties: {
        compartment: gauge.compartment,
        oilCode: gauge.oilCode,
        ok: proof !== null,
        proof,
        durationS: emptyS,
        residualL: Math.max(0, held.volumeL),
        residualMm: held.levelMm,
      },
    })
  }
  if (allProven) {
    state.custody.emptied = state.process.flowed
    state.custody.emptiedAt = at
    raiseEmptied(moment, startedAt, state.process.flowed)
  } else if (residualL > thresholds.residualL) raiseNotEmptied(moment, failed, residualL)
}

/**
 * Left with other compartments still loaded (row 18): what stays in one that was unloaded here and gives to no further stop is a
 * residue, where a calm surface showed it: 208, or 330 where a probe contradicts the gauge.
 */
export function judgeResidues(moment: Moment): void {
  const { state, thresholds } = moment
  let residualL = 0
  let left = 0
  for (const gauge of state.gauges) {
    const { compartment, stood } = gauge
    if ((state.process.flowed & (1 << compartment)) === 0 || !stood.calm || carries(moment, gauge)) continue
    if (stood.volumeL <= thresholds.residualL || namedOnSlip(moment, compartment, false) || isStuck(moment, compartment)) continue
    if (isJumpOnly(moment, compartment, stood)) continue
    if (dryAtLeaving(moment, gauge, state.process.unloadedAt) !== null) {
      raiseEmptyingBreach(moment, compartment, 'residue', stood.volumeL, null)
      continue
    }
    residualL += stood.volumeL
    left |= 1 << compartment
  }
  if (left !== 0) raiseNotEmptied(moment, left, residualL)
}

/** 213, information only: it ends 207 and 208. */
function raiseEmptied(moment: Moment, startedAt: number, proven: number): void {
  const { at, state } = moment
  raise(moment, emptiedFact, {
    name: 'emptied',
    startedAt: at,
    endedAt: at,
    grade: 'yellow',
    place: placeNow(state),
    properties: { durationS: Math.round((at - startedAt) / 1000) },
  })
  endUnfinished(moment, proven)
}

function raiseNotEmptied(moment: Moment, compartments: number, residualL: number): void {
  const { at, state } = moment
  const unfinished = unfinishedOf(state)
  if (unfinished.emptyingAt !== 0 && unfinished.emptyingAt < (state.trip?.startedAt ?? 0)) {
    // That of an earlier delivery: this one is another alarm.
    reportUnfinished(moment, ALARM.emptyingUnfinished, at)
    unfinished.emptyingAt = 0
    if (unfinished.unloadingAt === 0) unfinished.compartments = 0
  }
  unfinished.compartments |= compartments
  unfinished.residualL = Math.round(residualL * 100) / 100
  if (unfinished.emptyingAt === 0) {
    unfinished.emptyingAt = at
    unfinished.emptyingPlace = placeNow(state)
  }
  reportUnfinished(moment, ALARM.emptyingUnfinished, null)
}

export function unfinishedOf(state: TruckState): NonNullable<TruckState['unfinished']> {
  state.unfinished ??= {
    unloadingAt: 0,
    unloadingPlace: null,
    emptyingAt: 0,
    emptyingPlace: null,
    compartments: 0,
    residualL: 0,
    proofSinceAt: 0,
  }
  return state.unfinished
}

export function reportUnfinished(
  moment: Moment,
  type: typeof ALARM.unloadingUnfinished | typeof ALARM.emptyingUnfinished,
  endedAt: number | null,
  litres: readonly { compartment: number; volumeL: number }[] | null = null,
): void {
  const { unfinished } = moment.state
  if (unfinished === null) return
  const startedAt = type === ALARM.unloadingUnfinished ? unfinished.unloadingAt : unfinished.emptyingAt
  const place = type === ALARM.unloadingUnfinished ? unfinished.unloadingPlace : unfinished.emptyingPlace
  if (startedAt === 0 || place === null) return
  raise(moment, type === ALARM.unloadingUnfinished ? unloadingUnfinishedFact : emptyingUnfinishedFact, {
    name: `${type === ALARM.unloadingUnfinished ? 'unloading' : 'emptying'}-unfinished${endedAt === null ? '' : '-ended'}`,
    startedAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: 'red',
    place,
    properties: {
      residualL: unfinished.residualL,
      compartments: moment.state.gauges
        .filter((gauge) => (unfinished.compartments & (1 << gauge.compartment)) !== 0)
        .map((gauge) => gauge.compartment),
      // Volume of each when the alarm was raised.
      ...(litres === null ? {} : { litres }),
      stationFenceId: place.fenceId,
    },
  })
}

/**
 * Ends 207 once none of its compartments carries product any more, and 208 once each of them is proven empty or holds no residue
 * worth the name: emptying others ends neither. `proven`: bits of the compartments that were proven now.
 */
function endUnfinished(moment: Moment, proven: number): void {
  const { unfinished, gauges, custody } = moment.state
  if (unfinished === null) return
  const held = noAnchor()
  let isUnloaded = true
  let isEmptied = true
  for (const gauge of gauges) {
    if (!concerns(unfinished, gauge)) continue
    if (carries(moment, gauge)) isUnloaded = false
    readHeld(moment, gauge, held)
    const isProven = ((proven | custody.emptied) & (1 << gauge.compartment)) !== 0
    if (!isProven && held.volumeL > moment.thresholds.residualL) isEmptied = false
  }
  if (!isUnloaded || (unfinished.emptyingAt !== 0 && !isEmptied)) return
  reportUnfinished(moment, ALARM.unloadingUnfinished, moment.at)
  reportUnfinished(moment, ALARM.emptyingUnfinished, moment.at)
  moment.state.unfinished = null
}

const concerns = (unfinished: UnfinishedState, gauge: GaugeState): boolean => (unfinished.compartments & (1 << gauge.compartment)) !== 0

/**
 * A truck that returns to drain what it left with needs no flow worth an operation:
 * the proof alone, standing in a station or depot, ends 207 and 208.
 */
export function stepUnfinished(moment: Moment): void {
  const { at, state, thresholds } = moment
  const { unfinished } = state
  if (unfinished === null) return
  const site = state.membership.fence?.kind === 'station' || state.membership.fence?.kind === 'depot'
  let proven = site && !state.motion.moving && !carriesAny(moment) && state.process.state === 0
  if (proven) {
    for (const gauge of state.gauges) {
      if (concerns(unfinished, gauge) && dryProof(moment, gauge, unfinished.proofSinceAt || at) === null) proven = false
    }
  }
  unfinished.proofSinceAt = proven ? unfinished.proofSinceAt || at : 0
  if (proven && at - unfinished.proofSinceAt >= thresholds.emptyProofS * 1000) {
    raiseEmptied(moment, unfinished.proofSinceAt, unfinished.compartments)
  }
}
