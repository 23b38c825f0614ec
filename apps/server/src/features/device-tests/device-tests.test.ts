import type { DeviceTest, TestStep } from '@tanker/contract/device-tests'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { API_VALVE, BOTTOM_VALVE, BOTTOM_VALVE_WET, BOX_DOOR, MANHOLE } from '@tanker/domain/devices/probe-type'
import type { CompartmentReading, ProbeReading } from '@tanker/domain/reading'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verifyChanges } from '../../verify-changes.ts'
import { type Gateway } from '../../gateway/gateway.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { TestDevice, type TestPosition } from '../../gateway/test-device.ts'
import { aTruck, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { importWorld } from '../../world/import-world.ts'

let server: TestApi
let gateway: Gateway
let anna: SignedIn
let admin: SignedIn
const devices: TestDevice[] = []

beforeAll(async () => {
  server = await startTestApi()
  const { pool, db } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await importWorld(db, {
    trucks: [21, 22, 23, 24, 25, 26, 27].map((number) => aTruck({ plate: `苏T000${number}`, companyCode: 'A', number })),
  })
  gateway = await startTestGateway(server.database, { bus: server.bus, now: () => server.now.getTime() })
  anna = await server.signIn('anna')
  admin = await server.signIn('admin')
}, 30_000)
afterEach(() => {
  for (const device of devices.splice(0)) device.close()
})
afterAll(async () => {
  await gateway.close()
  await server.close()
})

const idOf = async (plate: string): Promise<number> =>
  (await server.database.db.selectFrom('truck').where('plate', '=', plate).select('id').executeTakeFirstOrThrow()).id
const start = async (plate: string, user = anna) => user.send<{ id: number }>('POST', '/deviceTests/start', { truckId: await idOf(plate) })
const begin = async (plate: string, user = anna): Promise<number> => {
  const answer = await start(plate, user)
  expect(answer.message).toBe('')
  return answer.data.id
}
const look = async (id: number, user = anna, language = 'zh'): Promise<DeviceTest> =>
  (await user.get<DeviceTest>('/deviceTests', { id }, { language })).data
type Form = Record<string, string | number>
/** With the version that stands there now. */
const enter = async (id: number, step: string, form: Form, user = anna) =>
  user.send<DeviceTest>('POST', '/deviceTests/step', { id, version: (await look(id, user)).version, step, verdict: 'none', ...form })
const end = async (id: number, user = anna, more: Form = {}) =>
  user.send<DeviceTest>('POST', '/deviceTests/end', { id, version: (await look(id, user)).version, ...more })
const cancel = (id: number, user = anna) => user.send<DeviceTest>('POST', '/deviceTests/cancel', { id })

const stepOf = ({ steps }: DeviceTest, key: string): TestStep => {
  const step = steps.find((one) => one.key === key)
  if (!step) throw new Error(`there is no step ${key} among ${steps.map((one) => one.key).join(' ')}`)
  return step
}
const resultOf = (seen: DeviceTest, key: string) => [stepOf(seen, key).state, stepOf(seen, key).actual]
const later = (seconds: number): void => void (server.now = new Date(server.now.getTime() + seconds * 1_000))

/** The truck's console, let in. */
async function connect(plate: string): Promise<(position?: Partial<TestPosition>) => Promise<void>> {
  const device = await TestDevice.connect(gateway.port)
  devices.push(device)
  const { terminal_phone: phone } = await server.database.db
    .selectFrom('truck')
    .where('plate', '=', plate)
    .select('terminal_phone')
    .executeTakeFirstOrThrow()
  const { code } = await device.register(phone)
  expect(await device.authenticate(phone, code)).toBe(0)
  return async (position = {}) => {
    later(2)
    expect(await device.position(phone, { at: Math.floor(server.now.getTime() / 1000) * 1000, ...position })).toBe(0)
  }
}

const tanker = (probes: readonly ProbeReading[], levelMm = 812.4) => ({
  compartments: [1, 2].map((compartment): CompartmentReading => ({
    compartment,
    dataType: 'TT',
    oilCode: 92,
    rawLevelMm: levelMm,
    levelMm,
    waterMm: 0,
    volumeL: 5_000,
    v20L: 4_980,
    temperatureC: 20,
    densityKgM3: 735,
    fault: 0,
  })),
  probes: [...probes],
  events: [],
  meters: [],
  power: { externalV: 27.4, backupV: 4.05 },
})
const PROBES = [
  ...[1, 2].flatMap((compartment) => [API_VALVE, MANHOLE, BOTTOM_VALVE, BOTTOM_VALVE_WET].map((type) => ({ compartment, type }))),
  { compartment: 0, type: BOX_DOOR },
]
/** All probes; those that `isOn` names open and wet. */
const probesWith = (isOn: (probe: (typeof PROBES)[number]) => boolean): ProbeReading[] =>
  PROBES.map((probe) => {
    const on = isOn(probe)
    return { ...probe, line: 0, answering: true, open: on, wet: on, uncertain: false, sealCount: 0 }
  })
const HAND_STEPS = ['printer', 'buzzer', 'seals', 'camera-1', 'camera-3']

test('a technician tests a truck: steps pass as its console reports them, one is failed by hand, the second test passes', async () => {
  const id = await begin('苏A00001')
  const first = await look(id)
  expect(first).toMatchObject({ plate: '苏A00001', tester: 'anna', isMine: true, state: 'open', reportNo: null, consoleCode: '250800001' })
  expect(new Set(first.steps.map(({ state }) => state))).toEqual(new Set(['pending']))
  expect(resultOf(first, 'cover-1-manhole')).toEqual(['pending', '探头未上报'])

  const report = await connect('苏A00001')
  await report({ tanker: tanker(probesWith(() => false)) })
  const shut = await look(id)
  expect(['online', 'clock', 'memory', 'supply', 'battery', 'fix'].map((key) => stepOf(shut, key).state)).toEqual(Array(6).fill('passed'))
  expect(resultOf(shut, 'supply')).toEqual(['passed', '27.40 V'])
  expect(resultOf(shut, 'probe-1-1')).toEqual(['pending', '只见关闭'])
  expect(resultOf(shut, 'gauge-2')).toEqual(['pending', '当前 812.4 mm'])
  expect(shut.steps.map(({ key }) => key)).not.toContain('cover-1-manhole')

  // Cover after cover: what was opened and is shut again has passed, the others wait for theirs.
  await report({ tanker: tanker(probesWith(({ compartment, type }) => compartment === 1 && type === MANHOLE)) })
  const opened = await look(id)
  expect(resultOf(opened, 'probe-1-1')).toEqual(['passed', '已打开、已关闭'])
  expect(stepOf(opened, 'probe-1-1').at).toBe(new Date(Math.floor(server.now.getTime() / 1000) * 1000).toISOString())
  expect(resultOf(opened, 'probe-2-1')).toEqual(['pending', '只见关闭'])
  await report({ tanker: tanker(probesWith(() => true)) })
  await report({ tanker: tanker(probesWith(() => false)) })
  const tried = await look(id, anna, 'en')
  for (const { compartment, type } of PROBES) expect(stepOf(tried, `probe-${compartment}-${type}`).state).toBe('passed')
  expect(resultOf(tried, 'probe-2-3')).toEqual(['passed', 'Wet and dry'])

  expect((await enter(id, 'gauge-1', { dipMm: 812 })).data).toMatchObject({ version: 2 })
  expect(resultOf(await look(id), 'gauge-1')).toEqual(['passed', '液位仪 812.4 mm，油尺 812.0 mm，差 +0.4 mm'])
  await enter(id, 'gauge-2', { dipMm: 820 })
  expect(resultOf(await look(id), 'gauge-2')).toEqual(['failed', '液位仪 812.4 mm，油尺 820.0 mm，差 -7.6 mm'])
  await enter(id, 'gauge-2', { dipMm: 811.5 })
  for (const step of HAND_STEPS) expect((await enter(id, step, { verdict: 'passed' })).resultCode).toBe(200)
  await enter(id, 'buzzer', { verdict: 'failed', remark: '不响' })
  const ended = await end(id, anna, { remark: '更换蜂鸣器后复检' })
  const day = new Date(server.now.getTime() + 480 * 60_000).toISOString().slice(0, 10).replaceAll('-', '')
  expect(ended.data).toMatchObject({ state: 'failed', reportNo: `DT-${day}-001`, remark: '更换蜂鸣器后复检' })
  expect(ended.data.steps.filter(({ state }) => state !== 'passed').map(({ key, remark }) => [key, remark])).toEqual([['buzzer', '不响']])

  later(60)
  const second = await begin('苏A00001')
  expect(second).not.toBe(id)
  // What the first test saw counts for the first test alone; that the probes are there is known.
  expect(resultOf(await look(second), 'probe-1-1')).toEqual(['pending', null])
  await report({ tanker: tanker(probesWith(() => true)) })
  await report({ tanker: tanker(probesWith(() => false)) })
  for (const compartment of [1, 2]) await enter(second, `gauge-${compartment}`, { dipMm: 812.4 })
  for (const step of HAND_STEPS) await enter(second, step, { verdict: step === 'seals' ? 'not-applicable' : 'passed', remark: '无铅封' })
  expect((await end(second)).data).toMatchObject({ state: 'passed', reportNo: `DT-${day}-002` })
  // The report stays as it ended; later readings do not change it.
  await report({ tanker: { ...tanker([]), power: { externalV: 3, backupV: 1 } } })
  expect(resultOf(await look(second), 'supply')).toEqual(['passed', '27.40 V'])
})

test('a probe is never passed by hand, an objection needs a reason, a level is for gauges, and an entry can be taken back', async () => {
  const id = await begin('苏T00021')
  const refused = async (step: string, form: Form): Promise<string> => {
    const { resultCode, message } = await enter(id, step, form)
    expect(resultCode).toBe(409)
    return message
  }
  expect(await refused('cover-1-api', { verdict: 'passed' })).toBe('该项由车辆上报自动判定，不能人工判为合格。')
  expect(await refused('cover-1-api', { verdict: 'not-applicable' })).toBe('请填写不合格或不适用的原因。')
  expect(await refused('printer', { verdict: 'failed', remark: ' ' })).toBe('请填写不合格或不适用的原因。')
  expect(await refused('printer', { dipMm: 5 })).toBe('只有液位仪检测项可以录入油尺液位。')
  expect(await refused('probe-9-9', { verdict: 'failed', remark: 'x' })).toBe('没有这个检测项，请刷新页面。')
  expect((await look(id)).version).toBe(1)

  await enter(id, 'cover-1-api', { verdict: 'not-applicable', remark: '未安装' })
  expect(stepOf(await look(id), 'cover-1-api')).toMatchObject({ state: 'not-applicable', verdict: 'not-applicable', remark: '未安装' })
  await enter(id, 'cover-1-api', {})
  expect(stepOf(await look(id), 'cover-1-api')).toMatchObject({ state: 'pending', verdict: null, remark: '' })
  // The page shows an older version.
  const stale = await anna.send('POST', '/deviceTests/step', { id, version: 1, step: 'printer', verdict: 'passed' })
  expect(stale).toMatchObject({ resultCode: 409, message: '该检测刚刚在另一页面中被修改，请查看后再试。' })
  await cancel(id)
})

test('a truck has one test at a time: a second user sees the tester’s name, and may cancel an abandoned test', async () => {
  const id = await begin('苏T00022')
  expect(await begin('苏T00022')).toBe(id)
  expect(await start('苏T00022', admin)).toMatchObject({ resultCode: 409, message: '该车正在由 anna 检测，请等其结束或取消。' })
  expect(await look(id, admin)).toMatchObject({ isMine: false, state: 'open' })
  expect((await enter(id, 'printer', { verdict: 'passed' }, admin)).message).toBe('该检测由 anna 进行，他人只能查看或取消。')
  expect((await end(id, admin)).message).toBe('该检测由 anna 进行，他人只能查看或取消。')
  expect((await cancel(id, admin)).data).toMatchObject({ state: 'cancelled', reportNo: null })
  expect((await enter(id, 'printer', { verdict: 'passed' })).message).toBe('该检测已结束或已取消，不能修改。')

  const answers = await Promise.all([anna, admin, anna, admin].map((user) => start('苏T00022', user)))
  const winner = answers[0]?.resultCode === 200 ? anna : admin
  expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 200, 409, 409])
  const { rows } = await server.database.pool.query<{ id: number; tester_id: number }>(
    `SELECT id, tester_id FROM device_test WHERE truck_id = $1 AND state = 'open'`,
    [await idOf('苏T00022')],
  )
  expect(rows).toEqual([{ id: expect.any(Number), tester_id: winner.userId }])
})

