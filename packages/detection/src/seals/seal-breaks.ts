import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { higherGrade } from '@tanker/domain/alarms/alarm-grade'
import { coverKind } from '@tanker/domain/devices/probe-type'
import type { ProbeReading } from '@tanker/domain/reading'
import { OPENING_WAYS, type OpeningWay } from '@tanker/domain/facts/happening-properties'
import type { ProbeState } from './probe-state.ts'
import { maxBackdateMs } from '../fact.ts'
import { exemptionNow } from './exempt-opening.ts'
import { reportHappening } from './happening-report.ts'
import { type HappeningState } from './happening-state.ts'
import { addOpening, beginHappening, findHappening, openingOf } from './happenings.ts'
import { type Moment, placeNow } from '../moment.ts'
import { inTransit } from './seal-counts.ts'
import { placeOfOpening } from './unsealing.ts'

/** Seal breaks (320, domain rule D.7): a counter that differs from the one at departure, a housing, a probe that is gone. */

/** A counter that jumps further, or falls, was set back: its seal was not opened so often. */
const mostUnseenOpenings = 1000
/** Most openings possible in one silence: a counter that advanced further was set, too. */
const mostOpenings = 20

/** All counters that changed unseen in this reading are one break, or one reset of the terminal. */
export function stepSealBreaks(moment: Moment, readings: readonly ProbeReading[]): void {
  if (readings.length === 0 || !moment.state.custody.sealed) return
  const broken = moment.state.probes.filter(({ unseenFrom }) => unseenFrom !== -1)
  if (broken.length === 0) return
  const wasSet = ({ unseenFrom, sealCount }: ProbeState): boolean => {
    const openings = (sealCount - unseenFrom) & 0xffff
    return openings >= mostUnseenOpenings || openings > mostOpenings
  }
  // A terminal that was replaced or reset moves most counters at once; a seal that was opened beside one that was set back is no reset.
  const most = broken.filter(wasSet).length * 2 > broken.length
  for (const probe of broken) {
    const reset = most || wasSet(probe)
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
  const authorised =
    state.membership.fence?.kind === 'repair' ||
    probe.openedAt <= state.authorisedUntil ||
    exemptionNow(moment, probe.openedAt, probe.compartment) !== null
  if (probe.fault !== 0 || authorised || openingOf(moment, probe) !== null) return
  if (probe.cover !== null) {
    probe.cover.judged = true
    probe.cover.abnormal = true
  }
  const startedAt = Math.max(probe.openedAt, moment.at - maxBackdateMs)
  const happening = breakOf(moment, probe, startedAt, 'housing')
  addOpening(happening, probe, 'housing', startedAt, 0, probe.cover?.sealCount ?? probe.sealCount)
  reportHappening(moment, happening)
}

/** The seal break of a probe that does not answer, where it is one: a seal of a loaded truck in transit. */
export function breakByAbsence(moment: Moment, probe: ProbeState): HappeningState | null {
  const { state } = moment
  const fence = state.membership.fence?.kind
  if (coverKind(probe.type) === undefined || !state.loaded || !inTransit(state)) return null
  if (fence === 'depot' || fence === 'station' || fence === 'repair' || moment.at <= state.authorisedUntil) return null
  const happening = breakOf(moment, probe, moment.at, 'missing')
  addOpening(happening, probe, 'missing', moment.at, 0, probe.sealCount)
  reportHappening(moment, happening)
  return happening
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
  // A reset means work on the terminal, not an opened seal.
  const worst = how === 'counters-reset' ? 'red' : 'black'
  const least = how === 'counters-reset' ? 'yellow' : 'red'
  const grade = state.loaded ? worst : least
  const known = findHappening(moment, [ALARM.sealBreak], startedAt, place)
  if (known) {
    known.grade = higherGrade(known.grade, grade)
    return known
  }
  return beginHappening(moment, {
    type: ALARM.sealBreak,
    object: probe.compartment * 100 + probe.type,
    startedAt,
    grade,
    place,
    placeKind: placeOfOpening(moment, startedAt),
    processState: state.process.state,
    reason: OPENING_WAYS.indexOf(how),
  })
}

/** The seals were armed again: counted breaks are repaired, missing or open seals are not. */
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
