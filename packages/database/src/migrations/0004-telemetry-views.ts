import { type Kysely, sql } from 'kysely'
import { COMPARTMENT_BYTES, ENVIRONMENT_BYTES, HEAD_BYTES, METER_BYTES, PROBE_BYTES } from '../packed-readings.ts'

const u16 = (at: number, o = 'o'): string => `(get_byte(packed, ${o} + ${at}) << 8 | get_byte(packed, ${o} + ${at + 1}))`
const i16 = (at: number, o = 'o'): string => `((${u16(at, o)} + 32768) % 65536 - 32768)`
const u32 = (at: number): string => `(${u16(at)}::bigint << 16 | ${u16(at + 2)})`
const bit = (at: number, mask: number): string => `(get_byte(packed, o + ${at}) & ${mask}) <> 0`
/** Tilt stands in the head; -32768 is none. */
const tilt = (at: number): string => `nullif((get_byte(packed, ${at}) << 8 | get_byte(packed, ${at + 1})), 32768)`
const degrees = (at: number): string => `((${tilt(at)} + 32768) % 65536 - 32768) / 100.0::float8`

const KEY = 'truck_id, at, kind, digest, company_id, received_at, lat / 1e6 AS lat, lng / 1e6 AS lng'
const PROBES_AT = `${HEAD_BYTES} + get_byte(packed, 28) * ${COMPARTMENT_BYTES}`
const ENVIRONMENT_AT = `${PROBES_AT} + get_byte(packed, 29) * ${PROBE_BYTES}`
const METERS_AT = `${ENVIRONMENT_AT} + get_byte(packed, 18) * ${ENVIRONMENT_BYTES}`
/** A text of bytes and not a number of one: it is asked of every reading that is stored, and must hold for any. */
const HAS_ENVIRONMENT = String.raw`substring(packed FROM 19 FOR 1) > '\x00'::bytea`

/** Offsets `o` of the items of a list: where it begins, the byte of the head that counts it, the bytes of an item. */
const items = (begin: string, countAt: number, bytes: number): string =>
  `position, LATERAL generate_series(${begin}, ${begin} + (get_byte(packed, ${countAt}) - 1) * ${bytes}, ${bytes}) AS o`

/** What trucks measure, as rows that reports query. The layout is that of packed-readings.ts; a test holds them equal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const views = [
    'DROP VIEW compartment_reading',
    `CREATE VIEW compartment_reading AS
     SELECT ${KEY},
       get_byte(packed, o)::smallint AS compartment,
       (ARRAY['FF','MP','LP','PL','SS','RB','LC','LA','LB','LM','LG','IN','TT','TF','LE'])[get_byte(packed, o + 1) + 1] AS data_type,
       ${i16(2)} AS oil_code,
       get_byte(packed, o + 4)::smallint AS fault,
       ${u16(5)} / 10.0::float8 AS raw_level_mm,
       ${u16(7)} / 10.0::float8 AS level_mm,
       ${u16(9)} / 10.0::float8 AS water_mm,
       ${u32(11)} / 10.0::float8 AS volume_l,
       ${u32(15)} / 10.0::float8 AS v20_l,
       ${i16(19)} / 10.0::float8 AS temperature_c,
       ${u16(21)} / 10.0::float8 AS density_kg_m3,
       speed / 10.0::float8 AS speed_kmh,
       ${degrees(20)} AS axial_deg,
       ${degrees(22)} AS lateral_deg
     FROM ${items(String(HEAD_BYTES), 28, COMPARTMENT_BYTES)}`,
    `CREATE VIEW probe_reading AS
     SELECT ${KEY},
       get_byte(packed, o)::smallint AS compartment,
       get_byte(packed, o + 1)::smallint AS type,
       get_byte(packed, o + 2)::smallint AS line,
       ${bit(3, 1)} AS answering,
       ${bit(3, 2)} AS open,
       ${bit(3, 4)} AS wet,
       ${bit(3, 8)} AS uncertain,
       ${u16(4)} AS seal_count
     FROM ${items(PROBES_AT, 29, PROBE_BYTES)}`,
    // One at most in a reading, so no list: a condition on what it says is one on the reading, asked before anything is joined.
    `CREATE VIEW environment_reading AS
     SELECT ${KEY},
       ${i16(0, ENVIRONMENT_AT)} / 10.0::float8 AS temperature_c,
       ${u16(2, ENVIRONMENT_AT)} / 10.0::float8 AS humidity_percent,
       ${u16(4, ENVIRONMENT_AT)} / 100.0::float8 AS pressure_kpa,
       get_byte(packed, ${ENVIRONMENT_AT} + 6)::smallint AS door_bits
     FROM position
     WHERE ${HAS_ENVIRONMENT}`,
    // Few trucks measure the air: their readings are found without looking at all the others.
    `CREATE INDEX position_with_air ON position (at DESC NULLS LAST) WHERE ${HAS_ENVIRONMENT}`,
    `CREATE VIEW meter_reading AS
     SELECT ${KEY},
       get_byte(packed, o)::smallint AS meter,
       ${i16(2)} AS oil_code,
       (get_byte(packed, o + 1) & 127)::smallint AS mode,
       ${bit(1, 128)} AS answering,
       ${u32(4)} / 10.0::float8 AS delivery_l,
       ${u32(8)} / 10.0::float8 AS delivery_v20_l,
       ${u32(12)} / 10.0::float8 AS delivery_kg,
       ${u32(16)} / 10.0::float8 AS total_l,
       ${i16(20)} / 10.0::float8 AS temperature_c,
       ${u16(22)} / 10.0::float8 AS flow_lpm,
       ${u32(24)}::float8 AS receipt
     FROM ${items(METERS_AT, 19, METER_BYTES)}`,
  ]
  for (const view of views) await sql.raw(view).execute(db)
}