test('tests that are ended at once by several people get numbers without a gap, and a cancelled one takes none', async () => {
  const { pool } = server.database
  const before = await pool.query<{ last: number }>(
    'SELECT coalesce(max(report_count), 0) AS last FROM device_test WHERE organisation_id = $1',
    [server.organisationId('A')],
  )
  const last = before.rows[0]?.last ?? 0
  const plates = ['苏T00023', '苏T00024', '苏T00025', '苏T00026']
  const tests = await Promise.all(
    plates.map(async (plate, index) => {
      const user = index % 2 ? anna : admin
      return { id: await begin(plate, user), user }
    }),
  )
  const cancelled = tests.pop()
  if (cancelled) await cancel(cancelled.id)
  const answers = await Promise.all(tests.map(({ id, user }) => end(id, user)))
  expect(answers.map(({ data }) => Number(data.reportNo?.split('-')[2])).toSorted((a, b) => a - b)).toEqual([last + 1, last + 2, last + 3])
  // Each organisation counts for itself.
  const foreign = await begin('苏B00001', admin)
  expect((await end(foreign, admin)).data.reportNo).toMatch(/^DT-\d{8}-001$/)
})

test('an ended test cannot be changed, not even in the database, and every change is in the history', async () => {
  const id = await begin('苏T00027')
  await enter(id, 'printer', { verdict: 'failed', remark: '卡纸' })
  const { reportNo } = (await end(id)).data
  for (const answer of [await enter(id, 'printer', { verdict: 'passed' }), await end(id), await cancel(id)])
    expect(answer).toMatchObject({ resultCode: 409, message: '该检测已结束或已取消，不能修改。' })
  const { pool } = server.database
  await expect(pool.query(`UPDATE device_test SET state = 'passed' WHERE id = $1`, [id])).rejects.toThrow('stays as it is')
  await expect(pool.query(`DELETE FROM device_test WHERE id = $1`, [id])).rejects.toThrow('stays as it is')
  const { rows } = await pool.query(
    `SELECT action, user_name, old, new FROM change_log WHERE entity = 'device_test' AND row_id = $1 ORDER BY id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'create', user_name: 'anna', old: null, new: { plate: '苏T00027', tester: 'anna' } },
    {
      action: 'change',
      user_name: 'anna',
      old: { printer: null },
      new: { printer: { verdict: 'failed', remark: '卡纸', at: server.now.getTime() } },
    },
    { action: 'change', user_name: 'anna', old: { state: 'open' }, new: { state: 'failed', reportNo } },
  ])
  expect(await verifyChanges(server.database.db)).toMatchObject({ kind: 'whole' })
})

test('meters of the truck’s page and of the device register are tested', async () => {
  const truckId = await idOf('苏A00002')
  await server.database.pool.query(
    `INSERT INTO installed_device (organisation_id, name, code, device_type, quantity, truck_id, truck_type)
     SELECT organisation_id, '双枪流量计', 'LL2', 'meter', 2, id, 'oil-tanker' FROM truck WHERE id = $1`,
    [truckId],
  )
  const id = await begin('苏A00002')
  const seen = await look(id)
  expect(seen.steps.filter(({ group }) => group === 'meter').map(({ key }) => key)).toEqual(['meter-1', 'meter-2'])
  expect(resultOf(seen, 'meter-2')).toEqual(['pending', null])
  await cancel(id)
})

test('a truck that was tested and who tested it stay: reports name them', async () => {
  const id = await begin('苏T00023')
  await cancel(id)
  const truck = await admin.send('DELETE', '/baseData/truck', { id: await idOf('苏T00023') })
  expect(truck).toMatchObject({ resultCode: 409 })
  expect(truck.message).toMatch(/设备检测 \d{4}-\d\d-\d\d/)
  expect((await admin.send('DELETE', '/baseData/user', { id: anna.userId })).resultCode).toBe(409)
})

test('an open test goes with its truck to another organisation, a report stays where it was written', async () => {
  const done = await begin('苏T00024')
  await end(done)
  const open = await begin('苏T00024')
  const truckId = await idOf('苏T00024')
  const { pool } = server.database
  await pool.query('UPDATE truck SET organisation_id = $2 WHERE id = $1', [truckId, server.organisationId('B')])
  const ben = await server.signIn('ben')
  expect((await look(open, ben)).companyName).toBe((await look(open, admin)).companyName)
  expect((await anna.get('/deviceTests', { id: open })).message).toBe('没有找到该检测，请刷新列表。')
  expect((await look(done)).state).toBe('failed')
  expect((await ben.get('/deviceTests', { id: done })).message).toBe('没有找到该检测，请刷新列表。')
})

test('readings later than a day after the start do not count', async () => {
  const id = await begin('苏T00025')
  const begun = (hoursAgo: number) =>
    server.database.pool.query('UPDATE device_test SET started_at = $2 WHERE id = $1', [
      id,
      new Date(server.now.getTime() - hoursAgo * 3_600_000),
    ])
  const report = await connect('苏T00025')
  await report({ tanker: tanker(probesWith(() => false)) })
  await begun(23.9)
  expect(resultOf(await look(id), 'supply')).toEqual(['passed', '27.40 V'])
  await begun(24.1)
  const seen = await look(id)
  expect(stepOf(seen, 'supply')).toMatchObject({ state: 'pending', actual: null })
  expect(Date.parse(seen.evidenceUntil)).toBeLessThan(server.now.getTime())
})

test('the list shows open tests and reports with their result, and offers testing to those alone who may', async () => {
  const period = { from: new Date(server.now.getTime() - 5 * 86_400_000).toISOString(), to: server.now.toISOString() }
  const scope = { truckIds: [], organisationIds: [server.organisationId('A')] }
  const rows = async (result: string) => {
    const filters = JSON.stringify({ scope, period, result: [result] })
    return (await anna.get<ReportRows>('/reports/setting/base_data/test/rows', { filters })).data.content
  }
  const [passed] = await rows('passed')
  expect(passed).toMatchObject({ plate: { plate: '苏A00001' }, tester: 'anna', failed: 0, steps: 22 })
  const failed = await rows('failed')
  expect(failed.find(({ remark }) => remark === '更换蜂鸣器后复检')).toMatchObject({ failed: 1 })
  expect((await rows('open')).map((row) => [row['reportNo'], row['failed']])).toContainEqual([null, null])

  const actions = async (user: SignedIn) =>
    (await user.get<ReportView>('/reports/setting/base_data/test')).data.actions.map(({ name }) => name)
  expect(await actions(anna)).toEqual(['new-test', 'continue-test', 'cancel-test', 'show-test', 'print-test'])
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, f FROM role, unnest(ARRAY['setting/base_data/test', 'tests:run']) AS f WHERE name = '展会演示'`,
  )
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'setting/base_data/test' FROM role WHERE name = '客户'`,
  )
  for (const name of ['demo', 'carl'] as const) {
    const user = await server.signIn(name)
    expect(await actions(user)).toEqual(['show-test', 'print-test'])
    expect((await start('苏A00002', user)).resultCode).toBe(401)
  }
  const ben = await server.signIn('ben')
  const missing = await ben.send('POST', '/deviceTests/start', { truckId: 9_999_999 })
  expect(await start('苏A00001', ben)).toMatchObject({ resultCode: missing.resultCode, message: missing.message })
})
