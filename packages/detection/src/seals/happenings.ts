import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { type AlarmGrade, higherGrade } from '@tanker/domain/alarms/alarm-grade'
import { distanceM } from '@tanker/domain/fences/geo'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import type { Place } from '@tanker/domain/facts/place'
import { OPENING_PLACES, type OpeningPlace } from '@tanker/domain/facts/seal-facts'
import { OPENING_WAYS, type OpeningWay } from '@tanker/domain/facts/happening-properties'
import type { OperationState } from '../cargo/operation-state.ts'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { ProbeState } from './probe-state.ts'
import { maxBackdateMs } from '../fact.ts'
import { noticeableL } from '../gauges/gauge-noise.ts'
import { copyAnchor } from '../gauges/gauges.ts'
import { hundredth, readMean } from '../gauges/gauge-window.ts'
import { addReported } from './custody-state.ts'
import { reportHappening, totalLossV20L } from './happening-report.ts'
import { type HappeningLoss, type HappeningOpening, type HappeningState } from './happening-state.ts'
import { anchorsSigmaL } from '../cargo/loss-sigma.ts'
import { siteHere } from '../cargo/site-work.ts'
import type { Moment } from '../moment.ts'
import { shutSince } from './probes.ts'

/** Happenings of one truck that may still grow: several places within minutes, seal breaks that wait for arming. */
const MAX_HAPPENINGS = 8
/** Probes in one happening: ten compartments with API, bottom valve, manhole and door, and the housings. */
const MAX_OPENINGS = 48
/** Openings closer than this are at one place. */
const samePlaceM = 200
/** A loss is reported again when it changed by this many litres. */
const reportStepL = 10
/** The last frames of a stop show what a truck leaves with. */
const framesLeft = 3

type HappeningParts = {
  readonly type: number
  readonly object: number
  readonly startedAt: number
  readonly grade: AlarmGrade
  readonly place: Place
  readonly placeKind: number
  readonly processState: TransportState
  readonly reason?: number
}

export function beginHappening(moment: Moment, parts: HappeningParts): HappeningState {
  const { happenings } = moment.state.custody
  const happening: HappeningState = { reason: 0, ...parts, lastAt: parts.startedAt, count: 0, openings: [], losses: [] }
  if (happenings.length >= MAX_HAPPENINGS) {
    const closed = happenings.findIndex((known) => !standsOpen(known))
    happenings.splice(Math.max(0, closed), 1)
  }
  happenings.push(happening)
  return happening
}

/** The happening that something seen at this time and place belongs to: near it in place and time, or at the same minute. */
export function findHappening(moment: Moment, types: readonly number[], at: number, place: Place): HappeningState | null {
  const { happenings } = moment.state.custody
  const { unsealingMergeMin, unsealingTogetherS } = moment.thresholds
  for (let i = happenings.length - 1; i >= 0; i -= 1) {
    const happening = happenings[i] as HappeningState
    if (!types.includes(happening.type)) continue
    const sinceMs = at - happening.lastAt
    if (sinceMs <= unsealingTogetherS * 1000) return happening
    if (samePlace(happening.place, place) && (sinceMs <= unsealingMergeMin * 60_000 || seenOpen(happening))) return happening
  }
  return null
}

function samePlace(a: Place, b: Place): boolean {
  return a.fenceId === b.fenceId && distanceM(a.lat, a.lng, b.lat, b.lng) <= samePlaceM
}

const standsOpen = ({ openings }: HappeningState): boolean => openings.some(({ closedAt }) => closedAt === 0)

/** Whether something of it is visibly open now; openings known only from a counter, and missing probes, do not count. */
const seenOpen = ({ openings }: HappeningState): boolean =>
  openings.some(({ closedAt, how }) => closedAt === 0 && how <= OPENING_WAYS.indexOf('housing'))

