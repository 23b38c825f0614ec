import type { Alarm } from '@tanker/contract/alarms'
import { expect, test } from 'vitest'
import { alarmRoute, deskRoute, ownReportRoute } from './open-alarm.ts'

const alarm = (type: number): Alarm => ({ id: '42', type, truckId: 7 }) as Alarm
const links = [{ name: '', url: 'driving_monitor/exception_report/alarm_over_speed' }]
const withDesk = [...links, { name: '', url: 'monitor/alarm_desk' }]

test('[4.3-09] [4.3-10] an alarm opens its report, marked as coming from a pop-up', () => {
  const report = { to: '/driving_monitor/exception_report/alarm_over_speed', search: { fromAlarm: '42' } }
  expect([alarmRoute(alarm(45), links), ownReportRoute(alarm(45), links), ownReportRoute(alarm(45), withDesk)]).toEqual([
    report,
    report,
    report,
  ])
})

test('[D-04] for users of the alarm desk every alarm opens there, also one with a report or of an unknown type', () => {
  const desk = { to: '/monitor/alarm_desk', search: { fromAlarm: '42' } }
  expect([1, 45, 9999].map((type) => alarmRoute(alarm(type), withDesk))).toEqual([desk, desk, desk])
  expect(deskRoute(alarm(45), withDesk)).toEqual(desk)
})

test('without the alarm desk it opens the truck card', () => {
  const card = { to: '/monitor/cargo_transport', search: { truck: '7', fromAlarm: '42' } }
  const withBoard = [...links, { name: '', url: 'monitor/cargo_transport' }]
  expect([alarmRoute(alarm(1), withBoard), alarmRoute(alarm(9999), withBoard)]).toEqual([card, card])
  // Nowhere for users who have no screen that shows it.
  expect([alarmRoute(alarm(1), links), alarmRoute(alarm(9999), links)]).toEqual([null, null])
  expect([deskRoute(alarm(1), links), ownReportRoute(alarm(1), links)]).toEqual([null, null])
})
