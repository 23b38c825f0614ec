import type { Field } from '../layout.ts'
import {
  decodeLocation,
  decodeLocationBase,
  locationBaseLength,
  writeLocation,
  writeLocationBase,
  type Location,
  type LocationBase,
} from '../location.ts'
import { noTankerReadings } from '../tanker-extension/tanker-readings.ts'

/** A location with its extras, up to the end of the body. */
export const location: Field<Location> = {
  read(reader, { model }) {
    const bytes = reader.view(reader.remaining)
    const decoded = decodeLocation(bytes, model)
    if (decoded !== undefined) return decoded
    reader.short = true
    return nowhere()
  },
  write: (writer, value, { model }) => writeLocation(value, writer, model),
  shape: { kind: 'named', name: 'location' },
}

/** The 28 bytes without extras. */
export const locationBase: Field<LocationBase> = {
  read: (reader) => decodeLocationBase(reader.view(locationBaseLength)),
  write: (writer, value) => writeLocationBase(value, writer),
  shape: { kind: 'named', name: 'locationBase' },
}

function nowhere(): Location {
  const base = decodeLocationBase(new Uint8Array(locationBaseLength))
  return { ...base, extras: {}, safety: [], tanker: noTankerReadings(), raw: [] }
}
