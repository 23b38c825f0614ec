import type { FleetSnapshot } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'
import { stubStorage } from '../../platform/test-storage.ts'
import { CARGO_COLUMNS as set, chosenColumns, listWidth, toggleColumn } from './list-columns.ts'

const now = Date.UTC(2026, 10, 21, 8)
const fleet = {
  status: [0, 2],
  processState: [0, 6],
  speed: [50, 61.4],
  volumeL: [0, 12_345],
  gpsTime: [null, Date.UTC(2026, 10, 21, 7, 5)],
} as unknown as FleetSnapshot

test('at first the list shows state, speed and litres; what a user chooses is kept for that user in this browser', () => {
  const kept = stubStorage('localStorage')
  expect(chosenColumns(set, 'anna')).toEqual(['state', 'speed', 'litres'])
  expect(toggleColumn(set, 'anna', chosenColumns(set, 'anna'), 'reported')).toEqual(['state', 'speed', 'litres', 'reported'])
  expect(toggleColumn(set, 'anna', chosenColumns(set, 'anna'), 'state')).toEqual(['speed', 'litres', 'reported'])
  expect(chosenColumns(set, 'anna')).toEqual(['speed', 'litres', 'reported'])
  expect(chosenColumns(set, 'ben')).toEqual(['state', 'speed', 'litres'])
  kept.set('fleet-columns ben', 'nonsense,litres')
  expect(chosenColumns(set, 'ben')).toEqual(['litres'])
  for (const key of ['speed', 'litres', 'reported']) toggleColumn(set, 'anna', chosenColumns(set, 'anna'), key)
  expect(chosenColumns(set, 'anna')).toEqual([])
})

test('a cell says what the fleet knows of the truck, and nothing it does not', async () => {
  const { CARGO_COLUMNS } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./list-columns.ts'))
  const cellsOf = (position: number) => CARGO_COLUMNS.columns.map(({ cell }) => cell(fleet, position, now))
  expect(cellsOf(0)).toEqual(['Offline', 'Idle', '', '–', '–'])
  expect(cellsOf(1)).toEqual(['Loaded', 'In transit', '61', '12,345', '15:05'])
})

test('the list is as wide as its columns need, and never narrower than its filters', () => {
  expect(listWidth(set, [])).toBe(344)
  expect(listWidth(set, ['state', 'speed', 'litres'])).toBe(344)
  expect(
    listWidth(
      set,
      set.columns.map(({ key }) => key),
    ),
  ).toBeGreaterThan(450)
})
