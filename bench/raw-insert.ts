import pg from 'pg'
import { BinaryArray } from '@tanker/database/binary-array'

const ROWS = 2_000
const TRUCKS = 5_000

export type RawRates = {
  /** Positions a second when nothing but their rows is written. */
  readonly positions: number
  /** Positions a second when each also writes its truck's latest row, as every group of the gateway does. */
  readonly withTrucks: number
}

/** What the database takes from one client that writes the same rows into equal tables: no sockets, no fence, no detection. */
export async function rawRates(url: string, seconds: number): Promise<RawRates> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      'CREATE TABLE raw_position (LIKE position INCLUDING ALL); CREATE TABLE raw_state (LIKE truck_state INCLUDING ALL) WITH (fillfactor = 50)',
    )
    await client.query(
      'INSERT INTO raw_state (truck_id, organisation_id, epoch, state, live) SELECT n, 1, 1, s.state, s.live FROM generate_series(0, $1) n, (SELECT state, live FROM truck_state LIMIT 1) s',
      [TRUCKS - 1],
    )
    const { rows } = await client.query<{ packed: Buffer; live: Buffer }>(
      'SELECT p.packed, s.live FROM position p JOIN truck_state s USING (truck_id) LIMIT 1',
    )
    const sample = rows[0]
    if (!sample) throw new Error('nothing was stored to take as a sample')
    const batches = { next: 0 }
    const positions = await rate(seconds, () => client.query(batch(batches.next++, sample, false)))
    const withTrucks = await rate(seconds, () => client.query(batch(batches.next++, sample, true)))
    return { positions, withTrucks }
  } finally {
    await client.query('DROP TABLE IF EXISTS raw_position, raw_state').catch(() => undefined)
    await client.end()
  }
}

async function rate(seconds: number, write: () => Promise<unknown>): Promise<number> {
  let total = 0
  const start = performance.now()
  while (performance.now() - start < seconds * 1000) {
    await write()
    total += ROWS
  }
  return total / ((performance.now() - start) / 1000)
}

const INSERT = `INSERT INTO raw_position SELECT r.truck, r.at, r.kind, r.digest, 1, now(), r.lat, r.lng, r.speed, r.heading, r.flags, r.packed
  FROM unnest($1::int4[], $2::timestamptz[], $3::int4[], $4::int8[], $5::int4[], $6::int4[], $7::int2[], $8::int2[], $9::int2[], $10::bytea[])
  AS r (truck, at, kind, digest, lat, lng, speed, heading, flags, packed) ON CONFLICT DO NOTHING`
const WITH_TRUCKS = `WITH w AS (${INSERT}) UPDATE raw_state s SET live = t.live, last_at = t.at, contact_at = t.at
  FROM unnest($1::int4[], $2::timestamptz[], $11::bytea[]) AS t (truck, at, live) WHERE s.truck_id = t.truck`

function batch(
  number: number,
  sample: { packed: Buffer; live: Buffer },
  withTrucks: boolean,
): { name: string; text: string; values: Buffer[] } {
  const columns = {
    truck: new BinaryArray('int4', ROWS),
    at: new BinaryArray('timestamptz', ROWS),
    kind: new BinaryArray('int4', ROWS),
    digest: new BinaryArray('int8', ROWS),
    lat: new BinaryArray('int4', ROWS),
    lng: new BinaryArray('int4', ROWS),
    speed: new BinaryArray('int2', ROWS),
    heading: new BinaryArray('int2', ROWS),
    flags: new BinaryArray('int2', ROWS),
    packed: new BinaryArray('bytea', ROWS),
    live: new BinaryArray('bytea', ROWS),
  }
  const begin = Date.now() - 72_000_000
  for (let i = 0; i < ROWS; i += 1) {
    const position = number * ROWS + i
    columns.truck.int(position % TRUCKS)
    columns.at.time(begin + Math.floor(position / TRUCKS) * 10_000)
    columns.kind.int(0x0200)
    columns.digest.bigint(BigInt.asIntN(64, BigInt(position) * 0x9e3779b97f4a7n))
    columns.lat.int(31_000_000 + position)
    columns.lng.int(119_000_000)
    columns.speed.int(500)
    columns.heading.int(0)
    columns.flags.int(3)
    columns.packed.bytes(sample.packed)
    if (withTrucks) columns.live.bytes(sample.live)
  }
  const { live, ...position } = columns
  const values = Object.values(position).map((column) => column.parameter())
  return withTrucks
    ? { name: 'raw-with-trucks', text: WITH_TRUCKS, values: [...values, live.parameter()] }
    : { name: 'raw', text: INSERT, values }
}
