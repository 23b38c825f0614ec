import { countDevices, type DeviceMonitor, type DeviceNode } from '@tanker/contract/device-monitor'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { expect, test } from 'vitest'
import { asReader } from '../../../platform/test-reader.ts'
import { countHealth, deviceRows, isAskedFor, okAndFaulty } from './device-rows.ts'

const at = Date.UTC(2026, 10, 21, 7, 5)
// Console, controller, probes, gauges, cameras, meters; of each ok, faulty, silent.
const some = [1, 0, 0, 1, 0, 0, 7, 1, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1]
const none = [0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0]
const monitor: DeviceMonitor = {
  at,
  truckId: [7, 8],
  consoleCode: ['250800007', ''],
  online: [true, false],
  contactAt: [at, null],
  backupV: [3.71, null],
  externalV: [24, null],
  consoleVersion: ['TC-2.1', null],
  controllerVersion: [null, null],
  signal: [22, null],
  health: ['faulty', 'silent'],
  devices: [some, none],
}
const fleet = { truckId: [7, 8] } as unknown as FleetSnapshot

test('the list shows contact, devices that are ok and faulty, voltages, signal and versions, and nothing it does not know', async () => {
  const { deviceColumns, deviceRows: rowsOf } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./device-rows.ts'))
  const { columns, atFirst } = deviceColumns(rowsOf(monitor))
  const cellsOf = (position: number) => columns.map(({ cell }) => cell(fleet, position, at))
  expect(cellsOf(0)).toEqual(['15:05', '7/1', '2', '0/2', '–', '3.7', '24.0', '22', 'TC-2.1', '–', '250800007'])
  expect(cellsOf(1)).toEqual(['–', '', '–', '–', '', '–', '–', '–', '–', '–', '–'])
  expect(atFirst.every((key) => columns.some((column) => column.key === key))).toBe(true)
})

test('devices are counted by type and state', () => {
  expect([countDevices(some, null, 'ok'), countDevices(some, null, 'faulty'), countDevices(some, 'meter', 'silent')]).toEqual([11, 3, 1])
  expect([okAndFaulty([], 'probe'), okAndFaulty(some, 'gauge'), okAndFaulty(none, 'gauge')]).toEqual(['', '2', '–'])
  expect(countHealth(deviceRows(monitor))).toEqual({ ok: 0, faulty: 1, silent: 1 })
})

test('the filters keep trucks in a state, and with types those that have such a device in it', () => {
  const rows = deviceRows(monitor)
  const shown = (types: readonly ('probe' | 'gauge' | 'meter')[], states: readonly ('ok' | 'faulty' | 'silent')[]) =>
    [7, 8].filter((id) => isAskedFor(rows.get(id), { types: new Set(types), states: new Set(states) }))
  expect(shown([], [])).toEqual([7, 8])
  expect(shown([], ['faulty'])).toEqual([7])
  expect(shown(['probe'], ['faulty'])).toEqual([7])
  expect(shown(['gauge'], ['faulty'])).toEqual([])
  expect(shown(['gauge'], ['silent'])).toEqual([8])
  expect(shown(['meter'], [])).toEqual([7])
})

test('a device has a name within its truck, and says what is wrong with it', async () => {
  const { deviceName, troubleWords } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./device-rows.ts'))
  const node: DeviceNode = {
    type: 'probe',
    compartment: 2,
    probeType: 1,
    number: null,
    camera: null,
    state: 'faulty',
    at,
    version: null,
    alarms: [ALARM.sealFault],
    condition: 'chattering',
    faultCode: null,
  }
  expect([deviceName(node), troubleWords(node)]).toEqual(['Compartment 2: Manhole cover', 'Seal fault, chattering'])
  const gauge: DeviceNode = { ...node, type: 'gauge', alarms: [], condition: null, faultCode: 3 }
  expect([deviceName(gauge), troubleWords(gauge)]).toEqual(['Gauge of compartment 2', 'fault code 3'])
  expect(deviceName({ ...node, type: 'camera', number: 3, camera: 'api' })).toBe('Channel 3: API')
  const meter: DeviceNode = { ...gauge, type: 'meter', number: 1, faultCode: null }
  expect([deviceName(meter), troubleWords(meter), troubleWords({ ...meter, state: 'ok' })]).toEqual(['Meter 1', 'not answering', ''])
})
