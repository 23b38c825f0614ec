// Positions a second that are durably stored and acknowledged, over real sockets, with detection and the fence.
// Usage: npm run bench -- ingest [--trucks 5000] [--seconds 15] [--rate 10000] [--gate]
// --gate exits with 1 below the floors (CPU and ratios; the rate itself depends on the machine).
import { parseArgs } from 'node:util'
import { ask, prepareGround, startGatewayProcess } from './ground.ts'
import { cpuSeconds, residentMb } from './processes.ts'
import { rawRates } from './raw-insert.ts'
import { startLoadGenerator } from './load-generator-process.ts'

const { values } = parseArgs({
  options: {
    trucks: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '10000' },
    gate: { type: 'boolean', default: false },
  },
})
const trucks = Number(values.trucks)
const seconds = Number(values.seconds)
const rate = Number(values.rate)

const ground = await prepareGround(trucks)
const gateway = await startGatewayProcess(ground.url)
const loadGenerator = startLoadGenerator()
try {
  const joined = await loadGenerator.order({ do: 'connect', port: gateway.devicePort, from: 1, trucks, atOnce: 200 })
  console.log(`${joined.acked} trucks authenticated in ${joined.seconds.toFixed(1)} s`)
  await loadGenerator.order({ do: 'drive', seconds: 3, rate: 0 }) // warm up

  const full = await measured(() => loadGenerator.order({ do: 'drive', seconds, rate: 0 }))
  const perSecond = full.report.acked / full.report.seconds
  const per100k = (cpu: number): string => ((cpu * 100_000) / full.report.sent).toFixed(2)
  console.log(
    `closed loop, one unacknowledged position a truck: ${Math.round(perSecond)} positions/s stored and acknowledged, p50 ${full.report.p50.toFixed(0)} ms, p99 ${full.report.p99.toFixed(0)} ms`,
  )
  console.log(
    `CPU s per 100,000 positions: gateway ${per100k(full.gateway)}, PostgreSQL ${per100k(full.postgres)}, generator ${per100k(full.loadGenerator)}, sum ${per100k(full.sum)}`,
  )

  const open = await measured(() => loadGenerator.order({ do: 'drive', seconds, rate }))
  console.log(
    `offered ${rate}/s: ${Math.round(open.report.acked / open.report.seconds)}/s, p50 ${open.report.p50.toFixed(1)} ms, p99 ${open.report.p99.toFixed(1)} ms, max ${open.report.max.toFixed(0)} ms, CPU sum ${((open.sum * 100_000) / open.report.sent).toFixed(2)} s per 100,000`,
  )

  const [stored] = await ask<{ n: string; bytes: string; trucks: string; state: string }>(
    ground.url,
    `SELECT count(*) AS n, count(DISTINCT truck_id) AS trucks, avg(pg_column_size(packed)) AS bytes,
       (SELECT avg(octet_length(state)) FROM truck_state) AS state FROM position`,
  )
  console.log(
    `rows stored ${stored?.n}; detector state ${Number(stored?.state).toFixed(0)} bytes a truck; gateway ${residentMb(gateway.pid).toFixed(0)} MB resident`,
  )

  const raw = await rawRates(ground.url, Math.min(6, seconds))
  const ratio = perSecond / raw.withTrucks
  console.log(
    `the same rows written straight into the same database (a position and its truck's latest row): ${Math.round(raw.withTrucks)}/s; ratio ${ratio.toFixed(2)}`,
  )
  console.log(`position rows alone: ${Math.round(raw.positions)}/s; ratio ${(perSecond / raw.positions).toFixed(2)}`)

  const sum = (full.sum * 100_000) / full.report.sent
  if (values.gate && (sum > 6.5 || ratio < 0.35)) {
    console.error(`below the floor: CPU ${sum.toFixed(2)} s per 100,000 (at most 6.5), ratio ${ratio.toFixed(2)} (at least 0.35)`)
    process.exitCode = 1
  }
} finally {
  loadGenerator.stop()
  await gateway.kill('SIGTERM')
  await ground.stop()
}

async function measured<T>(
  work: () => Promise<T>,
): Promise<{ report: T; gateway: number; postgres: number; loadGenerator: number; sum: number }> {
  const before = [gateway.pid, ground.postgresPid, loadGenerator.pid].map(cpuSeconds)
  const report = await work()
  const [g = 0, p = 0, s = 0] = [gateway.pid, ground.postgresPid, loadGenerator.pid].map((pid, i) => cpuSeconds(pid) - (before[i] ?? 0))
  return { report, gateway: g, postgres: p, loadGenerator: s, sum: g + p + s }
}
