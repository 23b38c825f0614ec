import { higherGrade } from '@tanker/domain/alarm-grade'
import { coverKind } from '@tanker/domain/probe-type'
import type { ProbeReading } from '@tanker/domain/reading'
import { reportHappening } from './happening-report.ts'
import { type HappeningState, OPENING_WAYS, type OpeningWay } from './happening-state.ts'
import { addOpening, beginHappening, findHappening, openingOf } from './happenings.ts'
import { type Moment, placeNow } from './moment.ts'
import { inTransit } from './seal-counts.ts'
import type { ProbeState } from './truck-state.ts'
import { placeOfOpening } from './unsealing.ts'

/** Seal breaks (320, domain rule D.7): a counter that differs from the one at departure, a housing, a probe that is gone. */

/** A counter that jumps further, or falls, was set back: its seal was not opened so often. */
const mostUnseenOpenings = 1000
/** So many counters that change at once, and most of those heard, are a terminal that was replaced or reset. */
const fewestReset = 3

/** All counters that changed unseen in this reading are one break, or one reset of the terminal. */
export function stepSealBreaks(moment: Moment, readings: readonly ProbeReading[]): void {
  if (readings.length === 0 || !moment.state.custody.sealed) return
  const broken = moment.state.probes.filter(({ unseenFrom }) => unseenFrom !== -1)
  if (broken.length === 0) return
  const back = broken.some(({ unseenFrom, sealCount }) => ((sealCount - unseenFrom) & 0xffff) >= mostUnseenOpenings)
  const most = broken.length >= fewestReset && broken.length * 2 > readings.length
  const reset = back || most
  for (const probe of broken) {
    const oldCount = probe.unseenFrom
    probe.unseenFrom = -1
    const happening = breakOf(moment, probe, moment.at, reset ? 'counters-reset' : 'count')
    addOpening(happening, probe, reset ? 'counters-reset' : 'count', moment.at, reset ? moment.at : 0, oldCount)
    if (probe === broken[broken.length - 1]) reportHappening(moment, happening)
  }
}

/** After debounce, while it stands open. */
export function breakHousing(moment: Moment, probe: ProbeState): void {
  const { state } = moment
  const authorised = state.membership.fence?.kind === 'repair' || probe.openedAt <= state.authorisedUntil
  if (probe.fault !== 0 || authorised || openingOf(moment, probe) !== null) return
  if (probe.cover !== null) {
    probe.cover.judged = true
    probe.cover.abnormal = true
  }
  const happening = breakOf(moment, probe, probe.openedAt, 'housing')
  addOpening(happening, probe, 'housing', probe.openedAt, 0, probe.cover?.sealCount ?? probe.sealCount)
  reportHappening(moment, happening)
}

/** True when a probe that stopped to answer is a seal break: a seal of a loaded truck in transit. */
export function breakByAbsence(moment: Moment, probe: ProbeState): boolean {
  const { state } = moment
  const fence = state.membership.fence?.kind
  if (coverKind(probe.type) === undefined || !state.loaded || !inTransit(state)) return false
  if (fence === 'depot' || fence === 'station' || fence === 'repair' || moment.at <= state.authorisedUntil) return false
  const happening = breakOf(moment, probe, moment.at, 'missing')
  addOpening(happening, probe, 'missing', moment.at, 0, probe.sealCount)
  reportHappening(moment, happening)
  return true
}

/** True when its absence was a seal break, which ends with it. */
export function endAbsence(moment: Moment, probe: ProbeState, endedAt: number): boolean {
  const opening = openingOf(moment, probe, 'missing')
  if (opening === null) return false
  opening.closedAt = endedAt
  opening.newCount = probe.sealCount
  const happening = moment.state.custody.happenings.find(({ openings }) => openings.includes(opening))
  if (happening === undefined) return false
  happening.lastAt = Math.max(happening.lastAt, endedAt)
  reportHappening(moment, happening)
  return true
}

function breakOf(moment: Moment, probe: ProbeState, startedAt: number, how: OpeningWay): HappeningState {
  const { state } = moment
  const place = placeNow(state)
  // A reset says that somebody worked on the terminal, not that a seal was opened.
  const worst = how === 'counters-reset' ? 'red' : 'black'
  const least = how === 'counters-reset' ? 'yellow' : 'red'
  const grade = state.loaded ? worst : least
  const known = findHappening(moment, [320], startedAt, place)
  if (known) {
    known.grade = higherGrade(known.grade, grade)
    return known
  }
  return beginHappening(moment, {
    type: 320,
    object: probe.compartment * 100 + probe.type,
    startedAt,
    grade,
    place,
    placeKind: placeOfOpening(moment, startedAt),
    processState: state.process.state,
    reason: OPENING_WAYS.indexOf(how),
  })
}

/** The seals were armed again: whatever was counted is repaired. What is missing or open still is. */
export function endSealBreaks(moment: Moment): void {
  for (const happening of moment.state.custody.happenings) {
    let changed = false
    for (const opening of happening.openings) {
      if (opening.closedAt !== 0 || OPENING_WAYS[opening.how] !== 'count') continue
      opening.closedAt = moment.at
      changed = true
    }
    if (changed) reportHappening(moment, happening)
  }
}
