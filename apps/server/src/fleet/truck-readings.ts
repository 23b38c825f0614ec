import { sql } from 'kysely'
import { COUNTED_BYTES, unpackCounted } from '@tanker/database/counted-volumes'
import { COMPARTMENT_BYTES, HEAD_BYTES, unpackCompartments } from '@tanker/database/packed-readings'
import type { ScopedDb } from '@tanker/database/scope'
import type { CompartmentReading } from '@tanker/domain/reading'

/** Gauge readings of a truck at one time, with the effective level and litres. */
export type GaugeReading = {
  /** Milliseconds UTC. */
  readonly at: number
  readonly speedKmh: number
  readonly compartments: readonly CompartmentReading[]
}

const byteOf = (position: number) => sql.raw(`get_byte(position.packed, ${position})`)

/**
 * The readings of a truck in a period, oldest first, ends included. A week of them is tens of thousands of rows: the database
 * returns the bytes as one value, which is ten times faster than a row per compartment.
 */
export async function readGauges(db: ScopedDb, truckId: number, from: Date, to: Date): Promise<GaugeReading[]> {
  const { bytes } = await db
    .from('position')
    .where('position.truck_id', '=', truckId)
    .where('position.at', '>=', from)
    .where('position.at', '<=', to)
    .select(
      sql<Buffer | null>`string_agg(
        float8send(date_part('epoch', position.at) * 1000) || int2send(position.speed)
          || substring(position.packed FROM 29 FOR 1)
          || substring(position.packed FROM ${sql.raw(String(HEAD_BYTES + 1))} FOR ${byteOf(28)} * ${sql.raw(String(COMPARTMENT_BYTES))})
          || CASE WHEN position.counted IS NULL THEN '\\x00'::bytea ELSE '\\x01'::bytea || position.counted END,
        ''::bytea ORDER BY position.at, position.kind, position.digest)`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return bytes === null ? [] : unpacked(bytes)
}

/** Time, speed, number of compartments. */
const READING_HEAD_BYTES = 11

function unpacked(bytes: Buffer): GaugeReading[] {
  const readings: GaugeReading[] = []
  for (let at = 0; at < bytes.length;) {
    const count = bytes[at + 10] as number
    const sent = unpackCompartments(bytes, at + READING_HEAD_BYTES, count)
    const countedAt = at + READING_HEAD_BYTES + count * COMPARTMENT_BYTES
    const isCounted = bytes[countedAt] === 1
    readings.push({
      at: Math.round(bytes.readDoubleBE(at)),
      speedKmh: bytes.readInt16BE(at + 8) / 10,
      compartments: isCounted ? unpackCounted(sent, bytes, countedAt + 1) : sent,
    })
    at = countedAt + 1 + (isCounted ? count * COUNTED_BYTES : 0)
  }
  return readings
}
