import { type AlarmGrade, higherGrade } from '@tanker/domain/alarm-grade'
import { distanceM, metresOutside } from '@tanker/domain/geo'
import type { CoverKind } from '@tanker/domain/probe-type'
import { roundHalfAway } from '@tanker/domain/loss'
import { gaugeOf } from './gauges.ts'
import { type Moment, placeNow, raise } from './moment.ts'
import type { CoverState, ProbeState, UnsealingState } from './truck-state.ts'
import { judgeOpening, OPENING_PLACES, type OpeningPlace, processGroup } from './unsealing-judgement.ts'

const dayMs = 86_400_000
/** Openings nearer than this to each other are at one place. */
const samePlaceM = 200
/** A depot or station this near suggests that its fence is drawn wrong. */
const nearFenceM = 150

/** Index in OPENING_PLACES of an opening made now. */
export function placeOfOpening(moment: Moment, openedAt: number): number {
  return OPENING_PLACES.indexOf(openingPlace(moment, openedAt))
}

function openingPlace(moment: Moment, openedAt: number): OpeningPlace {
  const { state, thresholds, context } = moment
  if (openedAt <= state.authorisedUntil) return 'authorised'
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
  // A cover waits, marked abnormal and not judged, when no fix says where it was opened.
  const oldestFixAt = cover.openedAt - thresholds.unsealingFixAgeMin * 60_000
  if (cover.fixAt < oldestFixAt) {
    cover.abnormal = true
    if (state.fix.at < oldestFixAt) return
    cover.fixAt = state.fix.at
    cover.place = placeNow(state)
    cover.placeKind = placeOfOpening(moment, cover.openedAt)
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
  cover.judged = true
  if (judgement !== 'normal' && judgement !== 'wait') {
    cover.abnormal = true
    raiseUnsealing(moment, probe, cover, judgement)
  }
}

/** A card or a repair shop allows an opening, not that product goes with it (domain rule D.6): judged as elsewhere. */
export function judgeAuthorisedLoss(moment: Moment, probe: ProbeState, cover: CoverState): void {
  if (OPENING_PLACES[cover.placeKind] !== 'authorised' || cover.abnormal || probe.compartment === 0) return
  const { calm } = gaugeOf(moment.state, probe.compartment)
  if (cover.before.volumeL - calm.volumeL < moment.thresholds.authorisedLossL) return
  cover.abnormal = true
  cover.placeKind = OPENING_PLACES.indexOf('elsewhere')
  raiseUnsealing(moment, probe, cover, 'red')
}

function raiseUnsealing(moment: Moment, probe: ProbeState, cover: CoverState, judged: AlarmGrade): void {
  const { at, state, thresholds } = moment
  const openings = state.abnormalOpenings.filter((openedAt) => at - openedAt < dayMs)
  openings.push(cover.openedAt)
  state.abnormalOpenings = openings.slice(-Math.max(1, thresholds.blackOpenings))
  const grade = judged === 'red' && openings.length >= thresholds.blackOpenings ? 'black' : judged
  const open = probe.unsealing
  if (open !== null && samePlace(open, cover)) {
    open.count += 1
    open.grade = higherGrade(open.grade, grade)
    open.closedAt = cover.closedAt
  } else {
    probe.unsealing = {
      startedAt: cover.openedAt,
      closedAt: cover.closedAt,
      count: 1,
      grade,
      place: cover.place,
      placeKind: cover.placeKind,
      processState: cover.processState,
      before: cover.before,
      lossL: 0,
    }
  }
  if (probe.unsealing !== null) reportUnsealing(moment, probe, probe.unsealing, 'abnormal-unsealing-began')
}

function samePlace(open: UnsealingState, cover: CoverState): boolean {
  const { place } = open
  if (place.fenceId !== cover.place.fenceId) return false
  return distanceM(place.lat, place.lng, cover.place.lat, cover.place.lng) <= samePlaceM
}

/** Follows an abnormal unsealing: its closing, the litres that are gone when the surface is calm, its rising grade. */
export function stepUnsealing(moment: Moment, probe: ProbeState, open: UnsealingState): void {
  const { at, state, thresholds } = moment
  let changed = false
  if (!probe.open && open.closedAt === 0) {
    open.closedAt = probe.closePendingAt
    changed = true
  }
  if (probe.compartment !== 0 && open.before.at !== 0) {
    const gauge = gaugeOf(state, probe.compartment)
    const settled = open.closedAt === 0 || at - open.closedAt >= thresholds.calmAfterS * 1000
    if (gauge.calmNow && settled && gauge.calm.at > open.startedAt) {
      const lossL = roundHalfAway(open.before.volumeL - gauge.calm.volumeL, 2)
      // Only new tens of litres are worth telling again.
      if (Math.abs(lossL - open.lossL) >= 10) {
        open.lossL = lossL
        changed = true
      }
      if (open.grade === 'red' && lossL >= thresholds.blackLossL) {
        open.grade = 'black'
        changed = true
      }
    }
  }
  if (changed) reportUnsealing(moment, probe, open, open.closedAt === 0 ? 'abnormal-unsealing-grew' : 'abnormal-unsealing-ended')
  const over = open.closedAt !== 0 && at - open.closedAt > thresholds.unsealingMergeMin * 60_000
  if (over) probe.unsealing = null
}

/** One row of type 1; 310 is the code of the same thing in the journal, and would pop up twice. */
function reportUnsealing(moment: Moment, probe: ProbeState, open: UnsealingState, name: string): void {
  const closed = open.closedAt !== 0
  const gauge = probe.compartment === 0 ? null : gaugeOf(moment.state, probe.compartment)
  raise(moment, {
    name,
    type: 1,
    startedAt: open.startedAt,
    object: probe.compartment * 100 + probe.type,
    ...(closed ? { endedAt: open.closedAt } : {}),
    grade: open.grade,
    place: open.place,
    properties: {
      compartment: probe.compartment,
      probeType: probe.type,
      placeKind: OPENING_PLACES[open.placeKind],
      processState: open.processState,
      openedAt: open.startedAt,
      closedAt: closed ? open.closedAt : null,
      count: open.count,
      lossL: open.lossL,
      levelBeforeMm: open.before.levelMm,
      volumeBeforeL: open.before.volumeL,
      levelAfterMm: gauge?.levelMm ?? null,
      volumeAfterL: gauge?.volumeL ?? null,
      suggestedConfirm: open.lossL >= moment.thresholds.blackLossL ? 'confirmed' : 'unconfirmed',
      suggestedException: suggestedException(moment, open),
    },
  })
}

function suggestedException(moment: Moment, open: UnsealingState): 'human' | 'fence' {
  const { lat, lng } = open.place
  for (const fence of moment.context.fences.near(lat, lng, nearFenceM)) {
    const site = fence.kind === 'depot' || fence.kind === 'station'
    if (site && metresOutside(fence.shape, lat, lng) > 0) return 'fence'
  }
  return 'human'
}
