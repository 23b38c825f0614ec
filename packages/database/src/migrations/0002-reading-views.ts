import { type Kysely, sql } from 'kysely'
import { COMPARTMENT_BYTES, HEAD_BYTES } from '../packed-readings.ts'

/** Compartment readings as rows: what reports query. The layout is that of packed-readings.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const u16 = (at: number): string => `(get_byte(packed, o + ${at}) << 8 | get_byte(packed, o + ${at + 1}))`
  const i16 = (at: number): string => `((${u16(at)} + 32768) % 65536 - 32768)`
  const u32 = (at: number): string => `(${u16(at)}::bigint << 16 | ${u16(at + 2)})`
  await sql
    .raw(
      `CREATE VIEW compartment_reading AS
       SELECT truck_id, at, kind, digest, company_id, received_at, lat / 1e6 AS lat, lng / 1e6 AS lng,
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
         ${u16(21)} / 10.0::float8 AS density_kg_m3
       FROM position, LATERAL generate_series(${HEAD_BYTES}, ${HEAD_BYTES} + (get_byte(packed, 28) - 1) * ${COMPARTMENT_BYTES}, ${COMPARTMENT_BYTES}) AS o`,
    )
    .execute(db)
}
