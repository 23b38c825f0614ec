import { message, type Field } from '../layout.ts'

/** Items that are read of one message. Terminals put 30 to 100 into one; more than this is answered as a bad message. */
export const MAX_BATCH_ITEMS = 1_000

type LocationBatch = {
  /** See `batchTypes`: 1 are positions kept through a blind zone, so old. */
  type: number
  /** Bodies of 0x0200, still to be decoded one by one: a bad one must not spoil the others. */
  items: Uint8Array[]
  /** Items of no length, which are left out; absent when there are none. */
  empty?: number
}

/**
 * The number in front of the items is written but not believed: their own lengths are. Of a message that holds too many,
 * one more than allowed is read, so that too many items are noticed.
 */
const batch: Field<LocationBatch> = {
  read(reader) {
    reader.u16()
    const type = reader.u8()
    const items: Uint8Array[] = []
    let empty = 0
    while (reader.remaining >= 2 && items.length <= MAX_BATCH_ITEMS) {
      const length = reader.u16()
      if (length === 0) empty += 1
      else items.push(reader.view(Math.min(length, reader.remaining)))
    }
    return empty === 0 ? { type, items } : { type, items, empty }
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
export const locationBatch = message(0x0704, 'location-batch', batch, { to: 'positions' })
