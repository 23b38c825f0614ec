import { type Kysely, sql } from 'kysely'
import { COUNTED_BYTES } from '../counted-volumes.ts'
import { COMPARTMENT_BYTES, HEAD_BYTES } from '../packed-readings.ts'

/** The litres that count are stored with each reading, and all that counted for a truck before its volume source of now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Changes of one truck's volume source that are remembered: years of them, and no more work for every reading than a glance. */
const MAX_FORMER_SOURCES = 64

const u16 = (at: number | string, column = 'packed', o = 'o'): string =>
  `(get_byte(${column}, ${o} + ${at}) << 8 | get_byte(${column}, ${o} + ${Number(at) + 1}))`
const i16 = (at: number): string => `((${u16(at)} + 32768) % 65536 - 32768)`
const u32 = (at: number, column = 'packed', o = 'o'): string => `(${u16(at, column, o)}::bigint << 16 | ${u16(at + 2, column, o)})`
/** Tilt stands in the head; -32768 is none. */
const degrees = (at: number): string => {
  const bits = `nullif((get_byte(packed, ${at}) << 8 | get_byte(packed, ${at + 1})), 32768)`
  return `((${bits} + 32768) % 65536 - 32768) / 100.0::float8`
}
/** Where the compartment at `o` of `packed` begins in `counted`. */
const COUNTED_AT = `(o - ${HEAD_BYTES}) / ${COMPARTMENT_BYTES} * ${COUNTED_BYTES}`
const counted = (bytes: string, sent: string): string => `CASE WHEN counted IS NULL THEN ${sent} ELSE ${bytes} END / 10.0::float8`

const STATEMENTS = [
  // Of readings whose litres the platform computed; as counted-volumes.ts has it. null: those that the terminal sent count.
  `ALTER TABLE position ADD COLUMN counted bytea`,
  // A view that is replaced loses its options: readers must see their own rows only.
  `CREATE OR REPLACE VIEW compartment_reading WITH (security_invoker = true) AS
   SELECT truck_id, at, kind, digest, company_id, received_at, lat / 1e6 AS lat, lng / 1e6 AS lng,
     get_byte(packed, o)::smallint AS compartment,
     (ARRAY['FF','MP','LP','PL','SS','RB','LC','LA','LB','LM','LG','IN','TT','TF','LE'])[get_byte(packed, o + 1) + 1] AS data_type,
     ${i16(2)} AS oil_code,
     get_byte(packed, o + 4)::smallint AS fault,
     ${u16(5)} / 10.0::float8 AS raw_level_mm,
     ${counted(u16(0, 'counted', COUNTED_AT), u16(7))} AS level_mm,
     ${u16(9)} / 10.0::float8 AS water_mm,
     ${counted(u32(2, 'counted', COUNTED_AT), u32(11))} AS volume_l,
     ${counted(u32(6, 'counted', COUNTED_AT), u32(15))} AS v20_l,
     ${i16(19)} / 10.0::float8 AS temperature_c,
     ${u16(21)} / 10.0::float8 AS density_kg_m3,
     speed / 10.0::float8 AS speed_kmh,
     ${degrees(20)} AS axial_deg,
     ${degrees(22)} AS lateral_deg,
     ${u16(7)} / 10.0::float8 AS sent_level_mm,
     ${u32(11)} / 10.0::float8 AS sent_volume_l,
     ${u32(15)} / 10.0::float8 AS sent_v20_l
   FROM position, LATERAL generate_series(${HEAD_BYTES}, ${HEAD_BYTES} + (get_byte(packed, 28) - 1) * ${COMPARTMENT_BYTES}, ${COMPARTMENT_BYTES}) AS o`,
  // Readings of before until_at, and of after the row before it, count by this source; those of after the last one by truck.volume_source.
  `CREATE TABLE former_volume_source (
    truck_id int NOT NULL REFERENCES truck ON DELETE CASCADE,
    until_at timestamptz NOT NULL,
    source text NOT NULL CHECK (source IN ('console', 'platform')),
    PRIMARY KEY (truck_id, until_at))`,
  `INSERT INTO former_volume_source (truck_id, until_at, source)
   SELECT id, volume_source_from, CASE volume_source WHEN 'platform' THEN 'console' ELSE 'platform' END
   FROM truck WHERE volume_source_from IS NOT NULL`,
  `DROP TRIGGER truck_volume_source ON truck`,
  `CREATE OR REPLACE FUNCTION note_volume_source() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Later than the change before it, also within a millisecond or when the clock was set back.
      INSERT INTO former_volume_source (truck_id, until_at, source)
      SELECT NEW.id, greatest(date_trunc('milliseconds', clock_timestamp()), max(until_at) + interval '1 millisecond'), OLD.volume_source
      FROM former_volume_source WHERE truck_id = NEW.id;
      DELETE FROM former_volume_source WHERE truck_id = NEW.id AND until_at <= (
        SELECT until_at FROM former_volume_source WHERE truck_id = NEW.id ORDER BY until_at DESC OFFSET ${MAX_FORMER_SOURCES} LIMIT 1);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER truck_volume_source AFTER UPDATE OF volume_source ON truck FOR EACH ROW
    WHEN (OLD.volume_source IS DISTINCT FROM NEW.volume_source) EXECUTE FUNCTION note_volume_source()`,
  `ALTER TABLE truck DROP COLUMN volume_source_from`,
]
