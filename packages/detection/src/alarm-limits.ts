import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { THIRD_RED_IS_BLACK } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { stormAlarmFact, stormFact } from '@tanker/domain/facts/equipment-facts'
import type { CountedAlarm } from './seals/custody-state.ts'
import { type AlarmFact, maxBackdateMs } from './fact.ts'
import { type Moment, note, placeNow, raise } from './moment.ts'

const dayMs = 86_400_000
/** Enough to find three red ones; older ones make no difference. */
const MAX_REDS = 8
const STORM = ALARM.alarmStorm
/**
 * Limits across all alarms of a truck (domain rules D.6 and D.7): the third red one of seals or cargo within a day becomes
 * black; more than 30 in ten minutes become one storm entry, and the others are recorded without a pop-up.
 */
export function limitAlarms(moment: Moment): void {
  const { facts, state } = moment
  const before = facts.length
  for (let i = 0; i < before; i += 1) {
    const fact = facts[i]
    if (fact?.is !== 'alarm' || fact.type === STORM) continue
    const counted = count(moment, fact)
    if (counted === null) continue
    const black = counted.black && fact.grade !== 'black'
    const storms = state.custody.storm.openAt !== 0 && fact.live
    if (black || storms) {
      facts[i] = { ...fact, grade: black ? 'black' : fact.grade, live: fact.live && !storms }
    }
  }
}

/** Emergencies are never merged away; alarms that only end others do not count. */
function count(moment: Moment, fact: AlarmFact): CountedAlarm | null {
  const type = alarmType(fact.type)
  if (type === undefined || type.family === 'emergency' || type.information) return null
  const { custody } = moment.state
  let counted = custody.alarms.find(
    (alarm) => alarm.type === fact.type && alarm.object === fact.object && alarm.startedAt === fact.startedAt,
  )
  const isNew = counted === undefined
  if (counted === undefined) {
    counted = { type: fact.type, object: fact.object, startedAt: fact.startedAt, red: false, black: false }
    // Older alarms are only updates, such as a new hour or the end: they do not count.
    if (moment.at - fact.startedAt <= maxBackdateMs) custody.alarms.push(counted)
  }
  if (!counted.red && fact.grade !== 'yellow' && THIRD_RED_IS_BLACK.includes(fact.type) && !isReset(fact)) {
    counted.red = true
    counted.black = redsOfDay(moment) >= moment.thresholds.blackReds && fact.grade === 'red'
  }
  if (isNew && moment.state.custody.storm.openAt === 0) judgeStorm(moment)
  return counted
}

/** A terminal that was replaced or reset: work on the truck, not an attack on its cargo. */
const isReset = ({ properties }: AlarmFact): boolean => properties['reason'] === 'counters-reset'

/** Red happenings of the last day: what begins within minutes of another one is the same happening. */
function redsOfDay(moment: Moment): number {
  const mergeMs = moment.thresholds.unsealingMergeMin * 60_000
  const starts: number[] = []
  for (const { red, startedAt } of moment.state.custody.alarms) if (red && moment.at - startedAt < dayMs) starts.push(startedAt)
  starts.sort((a, b) => a - b)
  let reds = 0
  let last = 0
  for (const startedAt of starts) {
    if (reds > 0 && startedAt - last <= mergeMs) continue
    reds += 1
    last = startedAt
  }
  return reds
}

function recent(moment: Moment): number {
  const windowMs = moment.thresholds.stormMin * 60_000
  let alarms = 0
  for (const { startedAt } of moment.state.custody.alarms) if (moment.at - startedAt <= windowMs) alarms += 1
  return alarms
}

function judgeStorm(moment: Moment): void {
  const alarms = recent(moment)
  if (alarms <= moment.thresholds.stormAlarms) return
  const { storm } = moment.state.custody
  storm.openAt = moment.at
  storm.count = alarms
  storm.place = placeNow(moment.state)
  report(moment, null)
}

/** Once a minute: drops alarms that no longer count, and ends a storm that has passed. */
export function forgetAlarms(moment: Moment): void {
  const { custody } = moment.state
  const { storm } = custody
  if (custody.alarms.length === 0 && storm.openAt === 0) return
  const alarms = recent(moment)
  storm.count = Math.max(storm.count, alarms)
  if (storm.openAt !== 0 && alarms <= moment.thresholds.stormAlarms) {
    report(moment, moment.at)
    storm.openAt = 0
    storm.place = null
  }
  const keepMs = Math.max(moment.thresholds.stormMin * 60_000, maxBackdateMs)
  let reds = 0
  for (const { red } of custody.alarms) if (red) reds += 1
  custody.alarms = custody.alarms.filter(({ red, startedAt }) => {
    const ageMs = moment.at - startedAt
    const surplus = red && reds-- > MAX_REDS
    return ageMs <= keepMs || (red && !surplus && ageMs <= dayMs)
  })
}

function report(moment: Moment, endedAt: number | null): void {
  const { storm } = moment.state.custody
  const place = storm.place ?? placeNow(moment.state)
  const types = [...new Set(moment.state.custody.alarms.map(({ type }) => type))].sort((a, b) => a - b)
  const parts = {
    name: endedAt === null ? 'storm-began' : 'storm-ended',
    startedAt: storm.openAt,
    ...(endedAt === null ? {} : { endedAt }),
    place,
    properties: { kind: 'storm' as const, count: storm.count, types, loaded: moment.state.loaded },
  }
  note(moment, stormFact, parts)
  raise(moment, stormAlarmFact, { ...parts, grade: 'yellow' })
}
