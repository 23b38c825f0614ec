import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '@tanker/contract/password'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { SCREENS } from '@tanker/contract/screens'
import { createRandom } from '@tanker/fleet/random'
import { driveFleet } from '@tanker/fleet/wire/drive-fleet'
import { openOfficePost } from '@tanker/fleet/wire/office-post'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fleetWithPast } from './fleet-with-past.ts'
import { type RunningProduct, startProduct } from './running-product.ts'

const trucks = 14
const days = 2
const historyWithinMs = 100_000

let product: RunningProduct
let session: { readonly cookie: string; readonly headerId: string }
const troubles: string[] = []
let stopFleet: () => void

beforeAll(async () => {
  product = await startProduct()
  session = await signIn('admin')
  // The same two days whenever this is run: they end at ten in the morning in China, hours ago.
  const startAt = Math.floor((Date.now() - 6 * 3_600_000) / 86_400_000) * 86_400_000 + 2 * 3_600_000
  const past = await fleetWithPast({ trucks, days, startAt, scenariosPerTruckHour: 1.5 })
  const post = openOfficePost({ address: product.address, key: product.integrationKey, onTrouble: (text) => void troubles.push(text) })
  let replayed = 0
  const running = driveFleet({
    ...past,
    host: '127.0.0.1',
    port: product.devicePort,
    random: createRandom(1),
    codes: new Map(),
    onReplayed: ({ beforeLive }) => void (replayed += beforeLive ? 0 : 1),
    onPapers: post.add,
  })
  stopFleet = () => {
    running.stop()
    post.stop()
  }
  const until = Date.now() + historyWithinMs
  // A truck or two may be laid up with its console off: theirs comes when they wake.
  while (Date.now() < until && (replayed < trucks - 2 || (await rebuilding()) > 0)) await wait(300)
  expect(replayed).toBeGreaterThanOrEqual(trucks - 2)
}, historyWithinMs + 30_000)

afterAll(async () => {
  stopFleet?.()
  await product?.stop()
})

/** How many trucks' late readings still wait to be put in order. */
async function rebuilding(): Promise<number> {
  const { rows } = await product.database.pool.query('SELECT truck_id FROM truck_state WHERE rebuild_from IS NOT NULL')
  return rows.length
}

async function signIn(userName: string) {
  const password = product.signIns.get(userName) ?? ''
  const response = await fetch(`${product.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: userName, password: hashPassword(userName, password) }).toString(),
  })
  const { data } = (await response.json()) as { data: { 'header-id': string } }
  return { cookie: /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '', headerId: data['header-id'] }
}

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`${product.address}/api/${path}`, {
    headers: { cookie: session.cookie, 'header-id': session.headerId, 'time-zone': 'Asia/Shanghai' },
  })
  const { data, message } = (await response.json()) as { data: T; message: string }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${message}`)
  return data
}

/** The widest question that a report allows: everything that its filters must say, and nothing more. */
async function widestFilters({ filters }: ReportView): Promise<string> {
  const { rows } = await product.database.pool.query<{ id: number }>('SELECT id FROM organisation WHERE parent_id IS NULL')
  const now = Date.now()
  const answers: Record<string, unknown> = {}
  for (const { name, kind, choices, maxDays } of filters) {
    if (kind === 'truck-or-organisation') answers[name] = { organisationIds: rows.map(({ id }) => id) }
    if (kind === 'month') answers[name] = new Date(now + 8 * 3_600_000).toISOString().slice(0, 7)
    if (kind === 'dimension') answers[name] = choices[0]?.value
    if (kind === 'period') {
      const from = new Date(now - (Math.min(maxDays ?? 31, 7) - 0.1) * 86_400_000)
      answers[name] = { from: from.toISOString(), to: new Date(now).toISOString() }
    }
  }
  return JSON.stringify(answers)
}

/** Rows on the first page of a report, or of the tab of it that has most. */
async function rowsOf(path: string): Promise<number> {
  const first = await ask<ReportView>(`reports/${path}`)
  const tabs = first.tabs.length > 0 ? first.tabs.map((tab) => tab.path) : [path]
  const counts = await Promise.all(
    tabs.map(async (tab) => {
      const view = tab === path ? first : await ask<ReportView>(`reports/${tab}`)
      const { content } = await ask<ReportRows>(`reports/${tab}/rows?filters=${encodeURIComponent(await widestFilters(view))}`)
      return content.length
    }),
  )
  return Math.max(...counts)
}

test('after a replay of two days every report of the cargo monitor has detected rows', async () => {
  const empty: string[] = []
  const paths = SCREENS.filter(({ path, kind }) => kind === 'report' && path.startsWith('cargo_monitor/')).map(({ path }) => path)
  for (const path of paths) if ((await rowsOf(path)) === 0) empty.push(path)
  expect(paths.length).toBeGreaterThan(25)
  // A gauge is judged from weeks of tickets and receipts; two days are enough for few.
  expect(empty.filter((path) => path !== 'cargo_monitor/data_analysis/gauge_learning')).toEqual([])
  expect(troubles).toEqual([])
}, 60_000)

test('nothing of the past is a live alarm, and deliveries are not taken for thefts', async () => {
  const { pool } = product.database
  const { rows: oldAndLive } = await pool.query(
    `SELECT type, started_at, ended_at, inserted_at, truck_id, properties FROM alarm WHERE live AND superseded_at IS NULL AND started_at < now() - interval '30 minutes'`,
  )
  expect(oldAndLive).toEqual([])
  const { rows } = await pool.query<{ unsealings: number; unloadings: number }>(`
    SELECT (SELECT count(*)::int FROM alarm WHERE type = 1) AS unsealings,
      (SELECT count(*)::int FROM record WHERE kind = 'operation' AND properties ->> 'opKind' = 'unloading') AS unloadings`)
  expect(rows[0]?.unloadings).toBeGreaterThan(60)
  expect(rows[0]?.unsealings).toBeLessThan((rows[0]?.unloadings ?? 0) / 2)
})
