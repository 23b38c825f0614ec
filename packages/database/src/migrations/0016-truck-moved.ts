import { type Kysely, sql } from 'kysely'

/** Which organisations a truck has left: they keep the plate in what it did while it was theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE truck_moved (
       truck_id int NOT NULL REFERENCES truck (id) ON DELETE CASCADE,
       former_company_id int NOT NULL REFERENCES company (id) ON DELETE CASCADE,
       PRIMARY KEY (former_company_id, truck_id)
     )`,
    `CREATE FUNCTION note_truck_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO truck_moved (truck_id, former_company_id) VALUES (OLD.id, OLD.company_id) ON CONFLICT DO NOTHING;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER truck_moved AFTER UPDATE OF company_id ON truck FOR EACH ROW
       WHEN (OLD.company_id IS DISTINCT FROM NEW.company_id) EXECUTE FUNCTION note_truck_moved()`,
  ])
    await sql.raw(statement).execute(db)
}
