import { expect, test } from 'vitest'
import { defaultThresholds } from '../thresholds.ts'
import { alarmState, type StatusParts, TRUCK_STATUSES, truckStatus } from './truck-status.ts'

const now = Date.UTC(2026, 4, 11, 8)
const minute = 60_000
const status = (parts: Partial<StatusParts>) =>
  truckStatus(
    { lastContactAt: now, stoppedSinceAt: null, accOn: true, loaded: false, hasOpenAlarm: false, ...parts },
    now,
    defaultThresholds,
  )

test('[4.2-01] truck status has five codes: offline, empty, loaded, alarm, parked', () => {
  expect(TRUCK_STATUSES.map(({ code, name }) => [code, name])).toEqual([
    [0, 'offline'],
    [1, 'empty'],
    [2, 'loaded'],
    [3, 'alarm'],
    [4, 'parked'],
  ])
})

test('[4.2-03] the alarm state vocabulary is alarm, empty, offline, heavy', () => {
  expect([alarmState(0, true), alarmState(3, true), alarmState(4, true), alarmState(1, false)]).toEqual([
    'offline',
    'alarm',
    'heavy',
    'empty',
  ])
})

test('the first that holds: offline, alarm, parked, loaded, empty', () => {
  expect(status({ lastContactAt: now - 10 * minute, hasOpenAlarm: true })).toBe(0)
  expect(status({ hasOpenAlarm: true, stoppedSinceAt: now - 60 * minute })).toBe(3)
  expect(status({ stoppedSinceAt: now - 10 * minute, loaded: true })).toBe(4)
  expect(status({ loaded: true })).toBe(2)
  expect(status({})).toBe(1)
})

test('a truck with the engine off is parked after five minutes, with it on after ten', () => {
  expect(status({ stoppedSinceAt: now - 6 * minute, accOn: true })).toBe(1)
  expect(status({ stoppedSinceAt: now - 6 * minute, accOn: false })).toBe(4)
})

test('a truck that never reported is offline', () => {
  expect(status({ lastContactAt: 0 })).toBe(0)
})
