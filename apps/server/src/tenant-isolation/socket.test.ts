import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeLiveUpdates } from '../platform/bus/live-payload.ts'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { openTestSocket, type TestSocket } from '../feed/test-socket.ts'

let server: TestApi
const open: TestSocket[] = []
beforeAll(async () => {
  server = await startTestApi()
  for (const plate of ['苏A00001', '苏A00002', '苏B00001']) await setLive(server, plate, aLiveRow(server.now))
})
afterAll(async () => {
  for (const socket of open) socket.cut()
  await server.close()
})
beforeEach(() => server.database.pool.query('TRUNCATE alarm, alarm_cleared, outbox CASCADE'))

const first = (user: SignedIn, more: object = {}) => ({
  msgType: 1,
  typeIds: '1,2,44,45,201,202,203,209',
  userPri: '',
  timeZone: 'Asia/Shanghai',
  userName: '',
  headerId: user.headerId,
  ...more,
})
const second = (more: object = {}) => ({ msgType: 0, frequency: 30, userPri: '', timeZone: 'Asia/Shanghai', positions: true, ...more })

const subscribe = async (user: SignedIn, more: object = {}): Promise<TestSocket> => {
  const socket = await openTestSocket(server.port, { Cookie: user.cookie, Origin: server.url })
  open.push(socket)
  socket.send(first(user, more))
  await socket.next('alarms')
  socket.send(second(more))
  await socket.next('status')
  return socket
}
const alarmIds = (socket: TestSocket): string[] =>
  socket.messages.flatMap((message) => (message.type === 'alarms' ? message.alarms.map(({ id }) => id) : []))
const has = (id: string) => (message: { alarms: { id: string }[] }) => message.alarms.some((alarm) => alarm.id === id)
const trucksSent = (socket: TestSocket): Set<number> =>
  new Set(socket.messages.flatMap((message) => (message.type === 'trucks' ? message.trucks.map(([id]) => id) : [])))
const move = (plate: string, lng: number): void => {
  const update = [server.truckId(plate), 6, 31.33, lng, 50, 80, server.now.getTime() + lng, 100, true, true, null, true] as const
  for (const payload of encodeLiveUpdates([update])) server.bus.publish('live', payload)
}

test('[7.4-01][7.4-02] T07 claims about the user in socket messages bring no foreign data', async () => {
  const anna = await server.signIn('anna')
  const { userId: adminId } = await server.signIn('admin')
  const claims = {
    userPri: '*',
    userName: 'admin',
    userId: adminId,
    companyCode: 'G',
    organisationId: 1,
    superMan: true,
    customer: false,
    scope: { organisationId: 1 },
  }
  const socket = await subscribe(anna, claims)
  const foreign = await raiseAlarm(server, { plate: '苏B00001', type: 1 })
  const own = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await socket.next('alarms', has(own))
  expect(alarmIds(socket)).not.toContain(foreign)
  for (const plate of ['苏B00001', '苏A00001']) move(plate, 120.7)
  await socket.next('trucks', (message) => message.trucks.some(([id]) => id === server.truckId('苏A00001')))
  expect(trucksSent(socket)).not.toContain(server.truckId('苏B00001'))
  expect(JSON.stringify(socket.messages)).not.toContain('苏B00001')
})

