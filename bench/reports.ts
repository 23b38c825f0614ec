// Reports over ten million readings and a million alarms: first page of every list, export, event loop.
// Usage: npm run bench -- reports [--readings 10000000] [--rows 1000000] [--exported 100000]
import { parseArgs } from 'node:util'
import { hashPassword } from '@tanker/contract/password'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { SCREENS } from '@tanker/contract/screens'
import { RECORD_KINDS } from '@tanker/domain/facts/test-declared-facts'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import pg from 'pg'
import { startServerProgram } from './server-program.ts'
import { prepareGround } from './ground.ts'
import { percentile, residentMb } from './processes.ts'
import { sampleReading } from './sample-reading.ts'

const { values } = parseArgs({
  options: {
    readings: { type: 'string', default: '10000000' },
    rows: { type: 'string', default: '1000000' },
    exported: { type: 'string', default: '100000' },
  },
})
const readings = Number(values.readings)
const rows = Number(values.rows)
const exported = Number(values.exported)
const trucks = 1_000
const dayMs = 86_400_000
const runs = 20

const alarms = 'cargo_monitor/exception_report/alarm_switch_cover'
const journal = 'cargo_monitor/event_report/switch_cover_flow'
const inventory = 'cargo_monitor/event_report/tank_inventory'

const ground = await prepareGround(trucks)
const server = await startServerProgram(ground.url)
try {
  await load()
  const user = await signIn()
  for (const path of [alarms, journal, inventory]) {
    const { median, slowest } = await firstPage(user, await viewOf(user, path), runs)
    console.log(`first page of ${path}: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`)
  }
  const started = performance.now()
  await ask<ReportRows>(
    user,
    `/reports/${alarms}/count?${new URLSearchParams({ filters: JSON.stringify(filtersOf(await viewOf(user, alarms))) })}`,
  )
  console.log(`count and totals of ${rows} alarms: ${(performance.now() - started).toFixed(0)} ms`)
  await everyReport(user)
  await exportOnce(user)
} finally {
  server.process.kill('SIGTERM')
  await ground.stop()
}

function viewOf(user: User, path: string): Promise<ReportView> {
  return ask<ReportView>(user, `/reports/${path}`)
}

/** The first page of every list, slowest first. */
async function everyReport(user: User): Promise<void> {
  const lines: { ms: number; line: string }[] = []
  for (const screen of SCREENS.filter(({ kind }) => kind === 'report')) {
    const first = await viewOf(user, screen.path)
    for (const path of first.tabs.length > 0 ? first.tabs.map((tab) => tab.path) : [screen.path]) {
      const { median, found } = await firstPage(user, path === screen.path ? first : await viewOf(user, path), 3)
      lines.push({ ms: median, line: `${median.toFixed(0).padStart(7)} ms, ${found.padStart(7)} rows: ${path}` })
    }
  }
  for (const { line } of lines.toSorted((a, b) => b.ms - a.ms)) console.log(line)
}

/** The widest question that the report allows, asked `times` times. */
async function firstPage(user: User, report: ReportView, times: number): Promise<{ median: number; slowest: number; found: string }> {
  const query = new URLSearchParams({ filters: JSON.stringify(filtersOf(report)), page: '0', size: '50' })
  const took: number[] = []
  let found = ''
  for (let run = 0; run < times; run += 1) {
    const started = performance.now()
    const { totalElements } = await ask<ReportRows>(user, `/reports/${report.path}/rows?${query}`)
    took.push(performance.now() - started)
    found = String(totalElements ?? '> 10000')
  }
  return { median: percentile(took, 50), slowest: Math.max(...took), found }
}

