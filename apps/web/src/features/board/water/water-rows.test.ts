import type { WaterMonitor, WaterTruck } from '@tanker/contract/water-monitor'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { asReader } from '../../../platform/test-reader.ts'
import { LOOK_COLOUR } from '../../../platform/ui/tokens.ts'
import { countStates, filledPercent, lookOfWater, waterRows, workMs } from './water-rows.ts'

const at = Date.UTC(2026, 10, 21, 7, 5)
const spraying: WaterTruck = {
  truckId: 7,
  state: 'spraying',
  waterL: 6_012.4,
  capacityL: 8_000,
  sprays: true,
  spraysSince: at - 10 * 60_000,
  workS: 5_400,
  sprayedL: 4_250,
  sprayedKm: 9,
  fills: 2,
  filledL: 9_000,
  drivenKm: 31.26,
}
const unknown: WaterTruck = {
  ...spraying,
  truckId: 8,
  state: 'offline',
  waterL: null,
  capacityL: 0,
  sprays: null,
  spraysSince: null,
  workS: 0,
}
const monitor: WaterMonitor = { at, trucks: [spraying, unknown] }
const fleet = { truckId: [7, 8, 9], volumeL: [6_020, 0, 5_000] } as unknown as FleetSnapshot

test('the list shows state, water left live, and the work of today; of a tanker and of what is not known nothing', async () => {
  const { waterColumns, waterRows: rowsOf } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./water-rows.ts'))
  const { columns, atFirst } = waterColumns(rowsOf(monitor))
  const cellsOf = (position: number) => columns.map(({ cell }) => cell(fleet, position, at))
  // 5,400 s that have ended and the ten minutes under way.
  expect(cellsOf(0)).toEqual(['Spraying', '6,020', '75 %', 'Open', '1 h 40 min', '31.3', '4.3', '2'])
  expect(cellsOf(1)).toEqual(['Offline', '–', '–', '–', '0', '31.3', '4.3', '2'])
  expect(cellsOf(2)).toEqual(['–', '–', '–', '–', '–', '–', '–', '–'])
  expect(atFirst.every((key) => columns.some((column) => column.key === key))).toBe(true)
})

test('trucks are counted by state, and each state has a colour of its own', () => {
  expect(countStates(waterRows(monitor))).toEqual({ filling: 0, spraying: 1, driving: 0, parked: 0, offline: 1 })
  const looks = (['filling', 'spraying', 'driving', 'parked', 'offline'] as const).map(lookOfWater)
  expect(new Set(looks).size).toBe(5)
  expect(looks.every((look) => look >= 0 && look < LOOK_COLOUR.length)).toBe(true)
})

test('the time under way counts, also when the clock of the browser is behind', () => {
  expect(workMs(spraying, at)).toBe(6_000_000)
  expect(workMs(spraying, at - 20 * 60_000)).toBe(5_400_000)
  expect([filledPercent({ ...spraying, waterL: 4_000 }), filledPercent(unknown)]).toEqual([50, null])
})
