import type { Alarm } from '@tanker/contract/alarms'
import { expect, test } from 'vitest'
import { NO_ALARMS, receiveAlarms, takeBackAlarms, withdrawAlarms } from './live-alarms.ts'

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

test('[D-02] an alarm that late data superseded leaves list and dialogs, and an answer from before does not bring it back', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1), anAlarm(2), anAlarm(3, { type: 201 })], '3')
  const after = takeBackAlarms(held, ['1', '3'], '5')
  expect(idsOf(after.list)).toEqual(['2'])
  expect(after.dialogs).toEqual([])
  // The poll that was on its way.
  expect(receiveAlarms(after, [anAlarm(1), anAlarm(3, { type: 201 })], '5')).toMatchObject({ fresh: [], held: { dialogs: [] } })
  // It was found again.
  const again = receiveAlarms(after, [anAlarm(1)], '6')
  expect(idsOf(again.fresh)).toEqual(['1'])
  expect(idsOf(again.held.list)).toEqual(['2', '1'])
  expect(idsOf(receiveAlarms(again.held, [anAlarm(1)], '7').fresh)).toEqual([])
})

test('[D-02] while late data are judged an alarm is listed without a sound or a dialog; when it stands it speaks up', () => {
  const { held, fresh } = receiveAlarms(NO_ALARMS, [anAlarm(1, { quiet: 'late-data' }), anAlarm(2, { type: 202, quiet: 'late-data' })], '1')
  expect(fresh).toEqual([])
  expect([idsOf(held.list), idsOf(held.dialogs)]).toEqual([['2', '1'], []])
  const judged = receiveAlarms(held, [anAlarm(1), anAlarm(2, { type: 202 })], '2')
  expect(idsOf(judged.fresh)).toEqual(['1', '2'])
  expect([idsOf(judged.held.list), idsOf(judged.held.dialogs)]).toEqual([['1'], ['2']])
})

test('[truth 5] an alarm that repeats one of its truck takes its line without a sound; that of another truck has its own', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1), anAlarm(2, { truckId: 2 })], '1')
  const repeated = receiveAlarms(held, [anAlarm(3, { quiet: 'repeated' })], '2')
  expect(repeated.fresh).toEqual([])
  expect(idsOf(repeated.held.list)).toEqual(['3', '2'])
})

test('[truth 5] an alarm that became worse is shown as it is now and speaks up again, also after it had left the list; one that did not is only shown', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1, { grade: 'red' })], '1')
  const ended = receiveAlarms(held, [anAlarm(1, { grade: 'red', remark: 'x' })], '2')
  expect(ended.fresh).toEqual([])
  expect(ended.held.list).toEqual([anAlarm(1, { grade: 'red', remark: 'x' })])
  const full = receiveAlarms(
    ended.held,
    [2, 3, 4, 5, 6].map((id) => anAlarm(id)),
    '3',
  )
  const black = receiveAlarms(full.held, [anAlarm(1, { grade: 'black', blackTime: anAlarm(9).insertTime })], '4')
  expect(idsOf(black.fresh)).toEqual(['1'])
  expect(black.held.list[0]).toMatchObject({ id: '1', grade: 'black' })
})
