import { type Kysely, sql } from 'kysely'

const u16 = (at: number): string => `(get_byte(packed, ${at}) << 8 | get_byte(packed, ${at + 1}))`
const u32 = (at: number): string => `(${u16(at)}::bigint << 16 | ${u16(at + 2)})`

/** Every position also shows its height, its satellites and whether its clock was wrong. New columns of a view stand at its end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE OR REPLACE VIEW fix_reading WITH (security_invoker = true) AS
       SELECT truck_id, at, kind, digest, organisation_id, received_at, lat / 1e6 AS lat, lng / 1e6 AS lng,
         speed / 10.0::float8 AS speed_kmh,
         nullif(${u16(3)}, 65535) / 10.0::float8 AS recorder_speed_kmh,
         heading AS heading_deg,
         nullif(${u32(5)}, 4294967295) / 10.0::float8 AS mileage_km,
         (flags & 1) <> 0 AS located,
         (flags & 2) <> 0 AS acc_on,
         (flags & 8) <> 0 AS resent,
         ${u16(1)} - 1000 AS altitude_m,
         nullif(get_byte(packed, 17), 255) AS satellites,
         (flags & 4) <> 0 AS clock_error
       FROM position`,
    )
    .execute(db)
}