/** The file is thrown away as it comes; memory is looked at five times a second. */
async function exportOnce(user: User): Promise<void> {
  const filters = filtersOf(await viewOf(user, alarms), (30 * exported) / rows)
  const fields = 'plate,grade,type,startedAt,endedAt,duration,place,compartment,cover,levelBefore,volumeBefore,loss'
  const body = new URLSearchParams({ fields })
  for (const [name, value] of Object.entries(filters)) body.append(name, JSON.stringify(value))
  const idle = residentMb(server.pid)
  await eventLoopP99(user)
  let highest = idle
  const watch = setInterval(() => (highest = Math.max(highest, residentMb(server.pid))), 200)
  const delays: number[] = []
  let isOver = false
  const heartbeats = (async () => {
    while (!isOver) {
      const started = performance.now()
      await fetch(`${server.url}/health`)
      delays.push(performance.now() - started)
      await new Promise((done) => setTimeout(done, 10))
    }
  })()
  const started = performance.now()
  const response = await fetch(`${server.url}/api/reports/${alarms}/export`, {
    method: 'POST',
    headers: { ...user, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  if (!response.headers.get('content-type')?.includes('spreadsheet')) throw new Error(await response.text())
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  const seconds = (performance.now() - started) / 1000
  isOver = true
  await heartbeats
  clearInterval(watch)
  console.log(
    `export of ${exported} rows × 12 columns: ${seconds.toFixed(1)} s, ${(bytes / 1_048_576).toFixed(1)} MB; ` +
      `memory ${(highest - idle).toFixed(0)} MB above idle (${idle.toFixed(0)} MB); event loop p99 ${(await eventLoopP99(user)).toFixed(0)} ms, ` +
      `concurrent call p99 ${percentile(delays, 99).toFixed(0)} ms`,
  )
}

/** Delay of the event loop since the last look, milliseconds. */
async function eventLoopP99(user: User): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`, { headers: user })).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000
}

async function load(): Promise<void> {
  const client = new pg.Client({ connectionString: ground.url })
  await client.connect()
  try {
    await fill(client)
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client): Promise<void> {
  const now = Date.now()
  const started = performance.now()
  await client.query(
    `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
     SELECT 1 + n % $1::int, to_timestamp(($2::float8 - (n / $1::int) * $3::float8) / 1000), 512, n, 1, now(), 31000000 + n % 1000000, 119000000, 500, 90, 3, $4
     FROM generate_series(0, $5::int - 1) AS n`,
    [trucks, now, Math.floor((2 * dayMs) / Math.ceil(readings / trucks)), sampleReading(now), readings],
  )
  // The long list of each sort, then the others with a twentieth of it each.
  for (const kind of RECORD_KINDS) await fillFacts(client, 'record', kind, kind === 'seal-change' ? rows : rows / 20, now)
  for (const { code } of ALARM_TYPES) await fillFacts(client, 'alarm', code, code === 1 ? rows : rows / 20, now)
  await fillDeliveries(client, rows / 20, now)
  await client.query('VACUUM ANALYZE')
  console.log(
    `${readings} readings, ${rows} alarms of one type, ${rows} records of one kind and others loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
}

/** Facts of one kind, spread evenly over trucks and thirty days. */
async function fillFacts(client: pg.Client, table: 'alarm' | 'record', kind: string | number, count: number, now: number): Promise<void> {
  const more =
    table === 'alarm' ? { columns: 'type, grade, live', values: `${kind}, 'red', true` } : { columns: 'kind', values: `'${kind}'` }
  await client.query(
    `INSERT INTO ${table} (truck_id, organisation_id, started_at, object, name, ended_at, lat, lng, fence_id, properties, ${more.columns})
     SELECT 1 + n % $1::int, 1, to_timestamp(($2::float8 - n * $3::float8) / 1000), 101, 'bench', to_timestamp(($2::float8 - n * $3::float8 + 60000) / 1000),
       31 + n % 100 / 100.0, 119.5, 1 + n % 200,
       jsonb_build_object('compartment', 1 + n % 4, 'probeType', 1, 'line', 0, 'action', 'opened', 'placeKind', 'elsewhere', 'processState', 6,
         'levelBeforeMm', 900, 'levelMm', 900, 'volumeBeforeL', 5000.5, 'lossL', 12.25, 'judge', 'abnormal', 'direction', 'unloading', 'oilCode', 92,
         'ok', true, 'kind', 'level-jump'), ${more.values}
     FROM generate_series(0, $4::int - 1) AS n`,
    [trucks, now, (30 * dayMs) / count, count],
  )
}

/** Deliveries with three lines each, handovers and station gauges over the same thirty days. */
async function fillDeliveries(client: pg.Client, count: number, now: number): Promise<void> {
  const at = `to_timestamp(($2::float8 - n * $3::float8) / 1000)`
  const values = [trucks, now, (30 * dayMs) / count, count]
  const from = 'FROM generate_series(0, $4::int - 1) AS n'
  await client.query(`DELETE FROM delivery_due`)
  await client.query(
    `INSERT INTO place (id, organisation_id, kind, name, code, lat, lng) SELECT n, 1, 'station', 'S' || n, n::text, 31, 119 FROM generate_series(1, 200) n`,
  )
  await client.query(
    `INSERT INTO delivery (truck_id, trip_started_at, organisation_id, ended_at, slip_no, driver_name, escort, depot_name, station_names, arrived_at,
       distance_m, load_v20_l, arrive_v20_l, unload_v20_l, base_v20_l, transport_loss_l, total_loss_l, quota_l, over_quota_l, judge, basis, state)
     SELECT 1 + n % $1::int, ${at}, 1, ${at} + interval '2 hours', 'P' || n, '', '', 'D', 'S', ${at} + interval '1 hour',
       90000, 24000, 23988, 23988, 24000, 12, 12, 4, 8, 'cannot-tell', 'truck-truck', 'done' ${from}`,
    values,
  )
  await client.query(
    `INSERT INTO delivery_line (truck_id, trip_started_at, leg, compartment, organisation_id, oil_code, slip_no, depot_name, station_id, station_name, driver_name,
       distance_m, arrived_at, unload_started_at, unload_ended_at, left_at, openings, first, load_l, load_v20_l, load_level_mm, arrive_l, arrive_v20_l,
       arrive_level_mm, leave_l, leave_v20_l, unload_l, unload_v20_l, transport_loss_l, total_loss_l, transport_loss_vt_l, total_loss_vt_l,
       quota_permille, over_quota_l, uncertainty_l, judge, basis, emptied)
     SELECT 1 + n % $1::int, ${at}, leg, compartment, 1, 92, 'P' || n, 'D', 1 + n % 200, 'S', '', 90000, ${at} + leg * interval '1 hour',
       ${at} + leg * interval '65 minutes', ${at} + leg * interval '80 minutes', ${at} + leg * interval '90 minutes', 1, leg = 1, 8080, 8000, 1000, 8076, 7996,
       1000 + n % 30 - 15, 0, 0, 8076, 7996, 4, 4, 4, 4, 0.2, 2, 7, 'cannot-tell', 'truck-truck', true
     ${from}, LATERAL (VALUES (1, 1), (1, 2), (2, 2)) AS line (leg, compartment)`,
    values,
  )
  await client.query(
    `INSERT INTO handover (truck_id, trip_started_at, leg, organisation_id, station_id, unloaded_at, status, signed_at)
     SELECT 1 + n % $1::int, ${at}, 1, 1, 1 + n % 200, ${at} + interval '90 minutes', 'signed', ${at} + interval '2 hours' ${from}`,
    values,
  )
  await client.query(
    `INSERT INTO station_gauge (sender_id, organisation_id, gauge_no, station_id, tank_no, oil_code, started_at, ended_at, before_l, after_l, sales_l,
       received_l, received_v20_l, state, truck_id, trip_started_at, leg, body)
     SELECT 1, 1, 'G' || n, 1 + n % 200, 1, 92, ${at} + interval '1 hour', ${at} + interval '2 hours', 1000, 9000, 0, 8000, 7990, 'matched',
       1 + n % $1::int, ${at}, 1, '{}' ${from}`,
    values,
  )
}

/** Everything that a report must be asked: the longest time that it allows, or `days`. */
function filtersOf({ filters }: ReportView, days = 30): Record<string, unknown> {
  const asked: Record<string, unknown> = {}
  for (const { name, kind, backDays, required } of filters) {
    if (kind === 'truck-or-organisation') asked[name] = { truckIds: [], organisationIds: [1] }
    if (kind === 'organisations' && required) asked[name] = { organisationIds: [1] }
    // Readings are of the last two days.
    const from = new Date(Date.now() - (backDays === null ? days : Math.min(backDays, 2)) * dayMs)
    if (kind === 'period') asked[name] = { from: from.toISOString(), to: new Date().toISOString() }
  }
  return asked
}

type User = { readonly cookie: string; readonly 'header-id': string }

async function signIn(): Promise<User> {
  const body = new URLSearchParams({ username: 'admin', password: hashPassword('admin', server.password) })
  const response = await fetch(`${server.url}/api/login`, { method: 'POST', body })
  const answer = (await response.json()) as { data: { 'header-id': string } | null; message: string }
  if (answer.data === null) throw new Error(answer.message)
  return { cookie: /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '', 'header-id': answer.data['header-id'] }
}

async function ask<T>(user: User, path: string): Promise<T> {
  const answer = (await (await fetch(`${server.url}/api${path}`, { headers: user })).json()) as {
    resultCode: number
    message: string
    data: T
  }
  if (answer.resultCode !== 200) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}
