import { message, type Field } from '../layout.ts'

type LocationBatch = {
  /** See `batchTypes`: 1 are positions kept through a blind zone, so old. */
  type: number
  /** Bodies of 0x0200, still to be decoded one by one: a bad one must not spoil the others. */
  items: Uint8Array[]
}

/** The number in front of the items is written but not believed: their own lengths are. */
const batch: Field<LocationBatch> = {
  read(reader) {
    reader.u16()
    const type = reader.u8()
    const items: Uint8Array[] = []
    while (reader.remaining >= 2) {
      const length = reader.u16()
      items.push(reader.view(Math.min(length, reader.remaining)))
    }
    return { type, items }
  },
  write(writer, { type, items }) {
    writer.u16(items.length)
    writer.u8(type)
    for (const item of items) {
      writer.u16(item.length)
      writer.view(item)
    }
  },
  shape: { kind: 'named', name: 'batch' },
}

/** 0x0704, JT/T 808-2019 section 8.49. */
export const locationBatch = message(0x0704, 'location-batch', batch)
