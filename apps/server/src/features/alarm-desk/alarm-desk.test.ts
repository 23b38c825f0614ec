import { setThresholds } from '@tanker/database/test-thresholds'
import type { DeskCounts, DeskDetail, DeskLine } from '@tanker/contract/alarm-desk'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, type TestApi } from '../../platform/http/test-api.ts'
import { startDeskApi } from './test-desk.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
let carl: SignedIn
beforeAll(async () => {
  ;({ server, admin, anna, ben, carl } = await startDeskApi())
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE alarm, alarm_cleared, outbox, delivery, threshold_value CASCADE')
  await server.database.pool.query(`UPDATE truck_state SET live = NULL`)
})

type Page = { content: DeskLine[]; totalElements: number; alarms: number; grades: { black: number; red: number; yellow: number } }
const raise = (more: Partial<Parameters<typeof raiseAlarm>[1]> = {}): Promise<string> =>
  raiseAlarm(server, { plate: '苏A00001', type: ALARM.unsealing, settled: false, ...more })
const ago = (seconds: number) => new Date(server.now.getTime() - seconds * 1000)
const linesOf = async (user: SignedIn, query: Record<string, string | number> = {}): Promise<DeskLine[]> => {
  const answer = await user.get<Page>('/alarms/desk', query)
  expect(answer.resultCode, answer.message).toBe(200)
  return answer.data.content
}
const idsOf = async (user: SignedIn, query: Record<string, string | number> = {}) =>
  (await linesOf(user, query)).map(({ alarmIds }) => alarmIds)
const handle = (user: SignedIn, alarmIds: string, more: Record<string, string> = {}) =>
  user.send('POST', '/alarms/handle', { alarmIds, handleResult: '属实', exceptionType: 'human', confirm: 'confirmed', ...more })
const litres = (volumeL: number, compartment = 1) => ({
  compartment,
  dataType: 'TT' as const,
  oilCode: 92,
  fault: 0,
  rawLevelMm: 1000,
  levelMm: 1000,
  waterMm: 0,
  volumeL,
  v20L: volumeL,
  temperatureC: 20,
  densityKgM3: 740,
})

