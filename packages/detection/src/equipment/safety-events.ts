import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { ALARM_GRADES, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { distanceM } from '@tanker/domain/fences/geo'
import { safetyEventFact, safetyEvidenceFact } from '@tanker/domain/facts/driving-facts'
import type { Reading, SafetyEvent } from '@tanker/domain/reading'
import { type Moment, note, placeNow, raise } from '../moment.ts'
import { fixed, flag, list, oneOf, part, placeSet, type StateOf, time, uint } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

const safetyEventState = stateOf({
  code: uint(),
  startedAt: time(),
  lastAt: time(),
  count: uint(),
  place: placeSet(),
  grade: oneOf(ALARM_GRADES, 'yellow'),
  alarmId: uint(),
  attachments: uint(),
  lasting: flag(),
})
type SafetyEventState = StateOf<typeof safetyEventState>

/** Open T/JSATL events, oldest first. */
export const safetyState = stateOf({ open: fixed(list(part(safetyEventState))) })
type SafetyState = StateOf<typeof safetyState>

/** T/JSATL item and type → alarm code of domain E.2, in the numbering of the 2019 edition where editions differ. */
const codes: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  0x64: {
    0x01: 9,
    0x02: 20,
    0x03: 23,
    0x04: 11,
    0x05: 32,
    0x06: 33,
    0x07: 34,
    0x08: 22,
    0x10: 117,
    0x11: 117,
    0x12: 10,
    0x13: 11,
  },
  0x65: {
    0x01: 12,
    0x02: 13,
    0x03: 14,
    0x04: 30,
    0x05: 25,
    0x06: 35,
    0x07: 37,
    0x08: 116,
    0x0a: 21,
    0x0b: 36,
    0x0c: 35,
    0x0d: 115,
    0x10: 117,
    0x11: 114,
  },
  0x67: { 0x01: 113, 0x02: 113, 0x03: 113 },
  0x70: { 0x01: 26, 0x02: 27, 0x03: 28, 0x04: 109, 0x05: 110, 0x06: 111, 0x07: 112 },
}

/** Pictures and signs seen are information, not alarms. */
const SNAPSHOT = 117
/** A mark's sequence is one byte. */
const SEQUENCES = 256
/** Enough for every code that can be open at once on one truck. */
const MAX_OPEN_EVENTS = 12

export const safetyCode = (item: number, type: number): number | undefined => codes[item]?.[type]

/** Active-safety events (8–37, 109–117): the same code within 60 s and 200 m is one alarm with a count. */
export function stepSafety(moment: Moment, { safety }: Reading, { open }: SafetyState): void {
  takeEvents(moment, open, safety)
  endSilent(moment, open)
}

function takeEvents(moment: Moment, all: SafetyEventState[], events: readonly SafetyEvent[]): void {
  for (const event of events) {
    const code = safetyCode(event.item, event.type)
    if (code === undefined || code === SNAPSHOT) continue
    const open = findOpen(moment, all, code)
    if (open) merge(moment, open, event)
    else begin(moment, all, code, event)
  }
}

/** Those that no end flag closed end with the merge time. */
function endSilent(moment: Moment, all: SafetyEventState[]): void {
  const mergeMs = moment.thresholds.safetyMergeS * 1000
  for (let i = all.length - 1; i >= 0; i -= 1) {
    const open = all[i]
    if (!open || moment.at - open.lastAt <= mergeMs) continue
    if (open.lasting) report(moment, open, open.lastAt)
    all.splice(i, 1)
  }
}

function findOpen(moment: Moment, all: readonly SafetyEventState[], code: number): SafetyEventState | undefined {
  const { fix } = moment.state
  const { safetyMergeM, safetyMergeS } = moment.thresholds
  return all.find(
    (open) =>
      open.code === code &&
      moment.at - open.lastAt <= safetyMergeS * 1000 &&
      distanceM(open.place.lat, open.place.lng, fix.lat, fix.lng) <= safetyMergeM,
  )
}

function begin(moment: Moment, all: SafetyEventState[], code: number, event: SafetyEvent): void {
  const open: SafetyEventState = {
    code,
    startedAt: moment.at,
    lastAt: moment.at,
    count: 1,
    place: placeNow(moment.state),
    grade: gradeOf(code, event.level),
    alarmId: event.alarmId,
    attachments: event.attachments,
    lasting: event.flag === 1,
  }
  all.push(open)
  if (all.length > MAX_OPEN_EVENTS) all.shift()
  noteEvidence(moment, open, event)
  report(moment, open, open.lasting ? null : moment.at)
}

function merge(moment: Moment, open: SafetyEventState, event: SafetyEvent): void {
  const grade = gradeOf(open.code, event.level)
  if (grade === 'red') open.grade = 'red'
  open.lastAt = moment.at
  // Begin and end of one event name the same pictures.
  if (event.alarmId !== open.alarmId || open.attachments === 0) {
    open.attachments += event.attachments
    noteEvidence(moment, open, event)
  }
  if (event.flag === 2) open.lasting = false
  else open.count += 1
  report(moment, open, open.lasting ? null : moment.at)
}

/** The mark by which the terminal can be asked for the event's pictures. */
function noteEvidence(moment: Moment, { code, startedAt, place }: SafetyEventState, { mark, attachments }: SafetyEvent): void {
  if (mark === undefined || attachments === 0) return
  note(moment, safetyEvidenceFact, {
    name: 'safety-evidence',
    startedAt: moment.at,
    endedAt: moment.at,
    object: code * SEQUENCES + mark.sequence,
    place,
    properties: {
      alarmType: code,
      alarmStartedAt: startedAt,
      terminalId: mark.terminalId,
      markTime: mark.time,
      sequence: mark.sequence,
      attachments,
    },
  })
}

/** Level 1 is yellow, 2 red, none the default of the code; never black by itself (domain E.1). */
function gradeOf(code: number, level: number): AlarmGrade {
  if (level >= 2) return 'red'
  return level === 1 ? 'yellow' : (alarmType(code)?.grade ?? 'yellow')
}

function report(moment: Moment, open: SafetyEventState, endedAt: number | null): void {
  raise(moment, safetyEventFact(open.code), {
    name: endedAt === null ? 'safety-event-began' : 'safety-event',
    startedAt: open.startedAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: open.grade,
    place: open.place,
    properties: {
      count: open.count,
      level: open.grade === 'red' ? 2 : 1,
      deviceAlarmId: open.alarmId,
      attachments: open.attachments,
      driverName: moment.context.driver?.name ?? null,
    },
  })
}
