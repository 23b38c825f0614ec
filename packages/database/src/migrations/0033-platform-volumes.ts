import { type Kysely, sql } from 'kysely'

/** Whose litres count for a truck, and how its gauges are mounted and set, so that the platform can compute them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // volume_source_from: since when; readings of before count by the other source. null: always.
  `ALTER TABLE truck
    ADD COLUMN volume_source text NOT NULL DEFAULT 'console' CHECK (volume_source IN ('console', 'platform')),
    ADD COLUMN volume_source_from timestamptz`,
  `CREATE FUNCTION note_volume_source() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Taken back within a day: a mistake, and the past stays as it was.
      NEW.volume_source_from := CASE WHEN OLD.volume_source_from > clock_timestamp() - interval '1 day' THEN NULL
        ELSE date_trunc('milliseconds', clock_timestamp()) END;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER truck_volume_source BEFORE UPDATE OF volume_source ON truck FOR EACH ROW
    WHEN (OLD.volume_source IS DISTINCT FROM NEW.volume_source) EXECUTE FUNCTION note_volume_source()`,
  // As MountedGauge of packages/domain/src/tank/platform-volume.ts has it; null: not known, the level that the console corrected counts.
  `ALTER TABLE compartment ADD COLUMN gauge jsonb CHECK (jsonb_typeof(gauge) = 'object')`,
] as const