describe('GET /alarms/desk', () => {
  test('[D-03] alarms of a truck that began within a minute of the one before are one line, its head the gravest, then the oldest', async () => {
    const door = await raise({ type: ALARM.boxDoorOutside, grade: 'yellow', startedAt: ago(300) })
    const seal = await raise({ startedAt: ago(245) })
    const loss = await raise({ type: ALARM.highLoss, startedAt: ago(190) })
    const later = await raise({ type: ALARM.parkingOvertime, startedAt: ago(129), grade: 'yellow' })
    const other = await raise({ plate: '苏A00002', startedAt: ago(240) })
    expect(await idsOf(anna)).toEqual([[other], [seal, loss, door], [later]])
    const [, line] = await linesOf(anna)
    expect(line).toMatchObject({
      id: seal,
      type: ALARM.unsealing,
      grade: 'red',
      plate: '苏A00001',
      organisation: '甲运输',
      place: '距苏州油库 2.9 km',
    })
  })

  test('sixty seconds are together, sixty-one are not; a handled alarm is no link between two', async () => {
    const first = await raise({ startedAt: ago(200) })
    const second = await raise({ startedAt: ago(140) })
    const third = await raise({ startedAt: ago(79) })
    expect(await idsOf(anna)).toEqual([[third], [first, second]])
    await handle(anna, second)
    const link = await raise({ startedAt: ago(139) })
    await server.database.pool.query('UPDATE alarm SET handled_at = now() WHERE id = $1', [link])
    expect(await idsOf(anna)).toEqual([[third], [first]])
  })

  test('the gravest lines stand first, then the newest, and pages count all of them', async () => {
    const yellow = await raise({ grade: 'yellow', startedAt: ago(10) })
    const oldBlack = await raise({ plate: '苏A00002', grade: 'black', startedAt: ago(900) })
    const newBlack = await raise({ grade: 'black', startedAt: ago(500) })
    const red = await raise({ startedAt: ago(300) })
    expect(await idsOf(anna)).toEqual([[newBlack], [oldBlack], [red], [yellow]])
    const second = (await anna.get<Page>('/alarms/desk', { page: 1, size: 3 })).data
    expect([second.content.map(({ id }) => id), second.totalElements]).toEqual([[yellow], 4])
    expect((await anna.get<Page>('/alarms/desk', { page: 7, size: 3 })).data).toEqual({
      content: [],
      totalElements: 4,
      alarms: 4,
      grades: { black: 2, red: 1, yellow: 1 },
    })
  })

  test('[D-13] a finished emptying, and what late data took back, are not on the desk', async () => {
    await raise({ type: ALARM.emptied, grade: 'yellow' })
    const gone = await raise()
    await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [gone])
    expect(await idsOf(anna)).toEqual([])
    expect((await anna.get<DeskCounts>('/alarms/desk/counts')).data).toEqual({ black: 0, red: 0, yellow: 0, mine: 0 })
  })

  test('[T22] every user sees the alarms of its own organisation and below, customers none of the types for staff', async () => {
    const ofA = await raise({ startedAt: ago(300) })
    const ofCustomer = await raise({ plate: '苏A00002', startedAt: ago(200) })
    const forStaff = await raise({ plate: '苏A00002', type: ALARM.apiThreshold, startedAt: ago(10) })
    const ofB = await raise({ plate: '苏B00001', startedAt: ago(100) })
    expect(await idsOf(admin)).toEqual([[forStaff], [ofB], [ofCustomer], [ofA]])
    expect(await idsOf(anna)).toEqual([[forStaff], [ofCustomer], [ofA]])
    expect(await idsOf(ben)).toEqual([[ofB]])
    expect(await idsOf(carl)).toEqual([[ofCustomer]])
    expect((await carl.get<DeskCounts>('/alarms/desk/counts')).data).toEqual({ black: 0, red: 1, yellow: 0, mine: 0 })
    for (const query of [{ truckIds: server.truckId('苏B00001') }, { organisationIds: server.organisationId('B') }, { plate: 'B00001' }])
      expect(await idsOf(anna, query)).toEqual([])
    expect((await carl.get('/alarms/desk/detail', { alarmId: forStaff })).message).toBe('没有找到这条报警，请刷新列表。')
  })

  test('trucks, organisations and part of a plate choose alarms; grade and family choose lines by their head', async () => {
    const seal = await raise({ startedAt: ago(100) })
    const speed = await raise({ type: ALARM.overspeed, grade: 'yellow', startedAt: ago(90) })
    const ofCustomer = await raise({ plate: '苏A00002', type: ALARM.overspeed, grade: 'yellow', startedAt: ago(50) })
    expect(await idsOf(anna, { truckIds: server.truckId('苏A00001') })).toEqual([[seal, speed]])
    expect(await idsOf(anna, { organisationIds: server.organisationId('A1') })).toEqual([[ofCustomer]])
    expect(await idsOf(anna, { plate: 'a00002' })).toEqual([[ofCustomer]])
    expect(await idsOf(anna, { grades: 'yellow,black' })).toEqual([[ofCustomer]])
    expect(await idsOf(anna, { families: 'driving' })).toEqual([[ofCustomer]])
    expect(await idsOf(anna, { families: 'seal,driving' })).toEqual([[seal, speed], [ofCustomer]])
    expect((await anna.get('/alarms/desk', { grades: 'green' })).resultCode).toBe(400)
  })

  test('[D-05] a line says in one sentence what was seen, who drives with phone, litres aboard and litres gone', async () => {
    await setLive(server, '苏A00001', aLiveRow(server.now, { compartments: [litres(7880), litres(4000.04, 2)] }))
    await raise({
      type: ALARM.privateDischarge,
      properties: { compartment: 1, oilCode: 92, startVolumeL: 8000, endVolumeL: 7880, lossV20L: 119.4 },
    })
    expect(await linesOf(anna)).toMatchObject([
      {
        summary: '停车期间1仓油量减少 119.4 升，不在库站作业。',
        driver: { name: '陈海霞', phone: '19900001001' },
        litresNow: 11_880,
        litresChange: -119.4,
      },
    ])
    const english = await anna.get<Page>('/alarms/desk', {}, { language: 'en' })
    expect(english.data.content[0]?.summary).toBe('Compartment 1 lost 119.4 L at a stop, outside work at depots and stations.')
  })

  test('who drove is the driver of the delivery then under way, else the one that the alarm names, else the default driver of the truck', async () => {
    await server.database.pool.query(
      `INSERT INTO delivery (truck_id, trip_started_at, organisation_id, ended_at, driver_name, slip_no, escort, depot_name, station_names, distance_m, judge, basis, state)
       VALUES ($1, $2, $3, $4, '王师傅', '', '', '', '', 0, 'loss', 'truck-truck', 'done')`,
      [server.truckId('苏A00001'), ago(7200), server.organisationId('A'), ago(3600)],
    )
    await raise({ startedAt: ago(5000), grade: 'black' })
    await raise({ type: ALARM.overspeed, startedAt: ago(1000), properties: { driverName: '李师傅' } })
    await raise({ startedAt: ago(500), grade: 'yellow' })
    await raise({ plate: '苏A00002', startedAt: ago(100), grade: 'yellow' })
    expect((await linesOf(anna)).map(({ driver }) => driver)).toEqual([
      { name: '王师傅', phone: '' },
      { name: '李师傅', phone: '' },
      null,
      { name: '陈海霞', phone: '19900001001' },
    ])
  })

  test('what was handled is listed newest first, each alarm by itself, with who did it', async () => {
    const [first, second, waiting] = [
      await raise({ startedAt: ago(30) }),
      await raise({ startedAt: ago(20) }),
      await raise({ startedAt: ago(10) }),
    ]
    await handle(anna, second)
    server.now = new Date(server.now.getTime() + 60_000)
    await handle(anna, first)
    expect(await idsOf(anna, { state: 'handled' })).toEqual([[first], [second]])
    expect(await linesOf(anna, { state: 'handled' })).toMatchObject([
      { handler: 'anna', handleResult: '属实', handledAt: server.now.toISOString() },
      {},
    ])
    expect(await idsOf(anna)).toEqual([[waiting]])
  })
})

