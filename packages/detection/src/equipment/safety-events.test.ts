import type { SafetyEvent } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { safetyCode } from './safety-events.ts'
import { aDay, aTruck } from '../scenarios/a-day.ts'
import { runDay } from '../scenarios/run-day.ts'

const phone: SafetyEvent = { item: 0x65, type: 2, flag: 0, level: 2, alarmId: 1, attachments: 3 }

test('items and types of T/JSATL 12 become the codes of domain E.2', () => {
  expect([safetyCode(0x64, 1), safetyCode(0x64, 2), safetyCode(0x65, 1), safetyCode(0x67, 3), safetyCode(0x70, 7)]).toEqual([
    9, 20, 12, 113, 112,
  ])
  expect(safetyCode(0x66, 1)).toBeUndefined()
})

test('the same code within 60 s and 200 m is one alarm with a count', () => {
  const day = aDay().stands(1).waits(300)
  const withEvents = day.readings.map((reading, i) => (i < 3 || i === 20 ? { ...reading, safety: [phone] } : reading))
  const alarms = runDay(withEvents, aTruck()).alarmsOf(13)
  expect(alarms.map(({ properties }) => properties['count'])).toEqual([3, 1])
  expect(alarms[0]).toMatchObject({ grade: 'red', properties: { driverName: '王师傅' } })
})

test('an event with a begin is open until its end', () => {
  const day = aDay().stands(1).waits(60)
  const withEvents = day.readings.map((reading, i) =>
    i === 1 || i === 4 ? { ...reading, safety: [{ ...phone, flag: i === 1 ? (1 as const) : (2 as const) }] } : reading,
  )
  const [alarm] = runDay(withEvents, aTruck()).alarmsOf(13)
  expect(alarm?.endedAt).toBe(withEvents[4]?.at)
})

const markOf = (sequence: number) => ({ terminalId: 'TK00001', time: '261123080000', sequence })

test('each event with pictures leaves a record by which its terminal can be asked for them', () => {
  const day = aDay().stands(1).waits(300)
  const withEvents = day.readings.map((reading, i) => {
    if (i === 0) return { ...reading, safety: [{ ...phone, flag: 1 as const, mark: markOf(0) }] }
    // the end of the first, which names the same pictures, and a second event of the alarm
    if (i === 1) return { ...reading, safety: [{ ...phone, flag: 2 as const, mark: markOf(0) }] }
    if (i === 2) return { ...reading, safety: [{ ...phone, alarmId: 2, attachments: 1, mark: markOf(1) }] }
    if (i === 20) return { ...reading, safety: [{ ...phone, alarmId: 3, attachments: 0 }] }
    return reading
  })
  const { facts, alarmsOf } = runDay(withEvents, aTruck())
  const marks = facts.filter((fact) => fact.is === 'record' && fact.kind === 'safety-evidence')
  const start = alarmsOf(13)[0]?.startedAt
  expect(marks.map(({ properties }) => properties)).toEqual([
    { alarmType: 13, alarmStartedAt: start, terminalId: 'TK00001', markTime: '261123080000', sequence: 0, attachments: 3 },
    { alarmType: 13, alarmStartedAt: start, terminalId: 'TK00001', markTime: '261123080000', sequence: 1, attachments: 1 },
  ])
})
