import { type Kysely, sql } from 'kysely'
import { AIRTIGHT_BYTES } from '../packed-readings.ts'

/** The box is the last thing in the bytes: counted from their end. */
const byteAt = (at: number): string => `get_byte(packed, length(packed) - ${AIRTIGHT_BYTES - at})`
const u16 = (at: number): string => `(${byteAt(at)} << 8 | ${byteAt(at + 1)})`
const i16 = (at: number): string => `((${u16(at)} + 32768) % 65536 - 32768)`
/** Version 4. A text of bytes and not a number of one: it is asked of every reading that is stored, and must hold for any. */
const HAS_BOX = String.raw`substring(packed FROM 1 FOR 1) = '\x04'::bytea`

const STATEMENTS = [
  `CREATE VIEW airtight_reading WITH (security_invoker = true) AS
   SELECT truck_id, at, kind, digest, organisation_id, received_at, lat / 1e6 AS lat, lng / 1e6 AS lng,
     (ARRAY['idle','pressurising','holding','finished','broken-off'])[${byteAt(0)} + 1] AS phase,
     (ARRAY['none','positive','negative','recovery'])[${byteAt(1)} + 1] AS test,
     ${byteAt(2)}::smallint AS valve_bits,
     ${byteAt(3)} <> 0 AS answering,
     (${u16(4)}::bigint << 16 | ${u16(6)})::float8 AS test_no,
     ${i16(8)} AS pressure_pa,
     ${i16(10)} / 10.0::float8 AS temperature_c,
     ${u16(12)} AS compartment_bits
   FROM position
   WHERE ${HAS_BOX}`,
  // Few trucks carry a box: their readings are found without looking at all the others.
  `CREATE INDEX position_with_box ON position (truck_id, at DESC) WHERE ${HAS_BOX}`,
]

/** What airtightness test boxes say, as rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