test('[6-10] T11 an alarm of a type that customers never see is hidden from a customer in the list, the live list, by its id, and on the socket', async () => {
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '客户' ON CONFLICT DO NOTHING`,
  )
  const [carl, anna] = [await server.signIn('carl'), await server.signIn('anna')]
  const socket = await subscribe(carl)
  const staff = await raiseAlarm(server, { plate: '苏A00002', type: 209 })
  const shown = await raiseAlarm(server, { plate: '苏A00002', type: 1 })
  await socket.next('alarms', has(shown))
  expect(alarmIds(socket)).toEqual([shown])
  type Listed = { content?: { id: string }[]; alarms?: { id: string }[] }
  for (const [path, query] of [
    ['/alarms/pageList', {}],
    ['/alarms/pageList', { typeIds: '209' }],
    ['/alarmInfo', { typeIds: '1,209' }],
    ['/alarmInfo', { typeIds: '209', cursor: '0' }],
  ] as const) {
    const idsFor = async (user: SignedIn): Promise<string[]> => {
      const { data } = await user.get<Listed>(path, query)
      return (data.content ?? data.alarms ?? []).map(({ id }) => id)
    }
    expect(await idsFor(carl)).not.toContain(staff)
    expect(await idsFor(anna)).toContain(staff)
  }
  const report = '/reports/cargo_monitor/exception_report/alarm_switch_cover'
  const missing = await carl.get(`${report}/rows`, { fromAlarm: '8199999999' })
  expect(await carl.get(`${report}/rows`, { fromAlarm: staff })).toMatchObject({ resultCode: 400, message: missing.message })
  expect((await carl.send('POST', `${report}/export`, { fromAlarm: staff })).message).toBe(missing.message)
  expect(JSON.stringify((await carl.get(`/trucks/${server.truckId('苏A00002')}/card`)).data)).not.toContain(`alarm ${staff}`)
  expect(JSON.stringify((await anna.get(`/trucks/${server.truckId('苏A00002')}/card`)).data)).toContain(`alarm ${staff}`)
  const counted = (await carl.get<{ type: number }[]>('/countAlarm')).data.map(({ type }) => type)
  expect(counted).toContain(1)
  expect(counted).not.toContain(209)
})

test('T09 a role that loses the board gets no positions any more on the socket that is open, and every call of it is refused', async () => {
  const anna = await server.signIn('anna')
  const socket = await subscribe(anna)
  move('苏A00001', 120.71)
  await socket.next('trucks', (message) => message.trucks.some((truck) => truck[4] === 120.71))
  await server.database.pool.query(
    `DELETE FROM role_grant WHERE permission = 'monitor/cargo_transport' AND role_id = (SELECT role_id FROM app_user WHERE user_name = 'anna')`,
  )
  server.bus.publish('session', '')
  // The next round checks again: an alarm sent after it proves that it has passed.
  await expect.poll(async () => (await anna.get('/trucks/live')).resultCode).toBe(401)
  const marker = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await socket.next('alarms', has(marker))
  const before = socket.messages.filter((message) => message.type === 'trucks').length
  move('苏A00001', 120.72)
  await socket.next('alarms', has(await raiseAlarm(server, { plate: '苏A00001', type: 2 })))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const after = socket.messages.filter((message) => message.type === 'trucks')
  expect(after.some((message) => message.type === 'trucks' && message.trucks.some((truck) => truck[4] === 120.72))).toBe(false)
  expect(after.length).toBeLessThanOrEqual(before + 1)
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT role_id, 'monitor/cargo_transport' FROM app_user WHERE user_name = 'anna'`,
  )
})

test.each([
  ['a disabled user', `UPDATE app_user SET enabled = $1 WHERE user_name = 'ben'`],
  ['a disabled role', `UPDATE role SET enabled = $1 WHERE id = (SELECT role_id FROM app_user WHERE user_name = 'ben')`],
  ['a disabled organisation', `UPDATE organisation SET enabled = $1 WHERE code = 'B'`],
])('[8.1-01] T09 %s is out: the open socket ends without a further alarm, and the next call is refused', async (_, change) => {
  const ben = await server.signIn('ben')
  const socket = await subscribe(ben)
  await server.database.pool.query(change, [false])
  server.bus.publish('session', '')
  await socket.next('session-ended')
  expect(await socket.closed).toBe(4001)
  const late = await raiseAlarm(server, { plate: '苏B00001', type: 1 })
  expect(alarmIds(socket)).not.toContain(late)
  expect((await ben.get('/userPri')).resultCode).toBe(504)
  await expect(openTestSocket(server.port, { Cookie: ben.cookie, Origin: server.url })).rejects.toThrow('refused with 401')
  await server.database.pool.query(change, [true])
})

test('T08 a socket of another site, of no origin that is ours, or with the secrets of two sessions receives nothing', async () => {
  const anna = await server.signIn('anna')
  const ben = await server.signIn('ben')
  for (const origin of ['https://evil.example', `http://127.0.0.1:${server.port + 1}`, 'null', `${server.url}.evil.example`])
    await expect(openTestSocket(server.port, { Cookie: anna.cookie, Origin: origin })).rejects.toThrow('refused with 403')
  const socket = await openTestSocket(server.port, { Cookie: anna.cookie, Origin: server.url })
  socket.send(first(ben))
  await socket.closed
  expect(socket.messages).toEqual([{ type: 'session-ended' }])
})
