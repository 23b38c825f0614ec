import { sql } from 'kysely'
import { COMPARTMENT_BYTES, HEAD_BYTES, unpackCompartments } from '@tanker/database/packed-readings'
import type { ScopedDb } from '@tanker/database/scope'
import type { CompartmentReading } from '@tanker/domain/reading'

/** What the gauges of a truck read at one time. */
export type GaugeReading = {
  /** Milliseconds UTC. */
  readonly at: number
  readonly speedKmh: number
  readonly tilt?: { readonly axialDeg: number; readonly lateralDeg: number }
  readonly compartments: readonly CompartmentReading[]
}

const byteOf = (position: number) => sql.raw(`get_byte(position.packed, ${position})`)

/**
 * The readings of a truck in a period, oldest first, ends included. A week of them is tens of thousands of rows: the database
 * hands the bytes over as one value, which is ten times quicker than a row for each compartment.
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
          || substring(position.packed FROM 21 FOR 4) || substring(position.packed FROM 29 FOR 1)
          || substring(position.packed FROM ${sql.raw(String(HEAD_BYTES + 1))} FOR ${byteOf(28)} * ${sql.raw(String(COMPARTMENT_BYTES))}),
        ''::bytea ORDER BY position.at, position.kind, position.digest)`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return bytes === null ? [] : unpacked(bytes)
}

/** Time, speed, tilt of both axes, number of compartments. */
const READING_HEAD_BYTES = 15
/** As packed-readings.ts says that none was sent. */
const NO_TILT = -32768

function unpacked(bytes: Buffer): GaugeReading[] {
  const readings: GaugeReading[] = []
  for (let at = 0; at < bytes.length;) {
    const count = bytes[at + 14] as number
    const axial = bytes.readInt16BE(at + 10)
    readings.push({
      at: Math.round(bytes.readDoubleBE(at)),
      speedKmh: bytes.readInt16BE(at + 8) / 10,
      ...(axial === NO_TILT ? {} : { tilt: { axialDeg: axial / 100, lateralDeg: bytes.readInt16BE(at + 12) / 100 } }),
      compartments: unpackCompartments(bytes, at + READING_HEAD_BYTES, count),
    })
    at += READING_HEAD_BYTES + count * COMPARTMENT_BYTES
  }
  return readings
}
