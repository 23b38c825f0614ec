import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import type { RecordKind } from '@tanker/domain/facts/all-facts'
import type { AlarmDeclaration, PropertiesOf, RecordDeclaration } from '@tanker/domain/facts/declaration'
import { roundHalfAway } from '@tanker/domain/loss/loss'
import type { TroubleState } from '../seals/custody-state.ts'
import { type Moment, note, placeNow, raise } from '../moment.ts'

/** A condition as a detector sees it now; the same (type, object) is one trouble. */
type Trouble = {
  readonly alarm: AlarmDeclaration
  /** A journal that records it besides the alarm, with the same properties. */
  readonly record: RecordDeclaration<RecordKind> | null
  readonly object: number
  readonly name: string
  /** How long it must last to start and be gone to end, ms. */
  readonly holdMs: number
  readonly goodMs: number
  readonly value: number
  /** Whether larger or smaller values are worse. */
  readonly worse: 'more' | 'less'
  readonly grade: AlarmGrade
  readonly properties: Readonly<Record<string, unknown>>
}

/** What `report` adds to the properties of each. */
type Added = 'extreme' | 'since' | 'processState' | 'loaded'

/** The trouble of one alarm type. */
export type TroubleOf<D extends AlarmDeclaration> = Omit<Trouble, 'alarm' | 'record' | 'properties'> & {
  readonly alarm: D
  readonly record: RecordDeclaration<RecordKind, D['properties']> | null
  readonly properties: Omit<PropertiesOf<D>, Added>
}

export const findTrouble = (moment: Moment, type: number, object: number): TroubleState | null => {
  for (const trouble of moment.state.custody.troubles) if (trouble.type === type && trouble.object === object) return trouble
  return null
}

/** The condition holds: it becomes an alarm once it held for long enough. */
function troubleHolds(moment: Moment, trouble: Trouble): void {
  const { at, state } = moment
  let open = findTrouble(moment, trouble.alarm.type, trouble.object)
  if (open === null) {
    open = {
      type: trouble.alarm.type,
      object: trouble.object,
      sinceAt: at,
      startedAt: 0,
      goodSinceAt: 0,
      extreme: trouble.value,
      place: placeNow(state),
    }
    state.custody.troubles.push(open)
  }
  open.goodSinceAt = 0
  const worse = trouble.worse === 'more' ? trouble.value > open.extreme : trouble.value < open.extreme
  if (worse) open.extreme = roundHalfAway(trouble.value, 2)
  if (open.startedAt !== 0 || at - open.sinceAt < trouble.holdMs) return
  // A row may not start long before it is known (rebuild.ts), as after days without a reading; since when it holds is a property.
  const isKnownLate = trouble.holdMs > longestBackMs || at - open.sinceAt > trouble.holdMs + longestBackMs
  open.startedAt = isKnownLate ? at : open.sinceAt
  report(moment, trouble, open, null)
}

const longestBackMs = 10 * 60_000

/** It does not hold: a pending trouble is dropped, an alarm ends after it was good for long enough. */
function troubleGone(moment: Moment, open: TroubleState, trouble: Trouble): void {
  const { at, state } = moment
  if (open.startedAt !== 0) {
    if (open.goodSinceAt === 0) open.goodSinceAt = at
    if (at - open.goodSinceAt < trouble.goodMs) return
    report(moment, trouble, open, open.goodSinceAt)
  }
  state.custody.troubles = state.custody.troubles.filter((other) => other !== open)
}

/** Either of the two; nothing when it does not hold and never did. */
export function judgeTrouble<D extends AlarmDeclaration>(moment: Moment, holds: boolean, of: TroubleOf<D>): void {
  const trouble: Trouble = of
  if (holds) troubleHolds(moment, trouble)
  else {
    const open = findTrouble(moment, trouble.alarm.type, trouble.object)
    if (open !== null) troubleGone(moment, open, trouble)
  }
}

function report(moment: Moment, trouble: Trouble, open: TroubleState, endedAt: number | null): void {
  const name = `${trouble.name}-${endedAt === null ? 'began' : 'ended'}`
  const { startedAt, object } = open
  const place = open.place ?? placeNow(moment.state)
  const ended = endedAt === null ? {} : { endedAt }
  const properties = {
    ...trouble.properties,
    extreme: roundHalfAway(open.extreme, 2),
    since: new Date(open.sinceAt).toISOString(),
    processState: moment.state.process.state,
    loaded: moment.state.loaded,
  }
  if (trouble.record !== null) note(moment, trouble.record, { name, startedAt, object, ...ended, place, properties })
  raise(moment, trouble.alarm, { name, startedAt, object, ...ended, grade: trouble.grade, place, properties })
}
