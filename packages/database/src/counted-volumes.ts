import type { CompartmentReading } from '@tanker/domain/reading'

/**
 * Column `counted` of `position`: level and litres as they count for the truck, where they are not those that its terminal
 * sent. Ten bytes a compartment, in the order of `packed`: level 2 (0.1 mm), volume and V20 4 each (0.1 L).
 */
export const COUNTED_BYTES = 10

/** What a truck's platform counted of the compartments of one reading; overwritten by nothing. */
export function packCounted(compartments: readonly CompartmentReading[]): Buffer {
  const out = Buffer.alloc(compartments.length * COUNTED_BYTES)
  for (const [index, { levelMm, volumeL, v20L }] of compartments.entries()) {
    const at = index * COUNTED_BYTES
    out.writeUInt16BE(within(levelMm, 0xffff), at)
    out.writeUInt32BE(within(volumeL, 0xffffffff), at + 2)
    out.writeUInt32BE(within(v20L, 0xffffffff), at + 6)
  }
  return out
}

/** The compartments of a reading with what `packCounted` wrote of them from `at` on. */
export const unpackCounted = (compartments: readonly CompartmentReading[], bytes: Buffer, at: number): CompartmentReading[] =>
  compartments.map((sent, index) => {
    const from = at + index * COUNTED_BYTES
    return {
      ...sent,
      levelMm: bytes.readUInt16BE(from) / 10,
      volumeL: bytes.readUInt32BE(from + 2) / 10,
      v20L: bytes.readUInt32BE(from + 6) / 10,
    }
  })

const within = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value * 10)))
