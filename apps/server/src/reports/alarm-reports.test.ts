import type { ReportRows } from '@tanker/contract/report-view'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { alarmFactOf } from '@tanker/domain/facts/test-declared-facts'
import { ALL_REPORTS } from '@tanker/reports/all-reports'
import { reportsOf } from '@tanker/reports/define-report'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { seedFacts } from './test-facts.ts'

let server: TestApi
let admin: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  await seedFacts(server)
  admin = await server.signIn('admin')
}, 60_000)
afterAll(() => server.close())

const reports = new Map(ALL_REPORTS.map((screen) => [screen.path, reportsOf(screen)[0]]))
/** Types that are raised and whose report exists. A cut connection leads to the connections around it, which are no alarms. */
const types = ALARM_TYPES.filter(
  ({ code, route }) => alarmFactOf(code) !== undefined && reports.has(route) && route !== 'device_monitor/console/console_link',
)

test('there are types to ask for', () => expect(types.length).toBeGreaterThan(15))

test.each(types.map(({ code, name, route }) => [code, name.en, route] as const))(
  'a click on alarm %i, %s, leads to a report that has it',
  async (type, _, route) => {
    const report = reports.get(route)
    expect(report?.rowIs).toBe('alarm')
    const alarms = await server.database.db
      .selectFrom('alarm')
      .where('type', '=', type)
      .where('superseded_at', 'is', null)
      .select('id')
      .execute()
    const day = { from: new Date(server.now.getTime() - 86_400_000).toISOString(), to: server.now.toISOString() }
    const organisation = { truckIds: [], organisationIds: [server.organisationId('G')] }
    const filters = Object.entries(report?.filters ?? {})
      .filter(([, { required }]) => required)
      .map(
        ([name, { kind, choices }]) => [name, kind === 'period' ? day : kind === 'dimension' ? choices[0]?.value : organisation] as const,
      )
    // A report of many types has more alarms than a page.
    const only = Object.hasOwn(report?.filters ?? {}, 'type') ? { type: [String(type)] } : {}
    const asked = { filters: JSON.stringify({ ...Object.fromEntries(filters), ...only }), size: 200 }
    const { data, message } = await admin.get<ReportRows>(`/reports/${report?.path ?? route}/rows`, asked)
    const shown = new Set(data?.content.map((row) => String(row['id'])))
    expect(
      alarms.filter(({ id }) => shown.has(String(id))),
      message,
    ).toHaveLength(alarms.length)
    expect(alarms.length).toBeGreaterThan(0)
  },
)
