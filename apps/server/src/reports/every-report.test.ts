import { read, utils } from '@e965/xlsx'
import { type FilterKind, type ReportRows, type ReportView, ROW_ACTIONS, ROW_LEADS } from '@tanker/contract/report-view'
import { shareOf } from '@tanker/database/test-run'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { wallClock } from '@tanker/domain/texts/time-text'
import { reportsOf } from '@tanker/reports/define-report'
import { unknownValue } from '@tanker/domain/texts/not-named'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPORTS } from '../app.ts'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { seedDeliveries } from '../features/loss/test-delivery.ts'
import { monthAt } from './zoned-month.ts'
import { seedSessions } from '../gateway/test-sessions.ts'
import { seedShifts } from '../features/alarm-desk/test-shifts.ts'
import { seedFacts, seedPlaces } from './test-facts.ts'
import { seedNotices } from '../features/alarm-robots/test-notices.ts'
import { seedPhoneCalls } from '../features/phone-calls/test-phone-calls.ts'
import { seedMessages } from '../features/sms/test-messages.ts'
import { seedUploads } from '../features/uploads/test-uploads.ts'
import { seedCommands } from '../device-commands/test-commands.ts'
import { seedExemptions } from '../features/exemptions/test-exemptions.ts'
import { seedTerminalParameters } from '../features/terminal-parameters/test-terminal-parameters.ts'
import { seedParameterTemplates } from '../features/parameter-templates/test-parameter-templates.ts'
import { seedCameras } from '../features/parameter-files/test-cameras.ts'
import { seedProductLists } from '../features/parameter-files/test-product-lists.ts'
import { seedRemoteControl } from '../features/remote-control/test-remote-control.ts'
import { seedWaterWorks } from './test-water-works.ts'
import { seedPhotos } from '../features/photos/test-photos.ts'
import { seedTruckPasswords } from '../features/truck-passwords/test-truck-passwords.ts'
import { seedTruckTexts } from '../features/truck-texts/test-truck-texts.ts'
import { seedParameterChanges } from '../features/parameter-changes/test-parameter-changes.ts'
import { seedParameterFiles } from '../features/parameter-files/test-parameter-files.ts'
import { seedDeviceTests } from '../features/device-tests/test-device-tests.ts'
import { seedRollOuts } from '../features/roll-outs/test-roll-outs.ts'
import { seedUpgradeFiles } from '../features/upgrade-files/test-upgrade-files.ts'
import { seedFirmware } from '../features/firmware/test-firmware.ts'
import { seedLearned } from '../features/gauge-learning/test-learned.ts'

type Filter = ReportView['filters'][number]
type Row = ReportRows['content'][number]

const zone = 'Asia/Shanghai'
/** The longest page. */
const MOST_ROWS = 200
const dayMs = 86_400_000
let server: TestApi
let admin: SignedIn
let customer: SignedIn
let ben: SignedIn
/** An organisation without a truck. */
let emptyOrganisation: number
/** Alarms that were superseded, and those of types that only the staff know. */
let superseded: ReadonlySet<string>
let staffOnly: ReadonlySet<string>

