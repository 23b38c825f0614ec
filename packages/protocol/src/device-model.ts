import type { ByteWriter } from './byte-writer.ts'
import { standard808 } from './models/standard-808.model.ts'
import { tanker1 } from './models/tanker-1.model.ts'
import type { TankerReadings } from './tanker-extension/tanker-readings.ts'

/**
 * What one make of on-board console does its own way. A customer's layout is one more file in
 * `models/` and one more line in `deviceModels`.
 */
export type DeviceModel = {
  readonly name: string
  /** Minutes east of UTC on which the device's clock runs; 480 by the standard. */
  readonly zoneOffsetMinutes: number
  /** Which alarm mark it uses: 16 bytes in T/JSATL 12 (2017) and DB32/T 3610.3 (2019), 40 in Guangdong. */
  readonly safetyProfile: 'jsatl-2017' | 'jsatl-2019' | 'guangdong'
  /** It reports at the rate that the platform asks for, for a while (0x8202). */
  readonly tracksOnRequest: boolean
  /**
   * Reads the value `bytes[start..end)` of an extra of 0x0200 that the standards do not define.
   * False leaves it to be kept raw; nothing may then have been added to `into`.
   */
  readExtra(id: number, bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean
  /** Writes the readings as extras: id, length, value, one after another. */
  writeExtras(readings: TankerReadings, writer: ByteWriter): void
}

export const deviceModels: Readonly<Record<string, DeviceModel>> = {
  'tanker-1': tanker1,
  'standard-808': standard808,
}

/** For a truck without a named console model. */
export const defaultModel: DeviceModel = tanker1
