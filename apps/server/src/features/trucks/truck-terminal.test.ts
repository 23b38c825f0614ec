import type { EntityHistory } from '@tanker/contract/base-data/calls'
import type { TruckTerminal } from '@tanker/contract/base-data/truck-terminal'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const trucks = 'setting/base_data/truck'
/** Truck ids of the test world by plate. */
const [OWN, FOREIGN] = ['苏A00001', '苏B00001']
const PHONE = '14400000001'
const ANNOUNCED = 'T000001'

let server: TestApi
let gateway: Gateway
let admin: SignedIn
let anna: SignedIn
const devices: TestDevice[] = []
const ids = new Map<string, number>()

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, f FROM role, unnest(ARRAY['${trucks}', 'terminals:manage']) AS f WHERE name = '调度员' ON CONFLICT DO NOTHING`,
  )
  gateway = await startTestGateway(server.database, { bus: server.bus, now: () => server.now.getTime() })
  admin = await server.signIn('admin')
  anna = await server.signIn('anna')
  for (const { id, plate } of await server.database.db.selectFrom('truck').select(['id', 'plate']).execute()) ids.set(plate, id)
}, 60_000)
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await server.database.pool.query('DELETE FROM device')
  await server.database.pool.query('UPDATE truck_state SET contact_at = NULL')
  server.bus.publish('terminals', '')
  await expect.poll(() => gateway.sessions).toBe(0)
})
afterAll(async () => {
  await gateway.close()
  await server.close()
})

const idOf = (plate: string): number => ids.get(plate) ?? 0
const terminalOf = async (user: SignedIn, plate = OWN) => user.get<TruckTerminal>('/baseData/truck/terminal', { id: idOf(plate) })
/** Opens or closes enrolment and, if that succeeded, waits until the gateway is notified. */
async function enrol(user: SignedIn, open: 'yes' | 'no', plate = OWN) {
  let onNotified = (): void => undefined
  const notified = new Promise<void>((done) => (onNotified = done))
  const forget = server.bus.subscribe('terminals', onNotified)
  const answer = await user.send('POST', '/baseData/truck/enrolment', { id: idOf(plate), open })
  if (answer.message === '') await notified
  forget()
  return answer
}
const release = (user: SignedIn, plate = OWN) => user.send('POST', '/baseData/truck/releaseTerminal', { id: idOf(plate) })
const historyOf = async (language = 'zh'): Promise<EntityHistory> =>
  (await admin.get<EntityHistory>('/baseData/truck/history', { id: idOf(OWN) }, { language })).data
const dial = async (): Promise<TestDevice> => {
  const device = await TestDevice.connect(gateway.port)
  devices.push(device)
  return device
}
const later = (ms: number): void => void (server.now = new Date(server.now.getTime() + ms))

/** The announced terminal, connected. */
async function connected(): Promise<{ device: TestDevice; code: string }> {
  const device = await dial()
  const { result, code } = await device.register(PHONE, ANNOUNCED)
  expect(result).toBe(0)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  return { device, code }
}

test('[H1] a released terminal is disconnected at once, its code becomes invalid, and the history shows who did it', async () => {
  const { device, code } = await connected()
  expect((await terminalOf(anna)).data).toMatchObject({
    announced: ANNOUNCED,
    bound: { terminalId: ANNOUNCED, maker: 'TEST', model: 'M1' },
  })
  expect((await release(anna)).message).toBe('')
  await device.untilClosed()
  expect(await (await dial()).authenticate(PHONE, code)).toBe(1)
  expect((await terminalOf(anna)).data).toEqual({ announced: ANNOUNCED, bound: null, enrolmentUntil: null })
  const [newest, before] = await historyOf()
  expect(newest).toMatchObject({ userName: 'anna', action: 'change' })
  expect(newest?.changes).toEqual([{ field: 'terminal', label: '绑定终端', before: `${ANNOUNCED} TEST M1`, after: '' }])
  expect(before).toMatchObject({ userName: '', changes: [{ field: 'terminal', before: '', after: `${ANNOUNCED} TEST M1` }] })
})

test('[H1] enrolment lets another terminal register for ten minutes, can be closed, and is in the history in both languages', async () => {
  const answer = async (): Promise<number> => (await (await dial()).register(PHONE, 'OTHER')).result
  expect(await answer()).not.toBe(0)
  expect((await enrol(anna, 'yes')).message).toBe('')
  expect((await terminalOf(anna)).data.enrolmentUntil).toBe(new Date(server.now.getTime() + 600_000).toISOString())
  expect((await enrol(anna, 'no')).message).toBe('')
  expect(await answer()).not.toBe(0)
  await enrol(anna, 'yes')
  later(601_000)
  expect((await terminalOf(anna)).data.enrolmentUntil).toBeNull()
  expect(await answer()).not.toBe(0)
  await enrol(anna, 'yes')
  expect(await answer()).toBe(0)
  expect((await terminalOf(anna)).data).toMatchObject({ bound: { terminalId: 'OTHER' }, enrolmentUntil: null })
  const enrolments = async (language: string) =>
    (await historyOf(language)).flatMap(({ changes }) => changes).filter(({ field }) => field === 'enrolment')
  expect((await enrolments('en')).at(-1)).toMatchObject({ label: 'Enrolment', before: 'closed', after: 'open for 10 minutes' })
  expect((await enrolments('zh')).at(-1)).toMatchObject({ label: '终端注册', before: '关闭', after: '开放 10 分钟' })
})

test('[H1] a truck of another organisation shows the user no terminal, and users without the permission change none', async () => {
  for (const refused of [await terminalOf(anna, FOREIGN), await enrol(anna, 'yes', FOREIGN), await release(anna, FOREIGN)]) {
    expect(refused.message).toBe((await anna.get('/baseData/truck/terminal', { id: 999_999 })).message)
    expect(refused.resultCode).not.toBe(0)
  }
  const actions = async (user: SignedIn) => (await user.get<ReportView>(`/reports/${trucks}`)).data.actions.map(({ name }) => name)
  expect(await actions(anna)).toContain('truck-terminal')
  await server.database.pool.query(`DELETE FROM role_grant WHERE permission = 'terminals:manage'`)
  const without = await server.signIn('anna')
  expect((await release(without)).message).not.toBe('')
  expect((await enrol(without, 'yes')).message).not.toBe('')
  expect(await actions(without)).not.toContain('truck-terminal')
})

test('[H1] the list of trucks shows the announced and the bound terminal', async () => {
  await connected()
  const { data } = await admin.get<ReportRows>(`/reports/${trucks}/rows`, {
    filters: JSON.stringify({ scope: { organisationIds: [server.organisationId('G')] }, search: ANNOUNCED }),
    size: 20,
  })
  expect(data.content).toMatchObject([
    { terminalId: ANNOUNCED, boundTerminal: ANNOUNCED, terminalMaker: 'TEST', terminalModel: 'M1', enrolmentUntil: null },
  ])
  expect(data.content[0]?.['registeredAt']).toBe(data.content[0]?.['boundAt'])
})

test('[H1] a terminal id is unique ignoring case, and the form shows the error at the field', async () => {
  const { data: row } = await admin.get<{ id: number; version: number; values: Record<string, string | number | null> }>(
    '/baseData/truck',
    {
      id: idOf('苏A00002'),
    },
  )
  const values = Object.fromEntries(Object.entries(row.values).filter(([, value]) => value !== null && value !== '')) as Record<
    string,
    string
  >
  const answer = await admin.send<{ fields: Record<string, { zh: string; en: string }> }>('PUT', '/baseData/truck', {
    ...values,
    id: row.id,
    version: row.version,
    terminalId: ANNOUNCED.toLowerCase(),
  })
  expect(answer.data.fields['terminalId']).toEqual({
    zh: '该终端ID已存在，请换一个。',
    en: 'This terminal ID exists already; choose another.',
  })
})
