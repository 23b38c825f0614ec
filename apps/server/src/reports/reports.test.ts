import type { AlarmStanding } from '@tanker/contract/alarms'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
let carl: SignedIn
const ids: Record<string, string> = {}
const unsealing = 'cargo_monitor/exception_report/alarm_switch_cover'
const overspeed = 'driving_monitor/exception_report/alarm_over_speed'
const minutesAgo = (minutes: number) => new Date(server.now.getTime() - minutes * 60_000)

beforeAll(async () => {
  server = await startTestApi()
  anna = await server.signIn('anna')
  carl = await server.signIn('carl')
  const opening = {
    compartment: 2,
    probeType: 1,
    placeKind: 'elsewhere',
    processState: 6,
    count: 2,
    lossL: 62.5,
    levelBeforeMm: 900,
    volumeBeforeL: 5000,
    levelAfterMm: 880,
    volumeAfterL: 4937.5,
  }
  ids['opening'] = await raiseAlarm(server, {
    plate: '苏A00001',
    type: 1,
    startedAt: minutesAgo(60),
    endedAt: minutesAgo(50),
    grade: 'black',
    properties: opening,
  })
  ids['customers'] = await raiseAlarm(server, {
    plate: '苏A00002',
    type: 1,
    startedAt: minutesAgo(30),
    properties: { ...opening, compartment: 1, lossL: 10 },
  })
  ids['foreign'] = await raiseAlarm(server, { plate: '苏B00001', type: 1, startedAt: minutesAgo(20), properties: opening })
  const speeding = {
    limitKmh: 80,
    maxKmh: 101.5,
    meanKmh: 92.1,
    overPct: 26.9,
    distanceM: 2450,
    roadClass: 'expressway',
    roadSource: 'speed',
    loaded: true,
    speedSource: 'gps',
    driverName: '陈海霞',
    endPlace: { lat: 31.3, lng: 120.6, fenceName: '油库围栏' },
  }
  ids['speeding'] = await raiseAlarm(server, {
    plate: '苏A00001',
    type: 2,
    startedAt: minutesAgo(40),
    endedAt: minutesAgo(39),
    grade: 'red',
    properties: speeding,
  })
})
afterAll(() => server.close())

const filtersOf = (companyCode: string, more: object = {}) => ({
  scope: { truckIds: [], organisationIds: [server.organisationId(companyCode)] },
  when: { from: minutesAgo(24 * 60).toISOString(), to: server.now.toISOString() },
  ...more,
})
const rowsOf = (user: SignedIn, path: string, filters: object, more: Record<string, string | number> = {}) =>
  user.get<ReportRows>(`/reports/${path}/rows`, { filters: JSON.stringify(filters), ...more })
const found = async (filters: object, more: Record<string, string | number> = {}, path = unsealing) => {
  const answer = await rowsOf(anna, path, filters, more)
  return answer.data === null ? answer.message : answer.data.content.map((row) => row['id'])
}

test('the abnormal unsealing report shows what detection wrote, with a name for the place and a total of the loss', async () => {
  const { data } = await rowsOf(anna, unsealing, filtersOf('A'))
  expect(data.totalElements).toBe(2)
  expect(data.totals).toEqual({ loss: 72.5 })
  expect(data.content[1]).toEqual({
    id: ids['opening'],
    rowActions: ['handle-alarm', 'open-detail', 'open-curve'],
    plate: { truckId: server.truckId('苏A00001'), plate: '苏A00001' },
    organisation: '甲运输',
    grade: 'black',
    type: 1,
    startedAt: minutesAgo(60).toISOString(),
    endedAt: minutesAgo(50).toISOString(),
    duration: 600_000,
    place: { name: '距苏州油库 2.9 km', lat: 31.32, lng: 120.62 },
    placeKind: 'elsewhere',
    compartment: 2,
    cover: '1',
    seals: '201',
    processState: '6',
    openings: 2,
    levelBefore: 900,
    levelAfter: 880,
    volumeBefore: 5000,
    volumeAfter: 4937.5,
    loss: 62.5,
    moved: null,
    confirm: 'unconfirmed',
    handled: false,
    exceptionType: null,
    handleRemark: null,
    handleResult: null,
    handler: null,
    handledAt: null,
  })
})

test('the overspeed report shows limit, highest and mean speed, distance and both places', async () => {
  const { data } = await rowsOf(anna, overspeed, filtersOf('A'))
  expect(data.content).toMatchObject([
    {
      id: ids['speeding'],
      driver: '陈海霞',
      limit: 80,
      maxSpeed: 101.5,
      meanSpeed: 92.1,
      overPercent: 26.9,
      distance: 2.45,
      roadClass: 'expressway',
      roadSource: 'speed',
      loaded: true,
      speedSource: 'gps',
      startPlace: { name: '距苏州油库 2.9 km' },
      endPlace: { name: '油库围栏', lat: 31.3, lng: 120.6 },
      duration: 60_000,
    },
  ])
  expect(await found(filtersOf('A', { overPercent: 30 }), {}, overspeed)).toEqual([])
  expect(await found(filtersOf('A', { seconds: 60, roadClass: ['expressway'] }), {}, overspeed)).toEqual([ids['speeding']])
})

