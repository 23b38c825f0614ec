import { type Kysely, sql } from 'kysely'

/** Who changed base data, in a chain that shows when a row was altered or taken out; and what keeps two who save at once apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // The id has no gaps: it is given under a lock, so that a row that is missing shows. hash: SHA-256 over the hash of the row
  // before and this row's content (apps/server/src/changes).
  `CREATE TABLE change_log (
    id bigint PRIMARY KEY,
    at timestamptz NOT NULL,
    user_id int,
    user_name text NOT NULL,
    company_id int NOT NULL,
    entity text NOT NULL,
    row_id int NOT NULL,
    action text NOT NULL CHECK (action IN ('create', 'change', 'enable', 'disable', 'delete', 'import')),
    old jsonb,
    new jsonb,
    hash bytea NOT NULL
  )`,
  `CREATE INDEX change_log_row ON change_log (entity, row_id, id DESC)`,

  // Names and codes are unique within the tenant, the top organisation (readings), which an index can only see as a column.
  `CREATE FUNCTION set_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.tenant_id := (SELECT coalesce(ancestors[1], id) FROM company WHERE id = NEW.company_id);
      RETURN NEW;
    END $$`,
  ...['place', 'driver'].flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN tenant_id int, ADD COLUMN version int NOT NULL DEFAULT 1`,
    `UPDATE ${table} SET tenant_id = coalesce(company.ancestors[1], company.id) FROM company WHERE company.id = ${table}.company_id`,
    `CREATE TRIGGER ${table}_tenant BEFORE INSERT OR UPDATE OF company_id ON ${table} FOR EACH ROW EXECUTE FUNCTION set_tenant()`,
  ]),
  `CREATE UNIQUE INDEX place_code ON place (tenant_id, kind, code)`,
  `CREATE UNIQUE INDEX place_name ON place (tenant_id, kind, name) WHERE kind <> 'station'`,
  `CREATE UNIQUE INDEX place_station_name ON place (company_id, name) WHERE kind = 'station'`,
  `CREATE UNIQUE INDEX place_short_name ON place (tenant_id, kind, short_name) WHERE short_name <> ''`,
  `CREATE UNIQUE INDEX driver_code ON driver (tenant_id, code)`,
  // To refuse that somebody who is still meant is deleted, and to show a driver's truck.
  `CREATE INDEX truck_driver ON truck (driver_id)`,
] as const
