import { type Kysely, sql } from 'kysely'

/** In which fields a parameter file differs from what is wanted: computed when either changes, so that lists of a fleet only read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // differing: how many fields differ; null while that is not known. What is there already is compared after the start.
  `ALTER TABLE parameter_file ADD COLUMN differing int, ADD COLUMN compare_due boolean NOT NULL DEFAULT true`,
  `ALTER TABLE parameter_file ALTER COLUMN compare_due SET DEFAULT false`,
  `CREATE INDEX parameter_file_compare_due ON parameter_file (truck_id, file) WHERE compare_due`,
  `CREATE INDEX parameter_file_differing ON parameter_file (file, truck_id) WHERE differing > 0`,
  `CREATE TABLE parameter_drift (
     truck_id int NOT NULL,
     file smallint NOT NULL,
     -- Where the field stands: brightness, probes.2.sn.
     path text NOT NULL,
     -- Its place in the file.
     place int NOT NULL,
     -- Null: empty. Of a secret both are "***".
     wanted jsonb,
     reported jsonb,
     since timestamptz NOT NULL,
     PRIMARY KEY (truck_id, file, path),
     FOREIGN KEY (truck_id, file) REFERENCES parameter_file ON DELETE CASCADE
   )`,
  `CREATE INDEX parameter_drift_field ON parameter_drift (file, path)`,
  `CREATE FUNCTION parameter_file_to_compare() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF TG_OP = 'INSERT' OR NEW.reported IS DISTINCT FROM OLD.reported OR NEW.wanted IS DISTINCT FROM OLD.wanted THEN
       NEW.compare_due := true;
       NEW.differing := CASE WHEN NEW.reported = NEW.wanted THEN 0 END;
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER parameter_file_to_compare BEFORE INSERT OR UPDATE OF reported, wanted ON parameter_file
     FOR EACH ROW EXECUTE FUNCTION parameter_file_to_compare()`,
] as const
