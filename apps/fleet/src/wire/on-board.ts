import type { FirmwareDevice } from '@tanker/domain/devices/firmware'

/** Who makes the virtual consoles and what hangs on them, as they register. */
export const MAKER = 'TKFLT'

/** What is on board of every virtual truck. */
export const HARDWARE = { console: 'HW1.2', controller: 'CB2', probe: 'PR3', gauge: 'LG1' } as const satisfies Record<
  FirmwareDevice,
  string
>

/** The versions that the devices of one truck run. */
export type Runs = Readonly<Record<FirmwareDevice, string>>

/** As they come from their maker. */
export const AS_MADE: Runs = { console: 'FW2.6.0', controller: 'CT1.4.2', probe: 'PB3.0.1', gauge: 'LG2.2.0' }