test('each filter of the unsealing report restricts', async () => {
  const both = [ids['customers'], ids['opening']]
  expect(await found(filtersOf('A', { compartment: [1] }))).toEqual([ids['customers']])
  expect(await found(filtersOf('A', { compartment: [] }))).toEqual(both)
  expect(await found(filtersOf('A', { cover: ['0'] }))).toEqual([])
  expect(await found(filtersOf('A', { cover: ['1', '0'] }))).toEqual(both)
  expect(await found(filtersOf('A', { grade: ['black'] }))).toEqual([ids['opening']])
  expect(await found(filtersOf('A', { confirm: ['confirmed'] }))).toEqual([])
  expect(await found(filtersOf('A', { handled: 'unhandled' }))).toEqual(both)
  expect(await found(filtersOf('A', { place: ['park'] }))).toEqual([])
  expect(
    await found({ ...filtersOf('A'), scope: { truckIds: [server.truckId('苏A00002')], organisationIds: [server.organisationId('A')] } }),
  ).toEqual([ids['customers']])
})

describe('[5.4] limits of a query', () => {
  const day = 86_400_000
  const when = (days: number, extraMs = 0) => ({
    from: new Date(server.now.getTime() - days * day - extraMs).toISOString(),
    to: server.now.toISOString(),
  })
  test.each([
    ['an organisation or a vehicle must be chosen', () => ({ when: when(1) }), '请选择组织或车辆。'],
    ['and not an empty choice', () => ({ scope: { truckIds: [], organisationIds: [] }, when: when(1) }), '请选择组织或车辆。'],
    ['a period must be chosen', () => ({ scope: filtersOf('A').scope }), '请选择时间。'],
    [
      'start not after end',
      () => filtersOf('A', { when: { from: server.now.toISOString(), to: minutesAgo(1).toISOString() } }),
      '开始时间不能晚于结束时间。',
    ],
    ['at most 31 days', () => filtersOf('A', { when: when(31, 1) }), '时间范围不能超过 31 天，请缩短。'],
    [
      'times with a zone',
      () => filtersOf('A', { when: { from: '2026-01-01 00:00:00', to: '2026-01-02' } }),
      '时间：参数 from 格式不正确。',
    ],
    ['filters that exist', () => filtersOf('A', { secret: 1 }), '没有名为 secret 的筛选条件。'],
    ['prototype keys are no filters', () => JSON.parse(`{"__proto__": {}, "constructor": 1}`) as object, '没有名为 __proto__ 的筛选条件。'],
    ['options that exist', () => filtersOf('A', { grade: ['pink'] }), '等级的选项无效。'],
  ])('%s', async (_, filters, message) => {
    expect(await rowsOf(anna, unsealing, filters())).toMatchObject({ resultCode: 400, message })
  })

  test('31 days are allowed', async () => {
    expect(await found(filtersOf('A', { when: when(31) }))).toHaveLength(2)
  })

  test('filters that are not JSON, and a sort column that does not exist, are refused', async () => {
    expect((await anna.get(`/reports/${unsealing}/rows`, { filters: '{"scope"' })).message).toBe('参数 filters 应为 JSON 对象。')
    expect((await rowsOf(anna, unsealing, filtersOf('A'), { sortBy: 'id; DROP TABLE alarm' })).message).toBe('不能按此列排序。')
  })
})

test('[T22] a foreign organisation or truck, the one above, and one that does not exist get the same refusal', async () => {
  const scopes = [
    { truckIds: [], organisationIds: [server.organisationId('B')] },
    { truckIds: [], organisationIds: [server.organisationId('G')] },
    { truckIds: [], organisationIds: [999_999_999_999] },
    { truckIds: [server.truckId('苏B00001')], organisationIds: [] },
    { truckIds: [999_999], organisationIds: [] },
    { truckIds: [server.truckId('苏A00001'), server.truckId('苏B00001')], organisationIds: [] },
  ]
  for (const scope of scopes) expect(await found({ ...filtersOf('A'), scope })).toBe('没有找到所选组织或车辆，请重新选择。')
})

test('[4.3-10] fromAlarm shows that alarm alone; a foreign one is treated as missing', async () => {
  const from = (id: string) => anna.get<ReportRows>(`/reports/${unsealing}/rows`, { fromAlarm: id })
  expect((await from(ids['opening'] ?? '')).data.content.map((row) => row['id'])).toEqual([ids['opening']])
  const foreign = await from(ids['foreign'] ?? '')
  expect(foreign).toMatchObject({ resultCode: 400, message: '没有找到这条报警，请刷新列表。' })
  expect((await from('999999')).message).toBe(foreign.message)
})

