import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { type AlarmGrade, higherGrade } from '@tanker/domain/alarms/alarm-grade'
import { type CoverKind, coverKind } from '@tanker/domain/devices/probe-type'
import { OPENING_PLACES, type OpeningPlace } from '@tanker/domain/facts/seal-facts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { CoverState, ProbeState } from './probe-state.ts'
import { maxBackdateMs } from '../fact.ts'
import { edgeHolds } from '../cargo/fence-edge.ts'
import { gaugeOf } from '../gauges/gauges.ts'
import { reportHappening } from './happening-report.ts'
import type { HappeningState } from './happening-state.ts'
import { exemptionNow } from './exempt-opening.ts'
import { addOpening, beginHappening, findHappening, raiseGrade, watchLitres } from './happenings.ts'
import { type Moment, placeNow } from '../moment.ts'
import { judgeOpening, processGroup } from './unsealing-judgement.ts'

const dayMs = 86_400_000
/**
 * Index in OPENING_PLACES of what is done now.
 * @param compartment of an opening, which an exemption may cover; none for litres and broken seals, which it never does
 */
export function placeOfOpening(moment: Moment, openedAt: number, compartment: number | null = null): number {
  return OPENING_PLACES.indexOf(openingPlace(moment, openedAt, compartment))
}

function openingPlace(moment: Moment, openedAt: number, compartment: number | null): OpeningPlace {
  const { state, thresholds, context } = moment
  if (openedAt <= state.authorisedUntil || (compartment !== null && exemptionNow(moment, openedAt, compartment) !== null))
    return 'authorised'
  const { fence } = state.membership
  if (fence?.kind === 'repair') return 'authorised'
  if (state.motion.speedKmh >= thresholds.unsealingMovingKmh) return 'moving'
  switch (fence?.kind) {
    case 'depot':
      return state.trip === null || state.trip.depotFenceId === fence.id ? 'trip-depot' : 'other-site'
    case 'station': {
      // Without a slip every station may be one of the trip.
      const { slip } = context
      return !slip || slip.stops.some((stop) => stop.placeId === fence.placeId) ? 'trip-station' : 'other-site'
    }
    case 'park':
      return 'park'
    default:
      return 'elsewhere'
  }
}

/**
 * Judges an opening once it can no longer be a bump (domain rule D.6). Box doors have an alarm of their own (210),
 * housings the seal break (320): one act, one alarm.
 */
export function judgeCover(moment: Moment, probe: ProbeState, cover: CoverState, kind: CoverKind): void {
  if (cover.judged) return
  const { at, state, thresholds } = moment
  if (kind !== 'api' && kind !== 'manhole' && kind !== 'bottom-valve') {
    cover.judged = true
    return
  }
  const openMs = (cover.closedAt === 0 ? at : cover.closedAt) - cover.openedAt
  const longEnoughMs = Math.max(thresholds.unsealingMinS, thresholds.unsealingDelayS + thresholds.coverOpenS) * 1000
  if (cover.closedAt === 0 && probe.closePendingAt !== 0) return
  if (openMs < longEnoughMs || probe.fault !== 0) {
    if (cover.closedAt !== 0 || probe.fault !== 0) cover.judged = true
    return
  }
  // Without a fix the cover waits: marked abnormal, not judged. A truck that has stood since its last fix is where that was.
  const oldestFixAt = cover.openedAt - thresholds.unsealingFixAgeMin * 60_000
  if (cover.fixAt < oldestFixAt && !stoodAt(moment, cover)) {
    cover.abnormal = true
    if (state.fix.at < oldestFixAt) return
    cover.fixAt = state.fix.at
    cover.place = placeNow(state)
    cover.placeKind = placeOfOpening(moment, cover.openedAt, probe.compartment)
    cover.exemption = exemptionNow(moment, cover.openedAt, probe.compartment)?.id ?? 0
    cover.abnormal = false
  }
  const judgement = judgeOpening(
    {
      place: OPENING_PLACES[cover.placeKind] ?? 'elsewhere',
      group: processGroup(cover.processState),
      cover: kind,
      loaded: cover.loaded,
      standing: cover.standing,
      openMs,
    },
    thresholds.unsealingEmptyMin * 60_000,
  )
  if (judgement === 'wait' && cover.closedAt === 0) return
  if (judgement !== 'normal' && waitsAtEdge(moment, cover)) return
  cover.judged = true
  if (judgement !== 'normal' && judgement !== 'wait') {
    cover.abnormal = true
    raiseUnsealing(moment, probe, cover, judgement)
  }
}