test('[D-03] the chips count the lines that each grade would show under the other filters; the foot counts their alarms', async () => {
  await raise({ grade: 'black', startedAt: ago(900) })
  await raise({ grade: 'yellow', startedAt: ago(890) })
  await raise({ grade: 'yellow', startedAt: ago(500) })
  await raise({ plate: '苏A00002', startedAt: ago(100) })
  const counted = async (query: Record<string, string> = {}) => {
    const { totalElements, alarms, grades } = (await anna.get<Page>('/alarms/desk', query)).data
    return { totalElements, alarms, ...grades }
  }
  expect(await counted()).toEqual({ totalElements: 3, alarms: 4, black: 1, red: 1, yellow: 1 })
  expect(await counted({ grades: 'black' })).toEqual({ totalElements: 1, alarms: 2, black: 1, red: 1, yellow: 1 })
  expect(await counted({ plate: 'A00001' })).toEqual({ totalElements: 2, alarms: 3, black: 1, red: 0, yellow: 1 })
  expect(await counted({ plate: 'none' })).toEqual({ totalElements: 0, alarms: 0, black: 0, red: 0, yellow: 0 })
  // The header counts the same lines.
  expect((await anna.get('/alarms/desk/counts')).data).toEqual({ black: 1, red: 1, yellow: 1, mine: 0 })
  await handle(anna, (await linesOf(anna))[0]?.alarmIds.join() ?? '')
  expect(await counted({ state: 'handled' })).toEqual({ totalElements: 2, alarms: 2, black: 1, red: 0, yellow: 1 })
  expect(await counted({ state: 'handled', grades: 'yellow' })).toEqual({ totalElements: 1, alarms: 1, black: 1, red: 0, yellow: 1 })
})

