// The track of three days of one-second positions: server, bytes on the wire, and the browser's own work up to the first drawing.
// Usage: npm run bench -- track [--days 3] [--runs 7]
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { signIn } from './alarm-ledger.ts'
import { ask as query, prepareGround } from './ground.ts'
import { percentile } from './processes.ts'
import { sampleReading } from './sample-reading.ts'
import { startServerProgram } from './server-program.ts'

const { values } = parseArgs({ options: { days: { type: 'string', default: '3' }, runs: { type: 'string', default: '7' } } })
const seconds = Number(values.days) * 86_400

const ground = await prepareGround(1)
const server = await startServerProgram(ground.url)
try {
  const to = new Date(Math.floor(Date.now() / 1000) * 1000)
  const from = new Date(to.getTime() - (seconds - 1) * 1000)
  // Eight hours of driving a day on a winding way, the rest standing with the wandering of a fix.
  await query(
    ground.url,
    `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
     SELECT 1, t, 512, n, 1, t, 32000000 + (300000 * sin(n / 4000.0))::int + (n % 7), 120000000 + (300000 * cos(n / 5200.0))::int + (n % 5),
       CASE WHEN (n / 3600) % 3 = 0 THEN 500 + n % 200 ELSE 0 END, n % 360, 3, decode('${sampleReading(to.getTime()).toString('hex')}', 'hex')
     FROM generate_series(0, ${seconds - 1}) AS n, LATERAL (SELECT '${from.toISOString()}'::timestamptz + n * interval '1 s' AS t) AS times`,
  )
  await query(ground.url, 'VACUUM ANALYZE position')
  const headers = await signIn(server)
  const period = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  for (const path of [`/tracks/1?${period.toString()}`, `/tracks/1/tanks?${period.toString()}`]) {
    const took: number[] = []
    let text = ''
    for (let run = 0; run < Number(values.runs); run++) {
      const started = performance.now()
      text = await (await fetch(`${server.url}/api${path}`, { headers })).text()
      took.push(performance.now() - started)
    }
    const started = performance.now()
    const { data, message } = JSON.parse(text) as { data: { atMs?: number[] } | null; message: string }
    if (!data) throw new Error(message)
    console.log(
      `${path.split('?')[0]}: median ${percentile(took, 50).toFixed(0)} ms, p95 ${percentile(took, 95).toFixed(0)} ms; ` +
        `${(text.length / 1e6).toFixed(1)} MB, gzip ${(gzipSync(text).length / 1e6).toFixed(2)} MB, parsed in ${(performance.now() - started).toFixed(0)} ms` +
        (data.atMs ? `, ${data.atMs.length} positions` : ''),
    )
  }
} finally {
  server.process.kill('SIGTERM')
  await ground.stop()
}