/** A stop is recognised some time after the last fix that showed it. */
const stopSeenMs = 120_000
/** Longer than an unloading a truck is not taken at its word that it stands: its aerial may be covered. */
const longestStopMs = 2 * 3_600_000

/** The cover was opened in this stop, and its fix is of the stop or of the moment before. */
const stoodAt = ({ state: { motion } }: Moment, { openedAt, fixAt }: CoverState): boolean =>
  !motion.moving && openedAt >= motion.stoppedSinceAt && motion.stoppedSinceAt - fixAt <= stopSeenMs && openedAt - fixAt <= longestStopMs

/** Opened at a site's border and not judged yet: the flow will show whether it was opened at the site. */
export const waitsAtEdge = (moment: Moment, cover: CoverState): boolean =>
  !cover.judged && !cover.abnormal && cover.openedAt >= stoodSince(moment) && edgeHolds(moment, cover.openedAt)

/** Seals may open in the half minute before a slow truck counts as standing. */
export const stoodSince = ({ state: { motion } }: Moment): number => (motion.moving ? motion.slowSinceAt : motion.stoppedSinceAt)

/** A card or a repair shop allows an opening, not that product goes with it (domain rule D.6): judged as elsewhere. */
export function judgeAuthorisedLoss(moment: Moment, probe: ProbeState, cover: CoverState): void {
  if (OPENING_PLACES[cover.placeKind] !== 'authorised' || cover.abnormal || probe.compartment === 0) return
  const { calm } = gaugeOf(moment.state, probe.compartment)
  if (cover.before.volumeL - calm.volumeL < moment.thresholds.authorisedLossL) return
  cover.abnormal = true
  cover.placeKind = OPENING_PLACES.indexOf('elsewhere')
  raiseUnsealing(moment, probe, cover, 'red')
}

/** Residue goes while its seal stands open: the opening is abnormal at once, however short it is and though the truck is empty. */
export function unsealForResidue(moment: Moment, gauge: GaugeState): void {
  for (const probe of moment.state.probes) {
    const { cover } = probe
    if (probe.compartment !== gauge.compartment || cover === null || cover.abnormal || probe.fault !== 0) continue
    const kind = coverKind(probe.type)
    if (kind !== 'api' && kind !== 'bottom-valve') continue
    cover.judged = true
    cover.abnormal = true
    raiseUnsealing(moment, probe, cover, 'red')
  }
}

function raiseUnsealing(moment: Moment, probe: ProbeState, cover: CoverState, judged: AlarmGrade): void {
  const known = findHappening(moment, [ALARM.unsealing, ALARM.highLoss, ALARM.privateDischarge], cover.openedAt, cover.place)
  const happening = known ?? beginUnsealing(moment, probe, cover, judged)
  happening.grade = higherGrade(happening.grade, judged)
  addOpening(happening, probe, 'opened', cover.openedAt, cover.closedAt, cover.sealCount)
  if (probe.compartment !== 0) watchLitres(happening, gaugeOf(moment.state, probe.compartment), cover.before)
  raiseGrade(moment, happening)
  if (known === null) takeDoors(moment, happening)
  reportHappening(moment, happening)
}

/** One row of type 1; 310 is the code of the same thing in the journal, and would pop up twice. */
function beginUnsealing(moment: Moment, probe: ProbeState, cover: CoverState, judged: AlarmGrade): HappeningState {
  const { at, state, thresholds } = moment
  const earlier = state.abnormalOpenings.filter((openedAt) => at - openedAt < dayMs)
  earlier.push(cover.openedAt)
  state.abnormalOpenings = earlier.slice(-Math.max(1, thresholds.blackOpenings))
  const repeated = judged === 'red' && earlier.length >= thresholds.blackOpenings
  return beginHappening(moment, {
    type: ALARM.unsealing,
    object: probe.compartment * 100 + probe.type,
    // The start of a fact may not lie too far back (rebuild.ts).
    startedAt: Math.max(cover.openedAt, at - maxBackdateMs),
    grade: repeated ? 'black' : judged,
    place: cover.place,
    placeKind: cover.placeKind,
    processState: cover.processState,
  })
}

/** A box door that was an alarm already is part of the unsealing behind it: its alarm ends and names the other. */
function takeDoors(moment: Moment, happening: HappeningState): void {
  const { custody } = moment.state
  const doors = findHappening(moment, [ALARM.boxDoorOutside], happening.startedAt, happening.place)
  if (doors === null) return
  happening.openings.push(...doors.openings)
  happening.count += doors.count
  reportHappening(moment, doors, happening)
  custody.happenings = custody.happenings.filter((known) => known !== doors)
}