/** The unclosed opening of a probe, in any happening. */
export function openingOf(moment: Moment, probe: ProbeState, how?: OpeningWay): HappeningOpening | null {
  const way = how === undefined ? -1 : OPENING_WAYS.indexOf(how)
  for (const { openings } of moment.state.custody.happenings) {
    for (const opening of openings) {
      const same = opening.compartment === probe.compartment && opening.type === probe.type && opening.closedAt === 0
      if (same && (way === -1 || opening.how === way)) return opening
    }
  }
  return null
}

/** Adds a probe; one that was there already is open again. */
export function addOpening(
  happening: HappeningState,
  probe: ProbeState,
  how: OpeningWay,
  openedAt: number,
  closedAt: number,
  oldCount: number,
): void {
  happening.count += 1
  happening.lastAt = Math.max(happening.lastAt, openedAt, closedAt)
  const way = OPENING_WAYS.indexOf(how)
  const known = happening.openings.find(
    (opening) => opening.compartment === probe.compartment && opening.type === probe.type && opening.how === way,
  )
  if (known) {
    known.closedAt = closedAt
    known.newCount = probe.sealCount
  } else if (happening.openings.length < MAX_OPENINGS) {
    const { compartment, type, sealCount } = probe
    happening.openings.push({ compartment, type, how: way, openedAt, closedAt, oldCount, newCount: sealCount })
  }
}

/** The volume before the opening, once per happening: losses are counted from it. */
export function watchLitres(happening: HappeningState, gauge: GaugeState, before: Anchor): void {
  if (before.at === 0 || gauge.at === 0 || happening.losses.some(({ compartment }) => compartment === gauge.compartment)) return
  const { compartment, oilCode } = gauge
  happening.losses.push({ compartment, oilCode, from: { ...before }, to: noAnchor(), lossL: 0, lossV20L: 0, sigmaL: 0, movedL: 0 })
}

/** A transfer that was measured: litres that went to another compartment are reported as moved, not as a loss of the happening. */
export function noteMoved(moment: Moment, { compartment }: GaugeState, operation: OperationState, sign: 1 | -1): void {
  const { start, end, startedAt } = operation
  for (const happening of moment.state.custody.happenings) {
    const loss = happening.losses.find((known) => known.compartment === compartment)
    if (loss === undefined || startedAt < happening.startedAt || happening.type === ALARM.fenceEdge) continue
    loss.movedL = hundredth(loss.movedL + sign * (start.volumeL - end.volumeL))
    if (standsOpen(happening) || moment.at - happening.lastAt < maxBackdateMs) reportHappening(moment, happening)
  }
}

/** A cover that opens again within seconds was not closed. */
export function reopenOpening(moment: Moment, probe: ProbeState): void {
  for (const { openings } of moment.state.custody.happenings) {
    for (const opening of openings) {
      if (opening.compartment === probe.compartment && opening.type === probe.type && opening.closedAt !== 0) {
        if (opening.how <= OPENING_WAYS.indexOf('housing') && opening.closedAt >= (probe.cover?.startedAt ?? 0)) opening.closedAt = 0
      }
    }
  }
}

/** Updates a happening: closings, litres lost once the surface is calm, and the resulting grade. */
export function stepHappenings(moment: Moment): void {
  const { custody } = moment.state
  if (custody.happenings.length === 0) return
  let over = false
  for (const happening of custody.happenings) {
    const closed = followClosings(moment, happening)
    const litres = moment.droveOff ? followDeparture(moment, happening) : followLitres(moment, happening)
    if (closed || litres) reportHappening(moment, happening)
    over = over || isOver(moment, happening)
  }
  if (over) custody.happenings = custody.happenings.filter((happening) => !isOver(moment, happening))
}

function followClosings(moment: Moment, happening: HappeningState): boolean {
  let changed = false
  for (const opening of happening.openings) {
    if (opening.closedAt !== 0 || opening.how > OPENING_WAYS.indexOf('housing')) continue
    const probe = probeOfOpening(moment, opening)
    if (probe === undefined || probe.open) continue
    opening.closedAt = probe.closePendingAt
    opening.newCount = probe.sealCount
    happening.lastAt = Math.max(happening.lastAt, opening.closedAt)
    changed = true
  }
  return changed
}