test('GET /alarms/desk/counts counts happenings that wait by grade, and those of the user', async () => {
  await raise({ grade: 'black', startedAt: ago(600) })
  await raise()
  const mine = await raise({ plate: '苏A00002' })
  await raise({ plate: '苏B00001', grade: 'yellow' })
  await anna.send('POST', '/alarms/desk/assign', { alarmIds: mine, userId: anna.userId })
  expect((await anna.get('/alarms/desk/counts')).data).toEqual({ black: 1, red: 2, yellow: 0, mine: 1 })
  expect((await admin.get('/alarms/desk/counts')).data).toEqual({ black: 1, red: 2, yellow: 1, mine: 0 })
})

describe('GET /alarms/desk/detail', () => {
  test('[D-05] shows the explanation, compartments before and now, the other alarms of the happening, earlier ones and the history', async () => {
    await setLive(server, '苏A00001', aLiveRow(server.now, { compartments: [litres(7880)] }))
    const earlier = await raise({ startedAt: ago(86_400), type: ALARM.overspeed, grade: 'yellow' })
    await raise({ startedAt: ago(91 * 86_400) })
    const properties = {
      compartment: 1,
      probeType: 0,
      placeKind: 'elsewhere',
      loaded: true,
      volumeBeforeL: 8000,
      openings: [],
      lossV20L: 120,
    }
    const id = await raise({ startedAt: ago(600), properties })
    const door = await raise({ startedAt: ago(590), type: ALARM.boxDoorOutside, grade: 'yellow' })
    await handle(anna, earlier)
    await anna.send('POST', '/alarms/desk/assign', { alarmIds: id, userId: anna.userId })
    const { data } = await anna.get<DeskDetail>('/alarms/desk/detail', { alarmId: id })
    expect(data).toMatchObject({
      alarm: { id, assignee: { id: anna.userId, name: 'anna' }, litresChange: -120 },
      others: [{ id: door }],
      explanation: {
        seen: ['1仓API阀在库站和停车场以外打开，重车。', '油量减少 120 升（20 ℃）。'],
        limits: [{ label: '油量减少（达到限值升级为黑色）', value: '50 升', seen: '120 升' }],
        grade: '按地点和运输状态不允许打开铅封，定为红色。',
      },
      compartments: [
        { compartment: 1, product: '92号汽油', litresBefore: 8000, litresNow: 7880 },
        { compartment: 2, product: '0号柴油', litresBefore: null, litresNow: null },
      ],
      report: 'cargo_monitor/exception_report/alarm_switch_cover',
      earlierOfTruck: [{ id: earlier, handleResult: '属实' }],
      earlierOfDriver: [{ id: earlier }],
      history: [{ who: 'anna', what: '指派给 anna', at: server.now.toISOString() }],
      exceptionType: null,
      confirm: 'unconfirmed',
      handleRemark: null,
      supersededAt: null,
    })
    expect(data.curve).toEqual({ from: ago(4200).toISOString(), to: server.now.toISOString() })
    const { data: handled } = await anna.get<DeskDetail>('/alarms/desk/detail', { alarmId: earlier }, { language: 'en' })
    expect(handled.history).toMatchObject([{ what: 'Handled: result: 属实, exception type: Human cause, verdict: Confirmed' }])
    expect(handled.compartments[1]?.product).toBe('Diesel 0')
  })

  test('the thresholds are those of the truck, times those of the reader, and a report that the user may not open is not named', async () => {
    await setThresholds(server.database.pool, { organisationId: server.organisationId('A1') }, { blackLossL: 80 })
    const properties = { compartment: 1, probeType: 0, openedAt: server.now.getTime(), closedAt: null, openings: [], lossV20L: 120 }
    const id = await raise({ plate: '苏A00002', properties })
    const speed = await raise({ plate: '苏A00002', type: ALARM.overspeed, startedAt: ago(600) })
    const { data } = await carl.get<DeskDetail>('/alarms/desk/detail', { alarmId: id }, { localTimeZone: 'UTC' })
    expect(data.explanation.limits).toMatchObject([{ value: '80 升', seen: '120 升' }])
    expect(data.explanation.seen[1]).toContain(`${server.now.toISOString().slice(0, 19).replace('T', ' ')} 打开`)
    expect((await carl.get<DeskDetail>('/alarms/desk/detail', { alarmId: speed })).data.report).toBeNull()
    expect(data.curve).toBeNull()
  })

  test('[2.5-02] an alarm about a speed has the speeds around it and what was allowed instead of levels, a curve its radius', async () => {
    const detail = async (type: number, properties: Record<string, unknown>, endedAt: Date | null) => {
      const id = await raise({ type, properties, startedAt: ago(600), endedAt })
      return (await anna.get<DeskDetail>('/alarms/desk/detail', { alarmId: id }, { language: 'en' })).data
    }
    const around = (toS: number) => ({ from: ago(660).toISOString(), to: ago(toS).toISOString() })
    const over = await detail(ALARM.overspeed, { limitKmh: 60, maxKmh: 75 }, ago(500))
    expect(over).toMatchObject({ curve: null, speed: { ...around(440), limit: { label: 'Limit', kmh: 60 }, radiusM: null } })
    // It still lasts: until now.
    expect((await detail(ALARM.overspeed, { limitKmh: 60 }, null)).speed).toMatchObject({ to: ago(-60).toISOString() })
    const curve = await detail(ALARM.curveSpeeding, { safeKmh: 45, radiusM: 79.6, lateralG: 0.25, limitG: 0.2, maxKmh: 50 }, ago(590))
    expect(curve.speed).toEqual({ ...around(530), limit: { label: 'Safe speed', kmh: 45 }, radiusM: 79.6 })
    expect(curve.explanation.limits[0]).toEqual({ label: 'Lateral acceleration', value: '0.2 g', seen: '0.25 g' })
    for (const type of [ALARM.harshDriving, 27])
      expect((await detail(type, {}, null)).speed).toEqual({ ...around(540), limit: null, radiusM: null })
    // A parked truck has levels.
    expect((await detail(ALARM.parkingOvertime, {}, null)).speed).toBeNull()
  })

  test('earlier alarms of the driver are those of the deliveries with this driver, with any truck', async () => {
    const { rows } = await server.database.pool.query<{ id: number }>(`SELECT id FROM driver WHERE name = '陈海霞'`)
    await server.database.pool.query(
      `INSERT INTO delivery (truck_id, trip_started_at, organisation_id, ended_at, driver_id, driver_name, slip_no, escort, depot_name, station_names, distance_m, judge, basis, state)
       VALUES ($1, $2, $3, $4, $5, '陈海霞', '', '', '', '', 0, 'loss', 'truck-truck', 'done')`,
      [server.truckId('苏A00002'), ago(7200), server.organisationId('A1'), ago(3600), rows[0]?.id],
    )
    const before = await raise({ plate: '苏A00002', startedAt: ago(5000) })
    await raise({ plate: '苏A00002', startedAt: ago(3000) })
    const id = await raise({ startedAt: ago(100) })
    const { data } = await anna.get<DeskDetail>('/alarms/desk/detail', { alarmId: id })
    expect(data.earlierOfDriver.map((alarm) => alarm.id)).toEqual([before])
    expect(data.earlierOfTruck).toEqual([])
  })

  test('[D-05] a black opening says which count of its day made it black', async () => {
    for (const seconds of [40_000, 20_000]) await raise({ startedAt: ago(seconds) })
    await raise({ plate: '苏A00002', startedAt: ago(10_000) })
    const id = await raise({ grade: 'black', startedAt: ago(60) })
    const { data } = await anna.get<DeskDetail>('/alarms/desk/detail', { alarmId: id })
    expect(data.explanation.grade).toBe('24 小时内第 3 次异常开启（限值 3 次），升级为黑色。')
  })

  test('an alarm that late data took back says so', async () => {
    const id = await raise()
    await server.database.pool.query('UPDATE alarm SET superseded_at = $2 WHERE id = $1', [id, server.now])
    expect((await anna.get<DeskDetail>('/alarms/desk/detail', { alarmId: id })).data.supersededAt).toBe(server.now.toISOString())
  })
})

