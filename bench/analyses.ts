// Every analysis of driving, active safety and devices over a month of ten million positions of 576 trucks, as the console asks for it.
// Usage: npm run bench -- analyses [--data FOLDER] (kept for later runs) [--runs 5] [--only WORD]
// [--compare] (only holds the figures against those recounted from the rows) [--played 12] [--copies 47] [--days 31]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hashPassword } from '@tanker/contract/password'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { compareAnalyses } from './compared-analyses.ts'
import { ended, fleetMonth } from './fleet-month.ts'
import { ask as query } from './ground.ts'
import { cpuSeconds, percentile } from './processes.ts'
import { startServerProgram } from './server-program.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    compare: { type: 'boolean', default: false },
    played: { type: 'string', default: '12' },
    copies: { type: 'string', default: '47' },
    days: { type: 'string', default: '31' },
  },
})
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const LONGEST_DAYS = 31

/** Screens of the report page, with all their tabs and ways of summing up. */
const LISTS = [
  'active_safety/data_analysis/adas_can_collect',
  'active_safety/data_analysis/alm_adas_can_truck_stat',
  'driving_monitor/data_analysis/truck_daily_mile',
  'driving_monitor/data_analysis/fency_mileage',
  'driving_monitor/data_analysis/exception_sum',
  'driving_monitor/data_analysis/exception_rate',
  'driving_monitor/exception_report/off_line_analysis',
  'driving_monitor/exception_report/gps_info_his',
  'device_monitor/console/complete_analysis',
  'device_monitor/device_analysis/abnormal_statistics',
  'device_monitor/device_analysis/health_analysis',
  'device_monitor/device_analysis/heart_beat_info',
  'setting/base_data/upload_statistic',
  'cargo_monitor/data_analysis/loss_month_rank',
  'cargo_monitor/event_report/switchCover',
  'cargo_monitor/event_report/temp_humidity',
] as const
const CALLS = ['/dashboard', '/alarms/desk/counts', '/alarms/desk?page=0&size=50&state=waiting&owner=all'] as const

const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'tanker-month-')))
const month = await fleetMonth(folder, { played: Number(values.played), copies: Number(values.copies), days: Number(values.days) })
try {
  const server = await startServerProgram(month.url, 'http', { web: false, password: month.password })
  try {
    const headers = await signIn(server.url)
    const get = async <T>(path: string): Promise<T> => {
      const response = await fetch(`${server.url}/api${path}`, { headers })
      const { resultCode, message, data } = (await response.json()) as { resultCode: number; message: string; data: T }
      if (resultCode !== 200) throw new Error(`${path}: ${message}`)
      return data
    }
    await printSizes()
    if (values.compare) {
      const to = await newestAt()
      const period = { from: new Date(to.getTime() - (LONGEST_DAYS - 0.1) * DAY_MS), to }
      process.exitCode = (await compareAnalyses(month.url, get, { organisationId: await rootId(), ...period })) === 0 ? 0 : 1
    } else await measureAll(get, server.pid)
  } finally {
    await ended(server)
  }
} finally {
  await month.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}

type Get = <T>(path: string) => Promise<T>

async function measureAll(get: Get, pid: number): Promise<void> {
  console.log('median, worst and CPU of the median in ms, rows of the answer')
  for (const path of LISTS) if (path.includes(values.only)) await measureList(get, pid, path)
  for (const path of CALLS) if (path.includes(values.only)) await measure(path, pid, () => get(path))
}

async function rootId(): Promise<number> {
  const [root] = await query<{ id: number }>(month.url, 'SELECT id FROM organisation WHERE parent_id IS NULL')
  return root?.id ?? 1
}

/** A minute after the newest reading. */
async function newestAt(): Promise<Date> {
  const [newest] = await query<{ at: Date }>(month.url, 'SELECT max(last_at) AS at FROM truck_state')
  return new Date((newest?.at.getTime() ?? 0) + MINUTE_MS)
}