const probeOfOpening = (moment: Moment, { compartment, type }: HappeningOpening): ProbeState | undefined =>
  moment.state.probes.find((probe) => probe.compartment === compartment && probe.type === type)

/** Litres of compartments that were opened. Losses seen by the level alone have their own rule (standing-changes.ts). */
function followLitres(moment: Moment, happening: HappeningState): boolean {
  const { state, at } = moment
  if (happening.openings.length === 0 || happening.losses.length === 0 || state.motion.moving) return false
  const { fence } = state.membership
  if (fence?.kind === 'depot') return false
  if (fence?.kind === 'station') return followOpened(moment, happening)
  // A row that ended longer ago is not changed again (rebuild.ts).
  if (!standsOpen(happening) && at - happening.lastAt >= maxBackdateMs) return false
  let changed = false
  for (const loss of happening.losses) {
    const gauge = state.gauges.find(({ compartment }) => compartment === loss.compartment)
    if (gauge === undefined || !settled(moment, happening, gauge) || gauge.calm.at <= loss.from.at) continue
    const lossV20L = hundredth(loss.from.v20L - gauge.calm.v20L)
    if (Math.abs(lossV20L - loss.lossV20L) < reportStepL) continue
    measure(moment, loss, gauge.calm)
    changed = true
  }
  if (changed) raiseGrade(moment, happening)
  return changed
}

/**
 * Litres that went through a cover at a station while the outlets were shut, before frames that come seldom showed a calm surface: what the
 * truck departed with, if the opening still showed that, against the first calm value here. What goes later is judged as a fall at the
 * station, and what was gone before at the arrival.
 */
function followOpened(moment: Moment, happening: HappeningState): boolean {
  const { motion } = moment.state
  let changed = false
  for (const loss of happening.losses) {
    if (loss.to.at !== 0 || loss.from.calm || loss.from.at < motion.stoppedSinceAt) continue
    const gauge = moment.state.gauges.find(({ compartment }) => compartment === loss.compartment)
    if (gauge === undefined || gauge.operation !== null || gauge.stopCalm.at <= loss.from.at || !gauge.stood.calm) continue
    if (!shutSince(moment, gauge.compartment, motion.stoppedSinceAt)) continue
    const leastL = noticeableL(moment, gauge, moment.thresholds.dischargeL)
    if (loss.from.v20L - gauge.stopCalm.v20L < leastL) continue
    const from = gauge.stood.v20L - loss.from.v20L < moment.thresholds.dischargeL ? gauge.stood : loss.from
    if (from.v20L - gauge.stopCalm.v20L < leastL) continue
    copyAnchor(from, loss.from)
    measure(moment, loss, gauge.stopCalm)
    changed = true
  }
  if (changed) raiseGrade(moment, happening)
  return changed
}

function settled(moment: Moment, happening: HappeningState, gauge: GaugeState): boolean {
  if (!gauge.calmNow) return false
  const { operation } = gauge
  if (operation !== null && (!operation.measured || operation.startedAt >= happening.startedAt)) return false
  const calmAfterMs = moment.thresholds.calmAfterS * 1000
  return happening.openings.every(
    ({ compartment, closedAt }) => compartment !== gauge.compartment || closedAt === 0 || moment.at - closedAt >= calmAfterMs,
  )
}

/** Written and read within one call. */
const left = noAnchor()

/**
 * A truck that drives off before its surface came to rest: litres that went through an open seal are on its alarm as the last frames since
 * the seal closed show them, not on one of the arrival beside it. The next stop counts from there.
 */
