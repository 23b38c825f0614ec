import type { PhoneCall } from '@tanker/contract/phone-calls'
import type { ReportRows } from '@tanker/contract/report-view'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let alarmId = ''

type About = { plate: string; driver: { name: string; phone: string } | null; calls: PhoneCall[] }
const about = async (user = anna) => user.get<About>('/phoneCalls', { alarmId })
const rings = (more: object, user = anna) =>
  user.send<{ id: number }>('POST', '/phoneCalls', { alarmId, called: 'driver', outcome: 'reached', phone: '', remark: '', ...more })
const listed = async () => {
  const day = 86_400_000
  const when = { from: new Date(server.now.getTime() - day).toISOString(), to: new Date(server.now.getTime() + day).toISOString() }
  const scope = { truckIds: [server.truckId('苏A00001')], organisationIds: [] }
  const path = '/reports/driving_monitor/exception_report/alarm_emergency/rows'
  return (await anna.get<ReportRows>(path, { filters: JSON.stringify({ scope, when }) })).data.content
}

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  const raised = { plate: '苏A00001', type: ALARM.emergency, startedAt: new Date(server.now.getTime() - 60_000) }
  alarmId = String(await raiseAlarm(server, raised))
})
afterAll(() => server.close())

test('[2.5-02] an emergency has its calls: who was rung, with what outcome, and when one was first reached', async () => {
  expect((await about()).data).toMatchObject({ plate: '苏A00001', calls: [] })
  expect(await listed()).toMatchObject([{ calls: 0, reached: null, reachedAt: null }])
  await rings({ outcome: 'no-answer', phone: '13800000000' })
  expect(await listed()).toMatchObject([{ calls: 1, reached: null, reachedAt: null }])
  server.now = new Date(server.now.getTime() + 60_000)
  const reachedAt = server.now.toISOString()
  await rings({ called: 'escort', phone: ' 13900000000 ', remark: '已停车检查' })
  server.now = new Date(server.now.getTime() + 60_000)
  await rings({ called: 'driver' })
  expect(await listed()).toMatchObject([{ calls: 3, reached: 'escort', reachedAt }])
  expect((await about()).data.calls).toMatchObject([
    { called: 'driver', outcome: 'reached', phone: '' },
    { called: 'escort', outcome: 'reached', phone: '13900000000', remark: '已停车检查', at: reachedAt },
    { called: 'driver', outcome: 'no-answer', phone: '13800000000' },
  ])
})

test('calls about an alarm of another organisation are neither shown nor recorded, nor those of one that does not exist', async () => {
  const before = (await about()).data.calls.length
  expect((await about(ben)).resultCode).not.toBe(200)
  expect((await rings({}, ben)).resultCode).not.toBe(200)
  expect((await anna.get('/phoneCalls', { alarmId: '999999999' })).resultCode).not.toBe(200)
  expect((await about()).data.calls).toHaveLength(before)
})

test('what is missing or too long is refused by its name', async () => {
  expect((await rings({ called: 'nurse' })).message).toContain('called')
  expect((await rings({ phone: '1'.repeat(21) })).message).toContain('phone')
  expect((await rings({ remark: 'x'.repeat(301) })).message).toContain('remark')
})

test('the fifty-first call is refused', async () => {
  for (let count = (await about()).data.calls.length; count < 50; count += 1) expect((await rings({})).resultCode).toBe(200)
  expect((await rings({})).message).toContain('50')
  expect((await about()).data.calls).toHaveLength(50)
})
