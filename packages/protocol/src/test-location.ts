import { ByteWriter } from './byte-writer.ts'
import type { DeviceModel } from './device-model.ts'
import { type Location, writeLocation } from './location.ts'

/** The body of a location report, as a terminal sends it. */
export function encodeLocation(location: Location, model: DeviceModel): Uint8Array {
  const writer = new ByteWriter(256)
  writeLocation(location, writer, model)
  return writer.finish()
}
