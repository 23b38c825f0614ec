// The alarm desk over 50,000 unhandled alarms of 2,000 trucks and 400,000 handled ones: counts of the header, chips and a page.
// Usage: npm run bench -- desk [--waiting 50000] [--handled 400000]
import { parseArgs } from 'node:util'
import { hashPassword } from '@tanker/contract/password'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { ask as query, prepareGround } from './ground.ts'
import { percentile } from './processes.ts'
import { startServerProgram } from './server-program.ts'

const { values } = parseArgs({ options: { waiting: { type: 'string', default: '50000' }, handled: { type: 'string', default: '400000' } } })
const trucks = 2_000
const runs = 40

const ground = await prepareGround(trucks)
const server = await startServerProgram(ground.url)
try {
  const types = ALARM_TYPES.filter(({ information }) => !information).map(({ code }) => code)
  const fill = (count: number, handled: string): Promise<unknown> =>
    query(
      ground.url,
      `INSERT INTO alarm (truck_id, organisation_id, type, grade, live, started_at, object, name, handled_at, properties)
       SELECT 1 + n % ${trucks}, 1, ('{${types.join(',')}}'::int[])[1 + n % ${types.length}], ('{yellow,yellow,red,black}'::text[])[1 + n % 4], true,
         now() - n * interval '50 s', n, 'bench', ${handled}, '{}' FROM generate_series(1, ${count}) AS n`,
    )
  await fill(Number(values.waiting), 'NULL')
  await fill(Number(values.handled), 'now()')
  await query(ground.url, 'VACUUM ANALYZE alarm')
  const headers = await signIn()
  for (const path of ['/alarms/desk/counts', '/alarms/desk?page=0&size=50&state=waiting&owner=all']) {
    const took: number[] = []
    for (let run = 0; run < runs; run++) {
      const started = performance.now()
      const { resultCode, message } = (await (await fetch(`${server.url}/api${path}`, { headers })).json()) as {
        resultCode: number
        message: string
      }
      if (resultCode !== 200) throw new Error(`${path}: ${message}`)
      took.push(performance.now() - started)
    }
    console.log(`${path}: median ${percentile(took, 50).toFixed(0)} ms, p95 ${percentile(took, 95).toFixed(0)} ms`)
  }
} finally {
  server.process.kill('SIGTERM')
  await ground.stop()
}

async function signIn(): Promise<Record<string, string>> {
  const body = new URLSearchParams({ username: 'admin', password: hashPassword('admin', server.password) })
  const response = await fetch(`${server.url}/api/login`, { method: 'POST', body })
  const answer = (await response.json()) as { data: { 'header-id': string } }
  return { cookie: /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '', 'header-id': answer.data['header-id'] }
}