function followDeparture(moment: Moment, happening: HappeningState): boolean {
  const { state, thresholds } = moment
  const site = siteHere(moment)?.kind
  if (site === 'depot' || site === 'station' || moment.at - happening.lastAt >= maxBackdateMs) return false
  let changed = false
  for (const loss of happening.losses) {
    const gauge = state.gauges.find(({ compartment }) => compartment === loss.compartment)
    const closedAt = closedSince(happening, loss.compartment)
    if (gauge === undefined || closedAt === 0 || gauge.operation !== null) continue
    if (gauge.stood.at > closedAt) copyAnchor(gauge.stood, left)
    else if (!readMean(gauge.window, state.motion.movingSinceAt - 1, closedAt, framesLeft, left)) continue
    if (loss.from.v20L - left.v20L - Math.max(0, loss.lossV20L) < thresholds.dischargeL) continue
    copyAnchor(left, gauge.stood)
    measure(moment, loss, left)
    changed = true
  }
  if (changed) raiseGrade(moment, happening)
  return changed
}

/** When the last of a compartment's openings closed; 0 while one is open, or none is known. */
function closedSince({ openings }: HappeningState, of: number): number {
  let last = 0
  for (const { compartment, closedAt } of openings) {
    if (compartment !== of) continue
    if (closedAt === 0) return 0
    last = Math.max(last, closedAt)
  }
  return last
}

/** Adds what a compartment lost until now to the happening and to the litres reported on this leg. */
function measure(moment: Moment, loss: HappeningLoss, now: Anchor): void {
  const beforeL = Math.max(0, loss.lossV20L)
  copyAnchor(now, loss.to)
  loss.lossL = hundredth(loss.from.volumeL - now.volumeL)
  loss.lossV20L = hundredth(loss.from.v20L - now.v20L)
  loss.sigmaL = anchorsSigmaL(moment, loss, loss.from, now)
  const moreL = Math.max(0, loss.lossV20L) - beforeL
  addReported(moment.state.custody, loss.compartment, moreL)
}

/**
 * A fall that the level shows (domain cause 23): part of the happening at this place if there is one, else an alarm of its
 * own. The first litres decide between 202 and 322; the type is kept when more is lost.
 */
export function reportDischarge(
  moment: Moment,
  gauge: GaugeState,
  from: Anchor,
  to: Anchor,
  begin: () => HappeningState,
  place: Place,
): void {
  const { at, state } = moment
  const found =
    findHappening(moment, [ALARM.unsealing, ALARM.highLoss, ALARM.privateDischarge], at, place) ??
    happeningOfFall(moment, gauge, from, place)
  const happening = found ?? begin()
  let loss = happening.losses.find(({ compartment }) => compartment === gauge.compartment)
  if (loss === undefined) {
    watchLitres(happening, gauge, from)
    loss = happening.losses.find(({ compartment }) => compartment === gauge.compartment)
  } else if (state.membership.fence?.kind === 'station') countFrom(loss, from)
  else if (from.calm && !loss.from.calm && loss.to.at === 0) loss.from = { ...from }
  if (loss === undefined) return
  measure(moment, loss, to)
  if (state.custody.happenings.includes(happening)) happening.lastAt = at
  raiseGrade(moment, happening)
  reportHappening(moment, happening)
}

/**
 * Litres of a fall that were replaced: the account of the leg has them again, and what leaves later counts from the surface of now and what
 * was reported before.
 */
export function noteRefilled(moment: Moment, { compartment, calm }: GaugeState, to: Anchor): void {
  addReported(moment.state.custody, compartment, hundredth(to.v20L - calm.v20L))
  for (const { losses } of moment.state.custody.happenings) {
    const loss = losses.find((known) => known.compartment === compartment && known.to.at === to.at)
    if (loss === undefined) continue
    countFrom(loss, calm)
    copyAnchor(calm, loss.to)
  }
}

/** Until when falls of a compartment are part of a happening already; 0 is none. */
export const reportedUntil = ({ state }: Moment, of: number): number =>
  state.custody.happenings.reduce(
    (until, { losses }) => losses.reduce((newest, { compartment, to }) => (compartment === of ? Math.max(newest, to.at) : newest), until),
    0,
  )