beforeAll(async () => {
  server = await startTestApi({ trustedProxies: ['127.0.0.1'] })
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name IN ('客户', '调度员')`)
  await seedFacts(server)
  await seedPhoneCalls(server)
  await server.database.pool.query(`UPDATE truck_state SET contact_at = now() - interval '2 hours' WHERE truck_id = $1`, [
    server.truckId('苏A00001'),
  ])
  // Of the kinds of air alarms the seeded facts have one each; the humid one is handled.
  const dry = { kind: 'dry', limit: 20, extreme: 12 }
  await raiseAlarm(server, {
    plate: '苏A00001',
    type: ALARM.cabinetClimate,
    startedAt: new Date(server.now.getTime() - 60_000),
    properties: dry,
  })
  // Offline since before the period, and for its first day.
  const lostAt = server.now.getTime() - 8 * dayMs
  await raiseAlarm(server, {
    plate: '苏A00001',
    type: ALARM.offline,
    startedAt: new Date(lostAt + 1_800_000),
    endedAt: new Date(lostAt + 2 * dayMs),
    properties: { lastContactAt: lostAt, thresholdMin: 30, loaded: true, durationS: 172_800 },
  })
  await seedDeliveries(server)
  await seedPlaces(server)
  await seedMessages(server)
  await seedNotices(server)
  await seedUploads(server)
  await seedCommands(server)
  await seedExemptions(server)
  await seedParameterFiles(server)
  await seedTerminalParameters(server)
  await seedParameterChanges(server)
  await seedTruckTexts(server)
  await seedRemoteControl(server)
  await seedTruckPasswords(server)
  await seedPhotos(server)
  await seedWaterWorks(server)
  await seedProductLists(server)
  await seedCameras(server)
  await seedParameterTemplates(server)
  await seedDeviceTests(server)
  await seedFirmware(server)
  await seedUpgradeFiles(server)
  await seedRollOuts(server)
  await seedLearned(server)
  await seedShifts(server)
  await seedSessions(server)
  const { pool } = server.database
  const idsOf = async (sql: string, ...values: unknown[]) =>
    (await pool.query<{ id: number | string }>(sql, values)).rows.map(({ id }) => id)
  const inserted = `INSERT INTO organisation (parent_id, name, code, ancestors) SELECT id, '空', 'EMPTY', ancestors FROM organisation WHERE code = 'G' RETURNING id`
  emptyOrganisation = Number((await idsOf(inserted))[0])
  await pool.query('UPDATE organisation SET ancestors = ancestors || id WHERE id = $1', [emptyOrganisation])
  superseded = new Set((await idsOf('SELECT id FROM alarm WHERE superseded_at IS NOT NULL')).map(String))
  const hidden = ALARM_TYPES.filter((type) => type.staffOnly === true).map(({ code }) => code)
  staffOnly = new Set((await idsOf('SELECT id FROM alarm WHERE type = ANY ($1)', hidden)).map(String))
  admin = await server.signIn('admin')
  customer = await server.signIn('carl')
  ben = await server.signIn('ben')
}, 60_000)
afterAll(() => server.close())

const periodOf = ({ maxDays, backDays }: Filter): { from: string; to: string } => {
  const days = Math.min(maxDays ?? 7, backDays ?? 7, 7)
  return { from: new Date(server.now.getTime() - days * dayMs + 60_000).toISOString(), to: server.now.toISOString() }
}

/** Numbers and times in order; what is missing comes first upwards and last downwards. */
const ordered = (values: readonly unknown[], order: 'asc' | 'desc'): unknown[] => {
  const known = values.filter((value) => value !== null) as (number | string)[]
  const missing = values.filter((value) => value === null)
  const textOf = (value: number | string) => (value as unknown as { plate?: string }).plate ?? value
  const up = known.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0))
  return order === 'asc' ? [...missing, ...up] : [...up.toReversed(), ...missing]
}

/** A value for each kind of filter: the required ones for every question, the others one at a time. */
const valueOf = (filter: Filter, companyCode: string): unknown => {
  const values: Record<FilterKind, () => unknown> = {
    'truck-or-organisation': () => ({ truckIds: [], organisationIds: [server.organisationId(companyCode)] }),
    period: () => periodOf(filter),
    month: () => monthAt(server.now, zone),
    choice: () => [filter.choices[0]?.value],
    dimension: () => filter.choices[0]?.value,
    number: () => 1,
    handled: () => 'unhandled',
    compartment: () => [1],
    depot: () => [1],
    station: () => [2],
    driver: () => [1],
    text: () => 'A%_',
    organisations: () => ({ organisationIds: [server.organisationId(companyCode)] }),
    truck: () => server.truckId({ B: '苏B00001', A1: '苏A00002' }[companyCode] ?? '苏A00001'),
  }
  return values[filter.kind]()
}

const isScope = ({ kind }: Filter): boolean => kind === 'truck-or-organisation' || kind === 'organisations'

/** A question of each kind that has no answer. */
const NOTHING: Partial<Record<FilterKind, unknown>> = {
  period: { from: '2100-01-01T00:00:00Z', to: '2100-01-02T00:00:00Z' },
  month: '2020-01',
  number: 1e12,
  compartment: [10],
  depot: [9_999_999],
  station: [9_999_999],
  driver: [9_999_999],
  text: '没有这样的',
}

const required = (view: ReportView, companyCode: string): Record<string, unknown> =>
  Object.fromEntries(view.filters.filter((filter) => filter.required).map((filter) => [filter.name, valueOf(filter, companyCode)]))

/** Reports of what detection wrote: rows have only what their kind declares, so an empty column reads something else. */
const OF_FACTS = /^(?:cargo|driving)_monitor\/(?:event|exception)_report\/(?!tank_inventory)/
/** Lists of what organisations and trucks are judged by. */
const OF_THRESHOLDS = /^setting\/alarm_threshold\/(?:manage_patameter|threshold|st_abnormal_oil_loading)/
/** Columns whose stored values are samples in these tests, not what the product stores. */
const SAMPLED: ReadonlySet<string> = new Set(['valve', 'cover', 'door', 'sensor', 'reason'])
/** Columns of users, slips and stations, which are not seeded for every row. */
const NOT_OF_FACTS: ReadonlySet<string> = new Set(['handler', 'customer', 'slipNo', 'escort', 'leftOut', 'signedOut', 'outPlace', 'phone'])

/** What a cell says instead of a value that is not known. */
const unknownIn = ({ unknownCells }: Row, name: string): string | undefined =>
  (unknownCells as Readonly<Record<string, string>> | undefined)?.[name]

const reports = REPORTS.flatMap((screen) => reportsOf(screen).map((report) => [report.path, report] as const))
/** Lines of the checklist that list routes. */
const ROUTES = [
  ['driving_monitor/event_report/', '[2.5-01] '],
  ['driving_monitor/exception_report/', '[2.5-02] '],
  ['driving_monitor/data_analysis/', '[2.5-03] '],
  ['active_safety/exception_report/', '[2.6-01] '],
  ['active_safety/data_analysis/', '[2.6-02] '],
] as const
const lineOf = (path: string): string => ROUTES.find(([start]) => path.startsWith(start))?.[1] ?? ''

/** In a plain run every report answers its rows; a third of them answers the other questions too. */
const asked = new Set(shareOf(reports, 3).map(([path]) => path))

describe.each(reports)('%s', (path, report) => {
  // The server bounds the calls of one address; each report is asked from one of its own.
  const address = { 'x-forwarded-for': `10.0.${reports.findIndex(([one]) => one === path)}.1` }
  /** All rows of a list, also of one that is longer than a page, unless a page is named. */
  const ask = async (user: SignedIn, filters: object, more: Record<string, string | number> = {}, headers: Record<string, string> = {}) => {
    const page = (number: number) =>
      user.get<ReportRows>(
        `/reports/${path}/rows`,
        { filters: JSON.stringify(filters), size: MOST_ROWS, page: number, ...more },
        { ...address, ...headers },
      )
    const first = await page(0)
    if (first.resultCode !== 200 || 'page' in more) return first
    for (let next = 1; first.data.content.length < (first.data.totalElements ?? 0); next += 1)
      first.data.content.push(...(await page(next)).data.content)
    return first
  }
  const views = new Map<string, Promise<ReportView>>()
  const viewFor = (user: SignedIn, language = 'zh'): Promise<ReportView> => {
    const key = `${user.headerId} ${language}`
    const view = views.get(key) ?? user.get<ReportView>(`/reports/${path}`, {}, { language }).then(({ data }) => data)
    views.set(key, view)
    return view
  }
  const exported = async (user: SignedIn, filters: Record<string, unknown>, more: Record<string, string> = {}) => {
    const body = new URLSearchParams(more)
    for (const [name, value] of Object.entries(filters)) body.append(name, JSON.stringify(value))
    const response = await fetch(`${server.url}/api/reports/${path}/export`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: user.cookie,
        'header-id': user.headerId,
        localTimeZone: zone,
      },
      body,
    })
    return {
      type: response.headers.get('content-type') ?? '',
      file: response.headers.get('content-disposition') ?? '',
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }

  test.skipIf(!report.summed)('a page of sums has the number and the totals of a count of its own', async () => {
    const filters = required(await viewFor(admin), 'G')
    const counted = await admin.get<ReportRows>(`/reports/${path}/count`, { filters: JSON.stringify(filters) }, address)
    const { totalElements, totals, leftOut } = counted.data
    const first = await ask(admin, filters, { page: 0, size: 1 })
    expect(first.data).toMatchObject({ totalElements, totals, ...(leftOut === undefined ? {} : { leftOut }) })
    expect(first.data.content).toHaveLength(Math.min(1, totalElements ?? 0))
    const beyond = await ask(admin, filters, { page: 9_999, size: 1 })
    expect(beyond.data).toMatchObject({ content: [], totalElements, totals })
  })

  test(`${lineOf(path)}[7.6-05] describes itself in both languages and answers rows of the columns that it names`, async () => {
    const view = await viewFor(admin)
    const english = await viewFor(admin, 'en')
    expect(english.columns.map((column) => column.name)).toEqual(view.columns.map((column) => column.name))
    expect(view.title).not.toBe(english.title)
    const { data } = await ask(admin, required(view, 'G'))
    expect(data.content.length, 'a list that is never seen full is not tested').toBeGreaterThan(0)
    expect(data.totalElements).toBe(data.content.length)
    expect(new Set(data.content.map((row) => row['id'])).size).toBe(data.content.length)
    const onRows = view.actions.some(({ row, rows }) => row !== null || rows !== null)
    for (const row of data.content)
      expect(
        Object.keys(row)
          .filter((name) => name !== 'unknownCells')
          .toSorted(),
      ).toEqual(
        [
          'id',
          ...(onRows ? [ROW_ACTIONS] : []),
          ...(view.leadsTo ? [ROW_LEADS] : []),
          ...view.columns.map((column) => column.name),
        ].toSorted(),
      )
    // Nothing that is stored is shown by its key. Numbers of probes and versions of firmware are samples here.
    for (const { name, kind, choices } of view.columns) {
      if (SAMPLED.has(name)) continue
      if (kind !== 'choice' && kind !== 'alarm-type' && kind !== 'choices') continue
      const known = new Set(choices.map(({ value }) => value))
      const values = data.content.flatMap((row) => (row[name] === null ? [] : String(row[name]).split(kind === 'choices' ? ',' : '\n')))
      expect(
        [...new Set(values)].filter((value) => value !== '' && !known.has(value)),
        `[D-08] ${name}`,
      ).toEqual([])
    }
    const empty = view.columns.filter(({ name }) => data.content.every((row) => row[name] === null)).map(({ name }) => name)
    if (OF_FACTS.test(path)) expect(empty.filter((name) => !NOT_OF_FACTS.has(name))).toEqual([])
  })

  if (!asked.has(path)) return

  test('pages hold every row once, in the order of each column, and the count agrees', async () => {
    const view = await viewFor(admin)
    const filters = required(view, 'G')
    const all = (await ask(admin, filters)).data
    const size = Math.min(MOST_ROWS, Math.max(1, Math.ceil(all.content.length / 3)))
    const pages: Row[] = []
    for (let page = 0; page * size < all.content.length; page += 1) pages.push(...(await ask(admin, filters, { page, size })).data.content)
    // What says how long ago something was is older on the next page.
    expect(pages.map((row) => row['id'])).toEqual(all.content.map((row) => row['id']))
    for (const [index, { name, sortable }] of view.columns.entries()) {
      const sortOrder = index % 2 === 0 ? 'asc' : 'desc'
      const sorted = await ask(admin, filters, { sortBy: name, sortOrder })
      if (!sortable && name !== report.sort.by) {
        expect(sorted.resultCode, name).toBe(400)
        continue
      }
      expect(sorted.data.content.length, `${name} ${sortOrder}`).toBe(all.content.length)
      const values = sorted.data.content.map((row) => row[name] ?? null)
      expect(values, `${name} ${sortOrder}`).toEqual(ordered(values, sortOrder))
    }
    const counted = (await admin.get<ReportRows>(`/reports/${path}/count`, { filters: JSON.stringify(filters) })).data
    // Sums in another order differ in the last bit.
    const near = all.totals && Object.fromEntries(Object.entries(all.totals).map(([name, sum]) => [name, expect.closeTo(sum, 6)]))
    expect(counted).toEqual({
      content: [],
      totalElements: all.totalElements,
      totals: near,
      ...(all.leftOut ? { leftOut: all.leftOut } : {}),
    })
  })

  test('totals are the sums of the rows, and a rate is the rate of the sums', async () => {
    const view = await viewFor(admin)
    const { content, totals } = (await ask(admin, required(view, 'G'))).data
    /** Over the rows that have the other values too. */
    const sum = (name: string, others: readonly string[] = []) =>
      content.reduce((all, row) => all + (others.every((other) => row[other] !== null) ? Number(row[name] ?? 0) : 0), 0)
    for (const { name, total } of view.columns) {
      const others = report.columns[name]?.sumWith ?? []
      // A column of the query alone cannot be read here.
      if (total && others.every((other) => other in report.columns)) expect(totals?.[name], name).toBeCloseTo(sum(name, others), 4)
    }
    for (const [name, { rateOf }] of Object.entries(report.columns)) {
      if (rateOf === null || !content[0] || !(rateOf.of in content[0]) || !(rateOf.by in content[0])) continue
      const by = sum(rateOf.by, [rateOf.of])
      if (by === 0) expect(totals?.[name]).toBeUndefined()
      else expect(totals?.[name], name).toBeCloseTo((sum(rateOf.of, [rateOf.by]) / by) * rateOf.times, 4)
    }
  })

  test('its chart, where it has one, is drawn from all rows, and no other is answered', async () => {
    const view = await viewFor(admin)
    const filters = required(view, 'G')
    const answer = await admin.get<Row[]>(`/reports/${path}/chart`, { filters: JSON.stringify(filters) }, address)
    if (view.chart === null) return expect(answer.resultCode).toBe(400)
    const { x, y, limit } = view.chart
    expect(answer.data, answer.message).not.toBeNull()
    expect(answer.data.length).toBeGreaterThan(0)
    const names = new Set(answer.data.map((row) => JSON.stringify(row[x])))
    expect(names.size).toBeLessThanOrEqual(limit)
    // What is drawn can be picked: the rows are those of the bar, slice or cell.
    const keyOf = (name: string, row: Row): string | null => {
      const value = row[name] as { truckId?: number; name?: string } | string | number | null
      return value === null ? null : typeof value === 'object' ? String(value.truckId ?? value.name) : String(value)
    }
    const [bar] = answer.data.filter((row) => y.some((one) => Number(row[one] ?? 0) !== 0))
    if (bar && view.columns.find((column) => column.name === x)?.kind !== 'time') {
      const keys = view.chart.by === null ? [x] : [x, view.chart.by]
      const picked = Object.fromEntries(keys.map((name) => [name, keyOf(name, bar)]))
      const rows = (await ask(admin, filters, { picked: JSON.stringify(picked) })).data.content
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) for (const name of keys) expect(keyOf(name, row), name).toBe(picked[name])
    }
    const { totals } = (await ask(admin, filters)).data
    for (const name of y) {
      const isSum = view.columns.some((column) => column.name === name && column.total)
      if (isSum && names.size < limit)
        expect(
          answer.data.reduce((sum, row) => sum + Number(row[name] ?? 0), 0),
          name,
        ).toBeCloseTo(totals?.[name] ?? 0, 4)
    }
  })

  test('every filter narrows, and a filter that does not exist is refused', async () => {
    const view = await viewFor(admin)
    const filters = required(view, 'G')
    const ids = new Set((await ask(admin, filters)).data.content.map((row) => row['id']))
    for (const filter of view.filters) {
      const values =
        filter.kind === 'dimension' || filter.kind === 'choice'
          ? filter.choices.map(({ value }) => (filter.kind === 'choice' ? [value] : value))
          : [valueOf(filter, 'G')]
      for (const value of values) {
        const answer = await ask(admin, { ...filters, [filter.name]: value })
        expect(answer.resultCode, `${filter.name} ${JSON.stringify(value)}: ${answer.message}`).toBe(200)
        if (filter.kind !== 'dimension') for (const row of answer.data.content) expect(ids).toContain(row['id'])
      }
    }
    expect((await ask(admin, { ...filters, unheardOf: 1 })).resultCode).toBe(400)
  })

  test('every filter includes what it names and leaves out the rest', async () => {
    const view = await viewFor(admin)
    const filters = required(view, 'G')
    const found = async (more: object) => (await ask(admin, { ...filters, ...more })).data.content
    const first = await found({})
    const all = first.length
    // A list of counts keeps its rows and counts less in them.
    const many = (rows: readonly Row[]): number =>
      view.columns.some(({ name, total }) => name === 'total' && total)
        ? rows.reduce((sum, row) => sum + Number(row['total']), 0)
        : rows.length
    for (const { name, kind, choices } of view.filters) {
      const answers = choices.map(({ value }) => found({ [name]: kind === 'dimension' ? value : [value] }))
      if (kind === 'choice') {
        const counts = (await Promise.all(answers)).map(many)
        expect(Math.max(...counts), `${name} finds nothing for any choice`).toBeGreaterThan(0)
        expect(Math.min(...counts), `${name} leaves nothing out`).toBeLessThan(many(first))
      } else if (kind === 'dimension') {
        const different = new Set((await Promise.all(answers)).map((rows) => JSON.stringify(rows)))
        // Kinds of one alarm type each are as many here; the rates by kind have a test of their own.
        if (name === 'kind') expect(different.size).toBeGreaterThan(2)
        else expect(different.size, name).toBe(choices.length)
      } else if (kind === 'handled') {
        const counts = await Promise.all(['handled', 'unhandled'].map(async (state) => (await found({ [name]: state })).length))
        expect(Math.min(...counts), name).toBeGreaterThan(0)
        expect((counts[0] ?? 0) + (counts[1] ?? 0), name).toBe(all)
      } else if (kind === 'truck-or-organisation') {
        const ofTruck = await found({ [name]: { truckIds: [server.truckId('苏A00001')], organisationIds: [] } })
        expect(ofTruck.length, name).toBeGreaterThan(0)
        for (const row of ofTruck) if ('plate' in row) expect(row['plate']).toMatchObject({ plate: '苏A00001' })
        expect(await found({ [name]: { truckIds: [], organisationIds: [emptyOrganisation] } }), name).toEqual([])
      } else if (kind === 'truck') {
        for (const plate of ['苏A00001', '苏A00002']) {
          const ofTruck = await found({ [name]: server.truckId(plate) })
          expect(ofTruck.length, name).toBeGreaterThan(0)
          for (const row of ofTruck) expect(row['plate']).toMatchObject({ plate })
        }
      } else if (kind === 'organisations') {
        const ofEmptyOrganisation = await found({ [name]: { organisationIds: [emptyOrganisation] } })
        // An organisation without anything is still one itself.
        if (report.entity?.key === 'organisation') expect(ofEmptyOrganisation.map((row) => row['id'])).toEqual([String(emptyOrganisation)])
        // What it is judged by it has without a truck too.
        else if (OF_THRESHOLDS.test(path)) for (const { owner } of ofEmptyOrganisation) expect([undefined, null, '空']).toContain(owner)
        else expect(ofEmptyOrganisation, name).toEqual([])
      } else expect(await found({ [name]: NOTHING[kind] }), name).toEqual([])
    }
  })

  test('[5.4-06] [5.4-07] [5.4-03] refuses no organisation, a start after the end and a period too long, in both languages', async () => {
    const view = await viewFor(admin)
    const filters = required(view, 'G')
    const messages = async (asked: object) => [(await ask(admin, asked)).message, (await ask(admin, asked, {}, { language: 'en' })).message]
    const scope = view.filters.find(isScope)?.name
    // A list of one truck is of the first one until another is chosen.
    if (scope === undefined) expect(view.filters.map(({ kind }) => kind)).toContain('truck')
    else
      expect(await messages({ ...filters, [scope]: { truckIds: [], organisationIds: [] } })).toEqual([
        '请选择组织或车辆。',
        'Please choose an organisation or a truck.',
      ])
    for (const period of view.filters.filter((filter) => filter.kind === 'period')) {
      const { from, to } = periodOf(period)
      expect(await messages({ ...filters, [period.name]: { from: to, to: from } })).toEqual([
        '开始时间不能晚于结束时间。',
        'The start must not be after the end.',
      ])
      const long = { from: new Date(Date.parse(to) - ((period.maxDays ?? 31) * dayMs + 1)).toISOString(), to }
      expect((await messages({ ...filters, [period.name]: long }))[1]).toContain(`longer than ${period.maxDays} days`)
    }
  })

  test('shows nothing of another organisation', async () => {
    const view = await viewFor(ben)
    const { content } = (await ask(ben, required(view, 'B'))).data
    for (const row of content) if ('plate' in row) expect(row['plate']).toMatchObject({ plate: '苏B00001' })
    expect((await ask(ben, required(view, 'G'))).resultCode).toBe(400)
  })

  test('shows no alarm that was superseded, and a customer none of the types that only the staff know', async () => {
    if (report.rowIs !== 'alarm') return
    const rows = (await ask(admin, required(await viewFor(admin), 'G'))).data.content
    expect(rows.map((row) => String(row['id'])).filter((id) => superseded.has(id))).toEqual([])
    const own = (await ask(customer, required(await viewFor(customer), 'A1'))).data.content
    expect(own.length).toBeGreaterThan(0)
    expect(own.map((row) => String(row['id'])).filter((id) => staffOnly.has(id))).toEqual([])
  })

  test('columns for others are neither described nor sent nor sorted by nor exported', async () => {
    const view = await viewFor(customer)
    const seen = new Set(view.columns.map((column) => column.name))
    const hidden = Object.entries(report.columns).filter(([, column]) => column.audience !== 'everyone')
    const { content } = (await ask(customer, required(view, 'A1'))).data
    for (const [name] of hidden) {
      expect(seen).not.toContain(name)
      for (const row of content) expect(row).not.toHaveProperty(name)
      expect((await ask(customer, required(view, 'A1'), { sortBy: name })).resultCode).toBe(name === report.sort.by ? 200 : 400)
      const answer = await exported(customer, required(view, 'A1'), { fields: `plate,${name}` })
      expect(answer.type).toContain('application/json')
    }
  })

  test.each(['zh', 'en'] as const)(
    '[7.5-01] [7.5-02] [7.5-03] [7.6-04] [1-11] exports in %s what the page shows, cell for cell',
    async (language) => {
      const view = await viewFor(admin, language)
      const filters = required(view, 'G')
      const rows = (await ask(admin, filters, {}, { language })).data.content
      const answer = await exported(admin, filters, { language })
      expect(answer.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(decodeURIComponent(answer.file)).toContain(report.title[language].replaceAll('/', '-'))
      const workbook = read(answer.bytes, { dense: false })
      const [sheet = {}] = Object.values(workbook.Sheets)
      expect(workbook.SheetNames[0]).toBe(report.title[language].replaceAll('/', '-').slice(0, 31))
      const cells = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null, blankrows: true })
      expect(cells[0]).toEqual(view.columns.map(({ label, unit }) => (unit === null ? label : `${label} (${unit})`)))
      // Below the first empty line stand totals and what was asked.
      expect(
        cells.slice(
          1,
          cells.findIndex((line) => line.every((cell) => cell === null)),
        ),
      ).toEqual(
        rows.map((row) =>
          view.columns.map((column) => unknownIn(row, column.name) ?? shownAs(row[column.name], column, language, view.live !== null)),
        ),
      )
      for (const cell of Object.values(sheet)) if (typeof cell === 'object') expect(cell).not.toHaveProperty('f')
    },
  )

  test('[5.4-11] an empty export is refused with a message', async () => {
    const view = await viewFor(admin)
    const scope = view.filters.find(isScope)?.name
    const words = Object.fromEntries(view.filters.filter(({ kind }) => kind === 'text').map(({ name }) => [name, NOTHING.text]))
    const nowhere = scope === undefined ? { when: NOTHING.period } : { [scope]: { truckIds: [], organisationIds: [emptyOrganisation] } }
    const nothing = { ...required(view, 'G'), ...words, ...nowhere }
    expect(JSON.parse((await exported(admin, nothing)).bytes.toString())).toMatchObject({ resultCode: 400, message: '无明细数据可导出' })
  })

  test('a user without the screen’s permission gets nothing of it', async () => {
    const water = await server.signIn('water')
    expect((await water.get(`/reports/${path}`)).resultCode).toBe(401)
    expect((await ask(water, {})).resultCode).toBe(401)
    expect((await exported(water, {})).bytes.toString()).toContain('"resultCode":401')
  })
})

/** A time as spreadsheets count it: days since the end of 1899. */
const daysOf = (time: Date): unknown => expect.closeTo(time.getTime() / dayMs + 25_569, 6)

/** The cell of a sheet for a value from the rows call. */
const shownAs = (value: unknown, column: ReportView['columns'][number], language: 'zh' | 'en', ages: boolean): unknown => {
  if (value === null || value === undefined || value === '') return null
  const yesNo = language === 'zh' ? { true: '是', false: '否' } : { true: 'Yes', false: 'No' }
  const handled = language === 'zh' ? { true: '已处理', false: '未处理' } : { true: 'Handled', false: 'Unhandled' }
  switch (column.kind) {
    case 'plate':
      return (value as { plate: string }).plate
    case 'place':
      return (value as { name: string }).name
    case 'time':
      return daysOf(wallClock(Date.parse(String(value)), zone))
    case 'date':
      return daysOf(new Date(`${String(value)}T00:00:00Z`))
    case 'month':
      return daysOf(new Date(`${String(value)}-01T00:00:00Z`))
    case 'duration':
      return ages ? expect.any(Number) : expect.closeTo(Math.max(0, Math.floor(Number(value) / 1000)) / 86_400, 8)
    case 'number':
    case 'loss-rate':
    case 'rank-change':
      return Number(Number(value).toFixed(column.digits)) + 0
    case 'yes-no':
      return yesNo[String(value) as 'true']
    case 'handled':
      return handled[String(value) as 'true']
    case 'compartment':
      return value === 0 ? null : value
    case 'tree':
      return (value as string[]).join(' / ')
    case 'choice':
    case 'expiry':
    case 'grade':
      return column.choices.find((choice) => choice.value === String(value))?.label ?? unknownValue(String(value))[language]
    case 'choices':
      return String(value)
        .split(',')
        .map((key) => column.choices.find((choice) => choice.value === key)?.label)
        .join(language === 'zh' ? '、' : ', ')
    case 'alarm-type':
      return column.choices.find((choice) => choice.value === String(value))?.label ?? expect.any(String)
    case 'heading':
    case 'product':
      return expect.any(String)
    default:
      return value
  }
}
