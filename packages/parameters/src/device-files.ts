import type { DeviceFile } from './define-device-file.ts'
import { ctlsyscfg } from './device-files/ctlsyscfg.ts'
import { elscfg } from './device-files/elscfg.ts'
import { elspproperty } from './device-files/elspproperty.ts'
import { extdevcfg1 } from './device-files/extdevcfg1.ts'
import { mcgroupcfg } from './device-files/mcgroupcfg.ts'
import { mlockcfg } from './device-files/mlockcfg.ts'
import { printercfg } from './device-files/printercfg.ts'
import { syscfg } from './device-files/syscfg.ts'
import { tlscfg } from './device-files/tlscfg.ts'
import { tlspproperty } from './device-files/tlspproperty.ts'
import { ui } from './device-files/ui.ts'

/** The catalogue of spec 3.12, in its order. */
export const DEVICE_FILES: readonly DeviceFile[] = [
  syscfg,
  elscfg,
  elspproperty,
  tlscfg,
  extdevcfg1,
  mlockcfg,
  mcgroupcfg,
  ui,
  printercfg,
  ctlsyscfg,
  tlspproperty,
]

/** The parameter file of a number; undefined for others. */
export const deviceFile = (number: number): DeviceFile | undefined => DEVICE_FILES.find((file) => file.number === number)

/** The number under which tank tables travel beside the parameter files (docs/tanker-extension.md). */
export const TANK_TABLE_FILE = 32

/** The numbers under which firmware travels to what hangs on the console; the console's own goes as 0x8108. */
export const FIRMWARE_FILES = { controller: 33, probe: 34, gauge: 35 } as const

/** What the devices of a truck run: a file that is only read. */
export const DEVICE_VERSIONS_FILE = 36

const OTHER_FILES: readonly number[] = [TANK_TABLE_FILE, ...Object.values(FIRMWARE_FILES), DEVICE_VERSIONS_FILE]

/** Whether a device has a file of this number: of the catalogue, or one of those beside it. */
export const isDeviceFile = (number: number): boolean => OTHER_FILES.includes(number) || DEVICE_FILES.some((file) => file.number === number)

/** Whether a file of this number is firmware. */
export const isFirmwareFile = (number: number): boolean => Object.values<number>(FIRMWARE_FILES).includes(number)
