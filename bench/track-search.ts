// The search by area over a month of a fleet: building its index, the table's size, and searches of small and large areas.
// Usage: npm run bench -- track-search [--trucks 1000] [--days 31] [--every 30] [--hours 8] [--runs 5]
import { parseArgs } from 'node:util'
import { signIn } from './alarm-ledger.ts'
import { ask as query, prepareGround } from './ground.ts'
import { percentile } from './processes.ts'
import { sampleReading } from './sample-reading.ts'
import { startServerProgram } from './server-program.ts'

const { values } = parseArgs({
  options: {
    trucks: { type: 'string', default: '1000' },
    days: { type: 'string', default: '31' },
    every: { type: 'string', default: '30' },
    hours: { type: 'string', default: '8' },
    runs: { type: 'string', default: '5' },
  },
})
const [trucks, days, every, drivingHours] = [Number(values.trucks), Number(values.days), Number(values.every), Number(values.hours)]
const DAY_MS = 86_400_000
/** Depots of the fleet, in rows of five, 0.3° apart; each truck starts at one of them. */
const DEPOTS = 20
const depotLat = (n: string) => `(31 + ${n} % ${DEPOTS} / 5 * 0.3)`
const depotLng = (n: string) => `(119 + ${n} % 5 * 0.3)`

/** Searches: what, the area, and chosen trucks. */
const circle = (lat: number, lng: number, radiusM: number) => JSON.stringify({ shape: 'circle', lat, lng, radiusM })
const SEARCHES: readonly (readonly [what: string, area: string, truckIds: string])[] = [
  ['150 m around a depot', circle(31.3, 119.3, 150), ''],
  ['150 m around a depot, one truck', circle(31, 119, 150), '20'],
  ['150 m on the way', circle(31.21, 119.47, 150), ''],
  ['rectangle of 2 × 2 km', JSON.stringify({ shape: 'polygon', points: [[119.5, 31.5], [119.52, 31.5], [119.52, 31.52], [119.5, 31.52]] }), ''], // prettier-ignore
  ['20 km circle', circle(31.5, 119.6, 20_000), ''],
  ['50 km circle', circle(31.5, 119.6, 50_000), ''],
  ['50 km circle, one truck', circle(31.5, 119.6, 50_000), '20'],
  ['20 km circle where no truck was', circle(34, 119.6, 20_000), ''],
]

const ground = await prepareGround(trucks)
try {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const packed = sampleReading(today).toString('hex')
  // Named as the server names them, which makes those that are missing.
  for (let day = -2; day <= 1; day += 1)
    await query(ground.url, `ALTER TABLE position_bench_${day + 2} RENAME TO ${partitionOf(new Date(today + day * DAY_MS))}`)
  for (let day = 1; day <= days; day += 1) await fillDay(new Date(today - day * DAY_MS), day, packed)
  // Other jobs would look at all these positions as new ones.
  await query(ground.url, 'INSERT INTO upload_cursor (received_at) VALUES (now())')
  await query(ground.url, 'VACUUM ANALYZE position')
  await printSize('position', `pg_inherits WHERE inhparent = 'position'::regclass`, 'inhrelid')
  const started = performance.now()
  const server = await startServerProgram(ground.url, 'http,jobs', { web: false })
  try {
    while ((await query(ground.url, 'SELECT FROM track_cell_cursor WHERE back_to IS NULL')).length === 0)
      await new Promise((done) => setTimeout(done, 1_000))
    console.log(`index built in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    await query(ground.url, 'VACUUM ANALYZE track_cell')
    await printSize('track_cell', `pg_class WHERE relname = 'track_cell'`, 'oid')
    const headers = await signIn(server)
    for (const [what, area, truckIds] of SEARCHES)
      await search(server.url, headers, what, {
        area,
        truckIds,
        from: new Date(today - days * DAY_MS).toISOString(),
        to: new Date(today).toISOString(),
      })
  } finally {
    server.process.kill('SIGTERM')
  }
} finally {
  await ground.stop()
}

function partitionOf(start: Date): string {
  return `position_${start.toISOString().slice(0, 10).replaceAll('-', '_')}`
}

/** Loops of four hours from the depot and back at 60 km/h, each day in another direction; else asleep at the depot, a position each ten minutes. */
async function fillDay(start: Date, day: number, packed: string): Promise<void> {
  const name = partitionOf(start)
  if (day > 2)
    await query(
      ground.url,
      `CREATE TABLE ${name} PARTITION OF position FOR VALUES FROM ('${start.toISOString()}') TO ('${new Date(start.getTime() + DAY_MS).toISOString()}')`,
    )
  await query(
    ground.url,
    `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
     SELECT n, t, 512, s, 1, t,
       ((${depotLat('n')} + CASE WHEN driving THEN 0.34 * (sin(angle + turn) - sin(turn)) ELSE 0 END) * 1e6)::int,
       ((${depotLng('n')} + CASE WHEN driving THEN 0.4 * (cos(angle + turn) - cos(turn)) ELSE 0 END) * 1e6)::int,
       CASE WHEN driving THEN 600 ELSE 0 END, 90, CASE WHEN driving THEN 3 ELSE 1 END, decode('${packed}', 'hex')
     FROM (SELECT s, s >= 21600 AND s < ${21_600 + drivingHours * 3_600} AS driving FROM generate_series(0, 86399, ${every}) AS s) AS second,
       generate_series(1, ${trucks}) AS n,
       LATERAL (SELECT '${start.toISOString()}'::timestamptz + (s + n % ${every}) * interval '1 s' AS t, (s - 21600) / 14400.0 * 2 * pi() AS angle,
         (n * 7 + ${day} * 11) % 360 * pi() / 180 AS turn) AS way
     WHERE driving OR s % 600 < ${every} ORDER BY s`,
  )
}

async function printSize(table: string, from: string, id: string): Promise<void> {
  const [size] = await query<{ rows: number; bytes: number }>(
    ground.url,
    `SELECT (SELECT count(*) FROM ${table})::float8 AS rows, sum(pg_total_relation_size(${id}))::float8 AS bytes FROM ${from}`,
  )
  console.log(`${table}: ${((size?.rows ?? 0) / 1e6).toFixed(1)} million rows, ${((size?.bytes ?? 0) / 1e9).toFixed(2)} GB`)
}

async function search(url: string, headers: Record<string, string>, what: string, input: Record<string, string>): Promise<void> {
  const took: number[] = []
  let text = ''
  for (let run = 0; run < Number(values.runs); run += 1) {
    const started = performance.now()
    text = await (await fetch(`${url}/api/track-search?${new URLSearchParams(input).toString()}`, { headers })).text()
    took.push(performance.now() - started)
  }
  const { data, message } = JSON.parse(text) as { data: { passes: unknown[]; searchedFrom: string; more: boolean } | null; message: string }
  if (!data) throw new Error(`${what}: ${message}`)
  console.log(
    `${what}: first ${took[0]?.toFixed(0)} ms, median ${percentile(took, 50).toFixed(0)} ms, most ${Math.max(...took).toFixed(0)} ms; ` +
      `${data.passes.length} passes${data.more ? ' and more' : ''}, searched from ${data.searchedFrom}`,
  )
}