test('alarms can be assigned to users who may handle them, of the own organisation or below, the user itself first', async () => {
  const people = async (user: SignedIn) =>
    (await user.get<{ id: number; name: string }[]>('/alarms/desk/people')).data.map(({ name }) => name)
  // Customers see the desk and handle nothing; the trade show only reads.
  expect(await people(admin)).toEqual(['admin', 'anna', 'ben'])
  expect(await people(anna)).toEqual(['anna'])
  expect(await people(carl)).toEqual([])
  await server.database.pool.query(`UPDATE app_user SET real_name = '安娜' WHERE user_name = 'anna'`)
  expect(await people(anna)).toEqual(['安娜'])
  await server.database.pool.query(`UPDATE app_user SET real_name = '' WHERE user_name = 'anna'`)
})

describe('POST /alarms/desk/assign', () => {
  const assign = (user: SignedIn, alarmIds: string, userId?: number) =>
    user.send('POST', '/alarms/desk/assign', { alarmIds, ...(userId === undefined ? {} : { userId }) })
  const assignees = async (): Promise<(number | null)[]> =>
    (await server.database.pool.query<{ assigned_to: number | null }>('SELECT assigned_to FROM alarm ORDER BY id')).rows.map(
      (row) => row.assigned_to,
    )

  test('the assignee finds them under mine; the history names both; no console sounds again', async () => {
    const [first, second] = [await raise({ startedAt: ago(300) }), await raise()]
    expect(await assign(admin, `${first},${second}`, anna.userId)).toMatchObject({ resultCode: 200, data: { assigned: 2 } })
    expect(await idsOf(anna, { owner: 'mine' })).toEqual([[second], [first]])
    expect(await idsOf(admin, { owner: 'mine' })).toEqual([])
    expect(await idsOf(anna, { owner: 'unassigned' })).toEqual([])
    await assign(admin, first, admin.userId)
    await assign(admin, second)
    expect(await assignees()).toEqual([admin.userId, null])
    // The administrator is of an organisation above: anna sees that it is assigned, not to whom.
    expect(await linesOf(anna)).toMatchObject([
      { id: second, assignee: null },
      { id: first, assignee: { id: 0, name: '其他组织的用户' } },
    ])
    const { rows } = await server.database.pool.query(
      `SELECT action, old, new FROM change_log WHERE entity = 'alarm' AND row_id = $1 ORDER BY id`,
      [first],
    )
    expect(rows).toEqual([
      { action: 'assign', old: null, new: { assignee: 'anna' } },
      { action: 'assign', old: { assignee: 'anna' }, new: { assignee: 'admin' } },
    ])
    const { data } = await admin.get<DeskDetail>('/alarms/desk/detail', { alarmId: second })
    expect(data.history.map(({ what }) => what)).toEqual(['取消负责人 anna', '指派给 anna'])
    expect((await server.database.pool.query(`SELECT what FROM outbox WHERE what <> 'raised'`)).rows).toEqual([])
  })

  test('a user who is not seen, may not handle, or does not see the truck is refused by name, and nothing is assigned', async () => {
    const [ofA, ofB] = [await raise(), await raise({ plate: '苏B00001' })]
    const message = async (answer: ReturnType<typeof assign>) => (await answer).message
    expect(await message(assign(anna, ofA, ben.userId))).toBe('没有这个负责人，或您无权查看，请重新选择。')
    expect(await message(assign(anna, ofA, 999_999))).toBe('没有这个负责人，或您无权查看，请重新选择。')
    expect(await message(assign(anna, ofA, carl.userId))).toBe('carl没有处理报警的权限，请选择其他负责人。')
    expect(await message(assign(admin, `${ofA},${ofB}`, anna.userId))).toBe('anna看不到苏B00001，请选择其他负责人。')
    expect(await message(assign(anna, `${ofA},${ofB}`, anna.userId))).toBe('没有找到这条报警，请刷新列表。')
    expect((await carl.send('POST', '/alarms/desk/assign', { alarmIds: ofA })).resultCode).toBe(401)
    expect(await assignees()).toEqual([null, null])
  })

  test('an alarm that was handled or taken back is refused as by handling, and none of the others is assigned', async () => {
    const [open, handled, gone] = [await raise(), await raise(), await raise()]
    await handle(anna, handled)
    await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [gone])
    expect((await assign(anna, `${open},${handled}`, anna.userId)).message).toBe('苏A00001 的报警刚被其他用户处理，本次没有更改任何内容。')
    expect((await assign(anna, `${open},${gone}`, anna.userId)).message).toContain('已被补传数据取代')
    expect(await assignees()).toEqual([null, null, null])
  })
})

