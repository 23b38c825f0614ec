import pg from 'pg'
import { BinaryArray } from '@tanker/database/binary-array'

const ROWS = 2_000

/** Rows a second when one client writes the rows of `position` into an equal table, without fence, state or sockets. */
export async function rawInsertRate(url: string, seconds: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('CREATE TABLE raw_position (LIKE position INCLUDING ALL)')
    const { rows } = await client.query<{ packed: Buffer }>('SELECT packed FROM position LIMIT 1')
    const packed = rows[0]?.packed ?? Buffer.alloc(100)
    let batch = 0
    let total = 0
    const start = performance.now()
    while (performance.now() - start < seconds * 1000) {
      await client.query(insertOf(batch++, packed))
      total += ROWS
    }
    return total / ((performance.now() - start) / 1000)
  } finally {
    await client.query('DROP TABLE IF EXISTS raw_position').catch(() => undefined)
    await client.end()
  }
}

function insertOf(batch: number, packed: Buffer): { name: string; text: string; values: Buffer[] } {
  const truck = new BinaryArray('int4', ROWS)
  const at = new BinaryArray('timestamptz', ROWS)
  const kind = new BinaryArray('int4', ROWS)
  const digest = new BinaryArray('int8', ROWS)
  const lat = new BinaryArray('int4', ROWS)
  const lng = new BinaryArray('int4', ROWS)
  const speed = new BinaryArray('int2', ROWS)
  const heading = new BinaryArray('int2', ROWS)
  const flags = new BinaryArray('int2', ROWS)
  const bytes = new BinaryArray('bytea', ROWS)
  const now = Date.now()
  for (let i = 0; i < ROWS; i += 1) {
    const position = batch * ROWS + i
    truck.int(position % 5_000)
    at.time(now - 72_000_000 + Math.floor(position / 5_000) * 10_000)
    kind.int(0x0200)
    digest.bigint(BigInt.asIntN(64, BigInt(position) * 0x9e3779b97f4a7n))
    lat.int(31_000_000 + position)
    lng.int(119_000_000)
    speed.int(500)
    heading.int(0)
    flags.int(3)
    bytes.bytes(packed)
  }
  return {
    name: 'raw',
    text: `INSERT INTO raw_position SELECT r.truck, r.at, r.kind, r.digest, 1, now(), r.lat, r.lng, r.speed, r.heading, r.flags, r.packed
      FROM unnest($1::int4[], $2::timestamptz[], $3::int4[], $4::int8[], $5::int4[], $6::int4[], $7::int2[], $8::int2[], $9::int2[], $10::bytea[])
      AS r (truck, at, kind, digest, lat, lng, speed, heading, flags, packed) ON CONFLICT DO NOTHING`,
    values: [truck, at, kind, digest, lat, lng, speed, heading, flags, bytes].map((column) => column.parameter()),
  }
}
