import type pg from 'pg'

/** Between the numbers of a truck and of its next copy. */
const APART = 1_000
const MONTH_DAYS = 31

/** Tables with rows of trucks, parents first. */
const TABLES = ['truck', 'compartment', 'truck_state', 'record', 'alarm', 'upload_hour', 'upload_gap', 'delivery', 'delivery_line']
/** Those of which analyses read the month before. */
const MONTHLY = ['record', 'alarm', 'upload_hour', 'upload_gap', 'delivery', 'delivery_line']

/** Of alarms: what users did with them, the same whenever the month is filled. */
const DICE = `(abs(hashint8((extract(epoch FROM r.started_at) * 10)::bigint + r.truck_id * 7 + copy.n * 13 + r.type)) % 100)`

/** Columns that are not those of the row that is copied. */
const CHANGED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  truck: {
    id: `r.id + copy.n * ${APART}`,
    plate: `'B' || (r.id + copy.n * ${APART})`,
    console_code: `'B' || (r.id + copy.n * ${APART})`,
    terminal_phone: `(13000000000 + r.id + copy.n * ${APART})::text`,
    terminal_id: `'B' || (r.id + copy.n * ${APART})`,
    driver_id: 'NULL',
  },
  // Each copy has a driver of its own.
  record: { properties: named('r.properties') },
  alarm: {
    properties: named('r.properties'),
    handled_at: `CASE WHEN ${DICE} < 70 THEN r.started_at + interval '10 minutes' END`,
    handled_by: `CASE WHEN ${DICE} < 70 THEN (SELECT min(id) FROM app_user) END`,
    handle_result: `CASE WHEN ${DICE} < 70 THEN 'bench' END`,
    exception_type: `CASE WHEN ${DICE} < 70 THEN 'human' END`,
    confirm: `CASE WHEN ${DICE} < 10 THEN 'non-abnormal' WHEN ${DICE} < 40 THEN 'confirmed' ELSE 'unconfirmed' END`,
    superseded_at: `CASE WHEN ${DICE} > 96 THEN r.started_at + interval '1 hour' END`,
  },
}

function named(json: string): string {
  return `CASE WHEN ${json} ->> 'driverName' IS NOT NULL AND copy.n > 0
    THEN jsonb_set(${json}, '{driverName}', to_jsonb(concat(${json} ->> 'driverName', ' ', copy.n))) ELSE ${json} END`
}

type Column = { readonly name: string; readonly type: string }

/**
 * Gives each truck with positions `copies` companions with the same month, and all of them a month before it without positions.
 */
export async function copyTrucks(client: pg.Client, copies: number): Promise<void> {
  await client.query('CREATE TEMP TABLE played AS SELECT truck_id FROM truck_state WHERE last_at IS NOT NULL')
  for (const table of TABLES) await copyRows(client, table, copies)
  for (const table of MONTHLY) await copyBefore(client, table)
  await client.query('DELETE FROM delivery_due')
  const { rows } = await client.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'position'::regclass ORDER BY 1`,
  )
  for (const { name } of rows) {
    const columns = await columnsOf(client, name)
    // In the order of arrival, as gateways store them.
    await client.query(
      `INSERT INTO ${name} (${columns.map((column) => column.name).join(', ')})
       SELECT ${columns.map(({ name: column }) => (column === 'truck_id' ? `r.truck_id + copy.n * ${APART}` : `r.${column}`)).join(', ')}
       FROM ${name} AS r, generate_series(1, $1::int) AS copy (n) ORDER BY r.received_at`,
      [copies],
    )
  }
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_name = $1 AND is_generated = 'NEVER' AND coalesce(identity_generation, '') <> 'ALWAYS'`,
    [table],
  )
  return rows
}

async function copyRows(client: pg.Client, table: string, copies: number): Promise<void> {
  const columns = await columnsOf(client, table)
  const key = table === 'truck' ? 'id' : 'truck_id'
  const values = columns.map(({ name }) => CHANGED[table]?.[name] ?? (name === 'truck_id' ? `r.truck_id + copy.n * ${APART}` : `r.${name}`))
  await client.query(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
     SELECT ${values.join(', ')} FROM ${table} AS r JOIN played ON played.truck_id = r.${key}, generate_series(1, $1::int) AS copy (n)`,
    [copies],
  )
}

async function copyBefore(client: pg.Client, table: string): Promise<void> {
  const columns = await columnsOf(client, table)
  const values = columns.map(({ name, type }) => {
    if (type.startsWith('timestamp')) return `r.${name} - interval '${MONTH_DAYS} days'`
    if (name !== 'properties') return `r.${name}`
    return `CASE WHEN r.properties ? 'lastContactAt'
      THEN jsonb_set(r.properties, '{lastContactAt}', to_jsonb((r.properties ->> 'lastContactAt')::bigint - ${MONTH_DAYS * 86_400_000})) ELSE r.properties END`
  })
  await client.query(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM ${table} AS r ON CONFLICT DO NOTHING`,
  )
}
