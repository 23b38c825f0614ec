import { type Kysely, sql } from 'kysely'

const u16 = (at: number): string => `(get_byte(packed, ${at}) << 8 | get_byte(packed, ${at + 1}))`
const u32 = (at: number): string => `(${u16(at)}::bigint << 16 | ${u16(at + 2)})`
const KEY = 'truck_id, at, kind, digest, organisation_id, received_at, lat / 1e6 AS lat, lng / 1e6 AS lng'

/** What stands in the head of every reading, as rows: how the truck moved, and its supply. The layout is that of packed-readings.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const view of VIEWS) await sql.raw(view).execute(db)
}

const VIEWS = [
  `CREATE VIEW fix_reading WITH (security_invoker = true) AS
   SELECT ${KEY},
     speed / 10.0::float8 AS speed_kmh,
     nullif(${u16(3)}, 65535) / 10.0::float8 AS recorder_speed_kmh,
     heading AS heading_deg,
     nullif(${u32(5)}, 4294967295) / 10.0::float8 AS mileage_km,
     (flags & 1) <> 0 AS located,
     (flags & 2) <> 0 AS acc_on,
     (flags & 8) <> 0 AS resent
   FROM position`,
  `CREATE VIEW power_reading WITH (security_invoker = true) AS
   SELECT ${KEY},
     ${u16(24)} / 100.0::float8 AS external_v,
     ${u16(26)} / 100.0::float8 AS backup_v,
     (flags & 2) <> 0 AS acc_on,
     speed / 10.0::float8 AS speed_kmh
   FROM position
   WHERE ${u16(24)} <> 65535`,
]