async function measureList(get: Get, pid: number, path: string): Promise<void> {
  const first = await get<ReportView>(`/reports/${path}`)
  for (const tab of first.tabs.length > 0 ? first.tabs.map((one) => one.path) : [path]) {
    const view = await get<ReportView>(`/reports/${tab}`)
    const dimension = view.filters.find(({ kind, name }) => kind === 'dimension' && name === 'by')
    for (const by of dimension?.choices.map(({ value }) => value) ?? [null]) {
      const filters = await filtersOf(view, by)
      const asked = new URLSearchParams({ filters: JSON.stringify(filters) })
      const name = `${tab}${by === null ? '' : `, ${by}`}`
      const rows = (): Promise<ReportRows> => get(`/reports/${tab}/rows?${asked}&page=0&size=50`)
      const { totalElements } = await rows()
      await measure(name, pid, async () => (await rows()).totalElements)
      // Of a long list the page asks for the number by a call of its own.
      if (totalElements === null)
        await measure(`${name}, count`, pid, async () => {
          const counted = await get<ReportRows>(`/reports/${tab}/count?${asked}`)
          return counted.totalElements ?? `> ${counted.moreThan}`
        })
      if (view.chart?.rowsFor === 'all') await measure(`${name}, chart`, pid, () => get(`/reports/${tab}/chart?${asked}`))
    }
  }
}

/** Asks again and again; prints what it took. */
async function measure(name: string, pid: number, once: () => Promise<unknown>): Promise<void> {
  const took: number[] = []
  const used: number[] = []
  let answer: unknown
  for (let run = 0; run < Number(values.runs); run += 1) {
    const cpuBefore = cpuSeconds(month.postgresPid) + cpuSeconds(pid)
    const began = performance.now()
    try {
      answer = await once()
    } catch (error) {
      console.log(`failed after ${(performance.now() - began).toFixed(0)} ms: ${name}: ${(error as Error).message}`)
      return
    }
    took.push(performance.now() - began)
    used.push((cpuSeconds(month.postgresPid) + cpuSeconds(pid) - cpuBefore) * 1000)
  }
  const numbers = [percentile(took, 50), Math.max(...took), percentile(used, 50)].map((ms) => ms.toFixed(0).padStart(6))
  const rows = typeof answer === 'number' ? answer : Array.isArray(answer) ? answer.length : ''
  console.log(`${numbers.join(' ')} ${String(rows).padStart(7)}  ${name}`)
}

/** The longest time that a list allows, of all trucks; of lists of one truck the first that was played. */
async function filtersOf({ filters }: ReportView, by: string | null): Promise<Record<string, unknown>> {
  const organisationId = await rootId()
  const [truck] = await query<{ id: number }>(month.url, 'SELECT min(truck_id) AS id FROM truck_state WHERE last_at IS NOT NULL')
  const to = (await newestAt()).getTime()
  const asked: Record<string, unknown> = {}
  for (const { name, kind, choices, maxDays, required } of filters) {
    const days = Math.min(maxDays ?? LONGEST_DAYS, LONGEST_DAYS)
    if (kind === 'truck-or-organisation') asked[name] = { truckIds: [], organisationIds: [organisationId] }
    else if (kind === 'organisations' && required) asked[name] = { organisationIds: [organisationId] }
    else if (kind === 'truck') asked[name] = truck?.id
    else if (kind === 'month') asked[name] = new Date(to + DAY_MS / 3).toISOString().slice(0, 7)
    else if (kind === 'dimension') asked[name] = name === 'by' ? by : choices[0]?.value
    else if (kind === 'period') asked[name] = { from: new Date(to - (days - 0.1) * DAY_MS).toISOString(), to: new Date(to).toISOString() }
  }
  return asked
}

async function printSizes(): Promise<void> {
  const [sizes] = await query<Record<string, string>>(
    month.url,
    `SELECT (SELECT sum(reltuples) FROM pg_class JOIN pg_inherits ON inhrelid = oid WHERE inhparent = 'position'::regclass)::bigint AS positions,
       (SELECT count(*) FROM truck_state WHERE last_at IS NOT NULL) AS trucks, (SELECT count(*) FROM alarm) AS alarms,
       (SELECT count(*) FROM record WHERE kind = 'driven') AS pieces, (SELECT count(*) FROM record) AS records,
       (SELECT count(*) FROM upload_hour) AS hours, (SELECT count(*) FROM delivery) AS deliveries`,
  )
  console.log(
    Object.entries(sizes ?? {})
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  )
}

async function signIn(url: string): Promise<Record<string, string>> {
  const body = new URLSearchParams({ username: 'admin', password: hashPassword('admin', month.password) })
  const response = await fetch(`${url}/api/login`, { method: 'POST', body })
  const answer = (await response.json()) as { data: { 'header-id': string } }
  const cookie = /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
  return { cookie, 'header-id': answer.data['header-id'], localTimeZone: 'Asia/Shanghai' }
}
