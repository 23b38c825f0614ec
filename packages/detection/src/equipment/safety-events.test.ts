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