/** At a station deliveries may lie between two losses: the loss counts from the newer value, and what was reported before. */
function countFrom(loss: HappeningLoss, from: Anchor): void {
  loss.from = { ...from, volumeL: hundredth(from.volumeL + loss.lossL), v20L: hundredth(from.v20L + loss.lossV20L) }
}

/** A residue lost through an opened seal is part of that unsealing; product is gone, so it is at least red. */
export function reportResidue(moment: Moment, gauge: GaugeState, place: Place): boolean {
  const happening = findHappening(moment, [1], moment.at, place) ?? happeningOfFall(moment, gauge, gauge.stopCalm, place)
  const loss = happening?.losses.find(({ compartment }) => compartment === gauge.compartment)
  if (happening === null || loss === undefined) return false
  measure(moment, loss, gauge.calm)
  happening.lastAt = moment.at
  happening.grade = higherGrade(happening.grade, 'red')
  raiseGrade(moment, happening)
  reportHappening(moment, happening)
  return true
}

/** The happening that opened or already lost from this compartment, at this stop or since the level was last known. */
function happeningOfFall(moment: Moment, gauge: GaugeState, from: Anchor, place: Place): HappeningState | null {
  const { at, state } = moment
  for (let i = state.custody.happenings.length - 1; i >= 0; i -= 1) {
    const happening = state.custody.happenings[i] as HappeningState
    if (happening.type !== ALARM.unsealing && happening.type !== ALARM.highLoss && happening.type !== ALARM.privateDischarge) continue
    const concerned = happening.losses.some(({ compartment }) => compartment === gauge.compartment)
    if (!concerned || (happening.type === ALARM.unsealing && !standsOpen(happening) && at - happening.lastAt >= maxBackdateMs)) continue
    const thisStop = samePlace(happening.place, place) && happening.lastAt >= state.motion.stoppedSinceAt
    if (thisStop || from.at <= happening.startedAt) return happening
  }
  return null
}

/**
 * A seal opened and litres gone: tampering with loss, black. At a site, where an opening alone is a breach of procedure, it is red. The level
 * alone stays red (domain D.3, cause 23).
 */
export function raiseGrade(moment: Moment, happening: HappeningState): void {
  if (happening.openings.length === 0 || totalLossV20L(happening) < moment.thresholds.blackLossL) return
  if (openedAtSite(happening)) happening.grade = higherGrade(happening.grade, 'red')
  else if (happening.grade === 'red') happening.grade = 'black'
}

const SITES: readonly (OpeningPlace | undefined)[] = ['trip-depot', 'trip-station', 'other-site']

const openedAtSite = ({ placeKind }: HappeningState): boolean => SITES.includes(OPENING_PLACES[placeKind])

function isOver(moment: Moment, happening: HappeningState): boolean {
  const { at, state, thresholds } = moment
  if (standsOpen(happening) || at - happening.lastAt <= thresholds.unsealingMergeMin * 60_000) return false
  if (state.gauges.some((gauge) => mayComeBack(happening, gauge)) || waitsAtSite(moment, happening)) return false
  const { motion } = state
  // While it stands where litres went, more of them belong to the same alarm.
  return motion.moving || happening.losses.length === 0 || happening.lastAt < motion.stoppedSinceAt
}

/** Compartments that let out part of their load at the border may go on inside the fence as the last ones of the visit. */
const waitsAtSite = (moment: Moment, { type, object, losses }: HappeningState): boolean =>
  type === ALARM.fenceEdge && siteHere(moment)?.id === object && losses.some(({ to }) => to.at !== 0)

/** Litres that went to the bottom within one frame: should the level come back, their alarm is taken back. */
const mayComeBack = ({ losses }: HappeningState, { compartment, jump }: GaugeState): boolean =>
  jump !== null && jump.dumped !== null && losses.some((loss) => loss.compartment === compartment)
