import type { Alarm } from '@tanker/contract/alarms'
import { expect, test } from 'vitest'
import { NO_ALARMS, receiveAlarms, withdrawAlarms } from './live-alarms.ts'

const anAlarm = (id: number, more: Partial<Alarm> = {}): Alarm => ({
  id: String(id),
  type: 45,
  signCode: '苏E12345',
  truckId: 1,
  companyName: '长江油运',
  startTime: '2026-11-21T08:00:00Z',
  insertTime: new Date(Date.UTC(2026, 10, 21, 8, 0, id)).toISOString(),
  endTime: null,
  remark: '',
  remark2: '',
  grade: 'yellow',
  handled: false,
  lat: null,
  lng: null,
  area: '',
  properties: {},
  ...more,
})

const idsOf = (alarms: readonly Alarm[]): string[] => alarms.map((alarm) => alarm.id)

test('[4.3-06] the live list keeps at most five, newest first', () => {
  const { held } = receiveAlarms(
    NO_ALARMS,
    [3, 1, 7, 2, 6, 5, 4].map((id) => anAlarm(id)),
    '7',
  )
  expect(idsOf(held.list)).toEqual(['7', '6', '5', '4', '3'])
  expect(idsOf(receiveAlarms(held, [anAlarm(8)], '8').held.list)).toEqual(['8', '7', '6', '5', '4'])
})

test('[4.3-05] 201, 202 and 203 open dialogs in the order they came, every other type is listed', () => {
  const { held } = receiveAlarms(
    NO_ALARMS,
    [anAlarm(1, { type: 201 }), anAlarm(2), anAlarm(3, { type: 203 }), anAlarm(4, { type: 202 }), anAlarm(5, { type: 9999 })],
    '5',
  )
  expect(idsOf(held.dialogs)).toEqual(['1', '3', '4'])
  expect(idsOf(held.list)).toEqual(['5', '2'])
})

test('[7.2-19] an alarm that the socket and the poll both bring is shown once', () => {
  const first = receiveAlarms(NO_ALARMS, [anAlarm(1)], '10')
  const second = receiveAlarms(first.held, [anAlarm(1), anAlarm(2)], '11')
  expect(idsOf(second.fresh)).toEqual(['2'])
  expect(idsOf(second.held.list)).toEqual(['2', '1'])
})

test('an alarm that was closed does not come back when it is received again', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1)], '1')
  expect(receiveAlarms(withdrawAlarms(held, ['1']), [anAlarm(1)], '1').held.list).toEqual([])
})

test('[4.3-08] closing takes exactly the named alarms off the list and the dialogs', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1), anAlarm(2), anAlarm(3, { type: 201 })], '3')
  const after = withdrawAlarms(held, ['1', '3'])
  expect(idsOf(after.list)).toEqual(['2'])
  expect(after.dialogs).toEqual([])
})

test('the cursor never moves backwards, also past the digits of a number', () => {
  const { held } = receiveAlarms(NO_ALARMS, [], '9007199254740993')
  expect(receiveAlarms(held, [], '9007199254740992').held.cursor).toBe('9007199254740993')
  expect(receiveAlarms(held, [], '10000000000000000000').held.cursor).toBe('10000000000000000000')
})

test('an alarm already handled opens nothing', () => {
  expect(receiveAlarms(NO_ALARMS, [anAlarm(1, { handled: true })], '1').fresh).toEqual([])
})
