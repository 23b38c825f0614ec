import { type Kysely, sql } from 'kysely'

/**
 * Pieces of driving as columns of a narrow table: analyses sum hundreds of thousands of them, which lie far apart among all other records.
 * The database keeps it in the statement that writes the record, so that no writer can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const VALUES = ['distanceM', 'drivingS', 'maxKmh', 'fromKm', 'toKm'] as const
const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const VALUE_COLUMNS = VALUES.map(columnOf)
const CHANGING = ['organisation_id', 'ended_at', 'fence_id', 'fence_name', ...VALUE_COLUMNS, 'loaded', 'driver_name']

/** The columns of a piece from its record. */
const pieceOf = (record: string): string =>
  [
    ...['truck_id', 'started_at', 'object', 'organisation_id', 'ended_at', 'fence_id', 'fence_name'].map((name) => `${record}.${name}`),
    ...VALUES.map((name) => `(${record}.properties ->> '${name}')::float8`),
    `(${record}.properties ->> 'loaded')::boolean`,
    `${record}.properties ->> 'driverName'`,
  ].join(', ')

const INTO = `INSERT INTO driven_piece (truck_id, started_at, object, ${CHANGING.join(', ')})`

const STATEMENTS = [
  `CREATE TABLE driven_piece (
     truck_id int NOT NULL,
     started_at timestamptz NOT NULL,
     object int NOT NULL,
     organisation_id int NOT NULL,
     ended_at timestamptz,
     fence_id int,
     fence_name text,
     ${VALUE_COLUMNS.map((name) => `${name} float8`).join(', ')},
     loaded boolean,
     driver_name text,
     PRIMARY KEY (truck_id, started_at, object)
   )`,
  `${INTO} SELECT ${pieceOf('record')} FROM record WHERE kind = 'driven' ORDER BY started_at`,
  `CREATE INDEX driven_piece_time ON driven_piece (organisation_id, started_at)`,
  `CREATE FUNCTION keep_driven_piece() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     ${INTO} VALUES (${pieceOf('NEW')})
     ON CONFLICT (truck_id, started_at, object) DO UPDATE SET ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')};
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION drop_driven_piece() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     DELETE FROM driven_piece WHERE truck_id = OLD.truck_id AND started_at = OLD.started_at AND object = OLD.object;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION drop_driven_pieces() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     DELETE FROM driven_piece;
     RETURN NULL;
   END $$`,
  // Triggers of one event run in the order of their names: what is gone goes first.
  `CREATE TRIGGER driven_piece_1_deleted AFTER DELETE ON record FOR EACH ROW WHEN (OLD.kind = 'driven') EXECUTE FUNCTION drop_driven_piece()`,
  `CREATE TRIGGER driven_piece_1_renamed AFTER UPDATE ON record FOR EACH ROW
     WHEN (OLD.kind = 'driven' AND (OLD.kind, OLD.truck_id, OLD.started_at, OLD.object) IS DISTINCT FROM (NEW.kind, NEW.truck_id, NEW.started_at, NEW.object))
     EXECUTE FUNCTION drop_driven_piece()`,
  `CREATE TRIGGER driven_piece_2_written AFTER INSERT OR UPDATE ON record FOR EACH ROW WHEN (NEW.kind = 'driven') EXECUTE FUNCTION keep_driven_piece()`,
  `CREATE TRIGGER driven_piece_emptied AFTER TRUNCATE ON record FOR EACH STATEMENT EXECUTE FUNCTION drop_driven_pieces()`,
] as const
