import { expect, test } from 'vitest'
import { DEVICE_FILES, DEVICE_VERSIONS_FILE, FIRMWARE_FILES, TANK_TABLE_FILE, isDeviceFile, isFirmwareFile } from './device-files.ts'

test('[6-11] staff have eleven files, numbered 1 to 11 without gaps, customers the six of the reduced catalogue', () => {
  expect(DEVICE_FILES.map((file) => file.number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(DEVICE_FILES.filter((file) => file.forCustomers).map((file) => file.name)).toEqual([
    'syscfg.txt',
    'elscfg.txt',
    'tlscfg.txt',
    'mlockcfg.txt',
    'ui.cfg',
    'ctlsyscfg.txt',
  ])
})

test('only catalogued files, tank tables, firmware and what the devices run are device files', () => {
  expect([0, 1, 11, 12, TANK_TABLE_FILE, 33, 34, 35, DEVICE_VERSIONS_FILE, 37].map(isDeviceFile)).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
    true,
    false,
  ])
  expect([TANK_TABLE_FILE, 33, 34, 35, DEVICE_VERSIONS_FILE].filter(isFirmwareFile)).toEqual(Object.values(FIRMWARE_FILES))
})