test('[4.3-10] a superseded alarm is shown as such when opened or handled, and as missing to other organisations', async () => {
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 320, startedAt: server.now })
  await server.database.pool.query(`UPDATE alarm SET superseded_at = '2026-03-01T04:05:06Z' WHERE id = $1`, [id])
  const ben = await server.signIn('ben')
  const opened = (user: typeof anna) => user.get<ReportRows>(`/reports/${unsealing}/rows`, { fromAlarm: id })
  const handled = (user: typeof anna) =>
    user.send('POST', '/alarms/handle', { alarmIds: id, handleResult: '属实', exceptionType: 'human', confirm: 'confirmed' })
  for (const done of [opened, handled]) {
    expect(await done(anna)).toMatchObject({
      resultCode: 400,
      message: expect.stringMatching(/^该报警已被补传数据取代（2026-03-01 \d\d:05:06），不再有效，请刷新列表。$/),
    })
    expect((await done(ben)).message).not.toContain('取代')
  }
})

test('[D-13] the list of what was left aboard has finished emptyings only by choice, and a call that names nothing has all', async () => {
  const path = 'cargo_monitor/exception_report/alarm_not_empty'
  const admin = await server.signIn('admin')
  const { filters } = (await admin.get<ReportView>(`/reports/${path}`)).data
  expect(filters.filter(({ initial }) => initial.length > 0).map(({ name, initial }) => [name, initial])).toEqual([
    ['type', ['207', '208']],
  ])
  expect(filters.find(({ name }) => name === 'type')?.choices.map(({ value }) => value)).toEqual(['207', '208', '213'])
  const startedAt = new Date(server.now.getTime() - 3_600_000)
  for (const type of [207, 213]) await raiseAlarm(server, { plate: '苏A00001', type, startedAt, endedAt: startedAt })
  const typesOf = async (more: object) => {
    const { data } = await rowsOf(admin, path, { ...filtersOf('A'), ...more })
    return data.content.map((row) => row['type']).toSorted()
  }
  expect(await typesOf({ type: ['207', '208'] })).toEqual([207])
  expect(await typesOf({})).toEqual([207, 213])
})

test('[4.3-10] an alarm without a report shows on the truck card whether and when late data superseded it', async () => {
  const startedAt = new Date(server.now.getTime() - 60_000)
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 201, startedAt })
  const standing = (user: typeof anna, alarmId = id) => user.get<AlarmStanding>('/alarms/standing', { alarmId })
  expect((await standing(anna)).data).toEqual({ type: 201, startTime: startedAt.toISOString(), supersededAt: null })
  await server.database.pool.query(`UPDATE alarm SET superseded_at = '2026-03-01T04:05:06Z' WHERE id = $1`, [id])
  expect((await standing(anna)).data.supersededAt).toBe('2026-03-01T04:05:06.000Z')
  const ben = await server.signIn('ben')
  for (const answer of [await standing(ben), await standing(anna, '999999')])
    expect(answer).toMatchObject({ resultCode: 400, message: '没有找到这条报警，请刷新列表。' })
})

test('[6] the organisation column is only for users with the sign flag, in the view and in the rows', async () => {
  const view = (await carl.get<ReportView>(`/reports/${unsealing}`)).data
  expect(view.columns.map((column) => column.name)).not.toContain('organisation')
  const { data } = await rowsOf(carl, unsealing, filtersOf('A1'))
  expect(data.content.map((row) => row['id'])).toEqual([ids['customers']])
  expect(data.content[0]).not.toHaveProperty('organisation')
  expect((await rowsOf(carl, unsealing, filtersOf('A1'), { sortBy: 'organisation' })).resultCode).toBe(400)
})

test('handling is offered only to a role that may handle', async () => {
  const opens = ['open-detail', 'open-curve']
  const actions = async (user: SignedIn) => (await user.get<ReportView>(`/reports/${unsealing}`)).data.actions.map(({ name }) => name)
  expect(await actions(anna)).toEqual(['handle-alarm', 'change-verdict', ...opens])
  expect(await actions(carl)).toEqual(opens)
})

test('[4.5-12] [4.5-15] a handled alarm shows who handled it, how and when', async () => {
  await anna.send('POST', '/alarms/handle', {
    alarmIds: ids['customers'] ?? '',
    handleResult: '误报',
    exceptionType: 'positioning',
    confirm: 'non-abnormal',
  })
  const { data } = await rowsOf(anna, unsealing, filtersOf('A', { handled: 'handled' }))
  expect(data.content).toMatchObject([
    {
      id: ids['customers'],
      handled: true,
      confirm: 'non-abnormal',
      exceptionType: 'positioning',
      handleResult: '误报',
      handler: 'anna',
      handledAt: server.now.toISOString(),
    },
  ])
})