test('handling takes a remark, which the detail, the history and the reports show', async () => {
  const id = await raise()
  expect(await handle(anna, id, { remark: '驾驶员已电话确认' })).toMatchObject({ resultCode: 200 })
  const { data } = await anna.get<DeskDetail>('/alarms/desk/detail', { alarmId: id })
  expect([data.handleRemark, data.history[0]?.what]).toEqual([
    '驾驶员已电话确认',
    '处理，处理结果：属实，异常类型：人为原因，判定：已确认，备注：驾驶员已电话确认',
  ])
  const { data: report } = await anna.get<{ content: Record<string, unknown>[] }>(
    '/reports/cargo_monitor/exception_report/alarm_switch_cover/rows',
    {
      filters: JSON.stringify({
        scope: { truckIds: [], organisationIds: [server.organisationId('A')] },
        when: { from: ago(3600).toISOString(), to: ago(-3600).toISOString() },
      }),
    },
  )
  expect(report.content).toMatchObject([{ id, handleResult: '属实', handleRemark: '驾驶员已电话确认' }])
  const without = await raise()
  await handle(anna, without, { remark: ' ' })
  expect((await anna.get<DeskDetail>('/alarms/desk/detail', { alarmId: without })).data.handleRemark).toBeNull()
  expect((await handle(anna, await raise(), { remark: '长'.repeat(501) })).resultCode).toBe(400)
})

test('[D-04] every type of alarm is on the desk and can be handled there', async () => {
  const types = ALARM_TYPES.filter(({ information }) => !information)
  const ids = new Map<number, string>()
  for (const [index, { code, grade }] of types.entries())
    ids.set(code, await raise({ type: code, grade, startedAt: ago(100 * (index + 1)) }))
  const lines = await linesOf(anna, { size: 200 })
  expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(types.map(({ code }) => code)))
  expect(lines.every(({ summary }) => summary !== '')).toBe(true)
  for (const { code } of types)
    expect(await handle(anna, ids.get(code) ?? ''), `${code}`).toMatchObject({ resultCode: 200, data: { handled: 1 } })
  expect(await linesOf(anna)).toEqual([])
  expect((await anna.get<Page>('/alarms/desk', { state: 'handled' })).data.totalElements).toBe(types.length)
})
