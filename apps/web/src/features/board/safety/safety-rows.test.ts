import { countEvents, type SafetyMonitor } from '@tanker/contract/safety-monitor'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { asReader } from '../../../platform/test-reader.ts'
import { hasSuchEvent, hoursOf, mostEvents, safetyRows } from './safety-rows.ts'

const at = Date.UTC(2026, 10, 21, 7, 5)
const event = (alarmId: string, type: number, when: number) => ({ alarmId, type, at: when, level: 2 as const, pictureId: null })
// Kinds in their order, two levels each: ADAS, DSM, BSD, harsh, device, overspeed.
const monitor: SafetyMonitor = {
  at,
  truckId: [7, 8, 9],
  driverName: ['陈海霞', null, null],
  driverPhone: ['19900001001', null, null],
  signedInAt: [at - 3_600_000, null, null],
  continuousS: [9_000, 0, 59],
  drivingS: [20_459, 0, 59],
  events: [[2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 1, 0], [], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
  lastHour: [2, 0, 2],
  last: [event('5', 12, at), null, event('6', 13, at + 1000)],
}
const fleet = { truckId: [7, 8], status: [2, 0], speed: [61.4, 30] } as unknown as FleetSnapshot

test('the list shows speed, driving times, counts, driver and last event of a truck, and nothing it does not know', async () => {
  const { safetyColumns, safetyRows: rowsOf } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./safety-rows.ts'))
  const { columns, atFirst } = safetyColumns(rowsOf(monitor))
  const cellsOf = (position: number) => columns.map(({ cell }) => cell(fleet, position, at))
  expect(cellsOf(0)).toEqual(['61', '2:30', '5:40', '2', '3', '1', '陈海霞', 'Fatigue', '15:05'])
  expect(cellsOf(1)).toEqual(['', '0:00', '0:00', '', '', '', '–', '–', '–'])
  expect(safetyColumns(new Map()).columns.map(({ cell }) => cell(fleet, 0, at))).toEqual(['61', '–', '–', '–', '–', '–', '–', '–', '–'])
  expect(atFirst.every((key) => columns.some((column) => column.key === key))).toBe(true)
})

test('events are counted by kind and by level', () => {
  const [counts = []] = monitor.events
  expect([countEvents(counts, null, null), countEvents(counts, 'dsm', null), countEvents(counts, 'dsm', 1)]).toEqual([6, 3, 0])
  expect([countEvents(counts, null, 1), countEvents(counts, null, 2), countEvents([], null, null)]).toEqual([3, 3, 0])
})

test('the filters keep trucks with an event today of a kind and level that are both asked for', () => {
  const rows = safetyRows(monitor)
  const shown = (kinds: readonly ('adas' | 'dsm' | 'overspeed')[], levels: readonly (1 | 2)[]) =>
    [7, 8, 9].filter((id) => hasSuchEvent(rows.get(id), { kinds: new Set(kinds), levels: new Set(levels) }))
  expect(shown([], [])).toEqual([7, 8, 9])
  expect(shown(['dsm'], [])).toEqual([7, 9])
  expect(shown(['adas'], [2])).toEqual([])
  expect(shown(['adas', 'dsm'], [2])).toEqual([7, 9])
  expect(shown([], [1])).toEqual([7])
})

test('most events of the last hour come first, of as many the newest; trucks without any are not listed', () => {
  expect(mostEvents(safetyRows(monitor)).map(({ truckId }) => truckId)).toEqual([9, 7])
  expect(mostEvents(safetyRows(undefined))).toEqual([])
  expect([hoursOf(0), hoursOf(59), hoursOf(3_600), hoursOf(36_061)]).toEqual(['0:00', '0:00', '1:00', '10:01'])
})
