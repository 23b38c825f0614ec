import type { Alarm } from '@tanker/contract/alarms'
import { expect, test } from 'vitest'
import { alarmRoute } from './open-alarm.ts'

const alarm = (type: number): Alarm => ({ id: '42', type, truckId: 7 }) as Alarm
const links = [{ name: '', url: 'driving_monitor/exception_report/alarm_over_speed' }]

test('[4.3-09] [4.3-10] an alarm opens its report, marked as coming from a pop-up', () => {
  expect(alarmRoute(alarm(45), links)).toEqual({ to: '/driving_monitor/exception_report/alarm_over_speed', search: { fromAlarm: '42' } })
})

test('an alarm whose report the user does not have, or whose type is unknown, opens the truck card', () => {
  const card = { to: '/monitor/cargo_transport', search: { truck: '7', fromAlarm: '42' } }
  expect(alarmRoute(alarm(1), links)).toEqual(card)
  expect(alarmRoute(alarm(9999), links)).toEqual(card)
})
