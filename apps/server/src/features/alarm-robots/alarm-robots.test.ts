import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { raiseAlarm, settle, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { readSettings } from '../../settings.ts'
import { escalateAlarms } from '../alarm-handling/escalate-alarms.ts'
import { deliverNotices } from './deliver-notices.ts'
import { makeNotices } from './make-notices.ts'

const SECRET = 'SEC0123456789'
const KEY = { key: Buffer.alloc(32, 7).toString('base64') }

let server: TestApi
let admin: SignedIn
/** The services of the robots: what they were sent, and what they answer next. */
let service: Server
let host: string
type Heard = { readonly url: URL; readonly body: { msgtype: string; markdown: { title?: string; text?: string; content?: string } } }
let heard: Heard[] = []
let answers: { status?: number; body?: string; headers?: Record<string, string> }[] = []
let held: Promise<void> = Promise.resolve()

beforeAll(async () => {
  service = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      heard.push({ url: new URL(request.url ?? '', `http://${host}`), body: JSON.parse(text) as Heard['body'] })
      const { status = 200, body = '{"errcode":0,"errmsg":"ok"}', headers = {} } = answers.shift() ?? {}
      void held.then(() => response.writeHead(status, headers).end(body))
    })
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await startTestApi({ outgoingHosts: [host], secondFactorKey: KEY })
  admin = await server.signIn('admin')
}, 30_000)
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE alarm_robot, notice, robot_cursor, alarm, outbox CASCADE')
  heard = []
  answers = []
  held = Promise.resolve()
  server.now = at('12:00')
  await made()
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await server.close()
})

const at = (clock: string, day = '10'): Date => new Date(`2026-03-${day}T${clock}:00+08:00`)
const later = (seconds: number): void => {
  server.now = new Date(server.now.getTime() + seconds * 1000)
}
const made = () => makeNotices(server.database.db, { now: server.now, consoleAddress: 'https://tanker.example.com' })
const deliver = () => deliverNotices(server.database.db, { now: () => server.now, sealKey: KEY, allowed: [host] })

let names = 0
/** Adds a robot by the calls of the web console. */
async function addRobot(code: string, more: Record<string, string | number> = {}, secret = ''): Promise<number> {
  const name = `群${(names += 1)}`
  const form = { name, channel: 'dingtalk', organisationId: server.organisationId(code), ...more }
  expect((await admin.send('POST', '/baseData/alarm_robot', form)).message).toBe('')
  const { rows } = await server.database.pool.query<{ id: number }>('SELECT id FROM alarm_robot WHERE name = $1', [name])
  const id = rows[0]?.id ?? 0
  const path = form.channel === 'wecom' ? 'cgi-bin/webhook/send?key=' : 'robot/send?access_token='
  const answer = await admin.send('PUT', '/alarmRobots/address', { id, address: `http://${host}/${path}abcdefgh12345678`, secret })
  expect(answer.resultCode).toBe(200)
  return id
}
type Row = { state: string; reason: string; tries: number; next_at: Date; receiver: string; address: string }
const notices = async (): Promise<Row[]> => (await server.database.pool.query<Row>('SELECT * FROM notice ORDER BY id')).rows
const states = async (): Promise<string[]> => (await notices()).map(({ state, reason, tries }) => `${state} ${reason} ${tries}`)
const raise = (given: Partial<Parameters<typeof raiseAlarm>[1]> = {}) => raiseAlarm(server, { plate: '苏A00001', type: 1, ...given })
const textOf = ({ body }: Heard): string => body.markdown.text ?? body.markdown.content ?? ''

test('a notice that failed is sent again to the address that the robot has now; not twice, not a handled one, not to a robot that is gone', async () => {
  const id = await addRobot('A')
  await raise()
  await made()
  answers.push({ body: '{"errcode":310000,"errmsg":"sign not match"}' })
  await deliver()
  const [failed] = (await server.database.pool.query<{ id: string; state: string }>('SELECT id, state FROM notice')).rows
  expect(failed?.state).toBe('failed')
  const address = `http://${host}/robot/send?access_token=zyxwvuts87654321`
  expect((await admin.send('PUT', '/alarmRobots/address', { id, address, secret: '' })).resultCode).toBe(200)
  const resend = () => admin.send('POST', '/notices/resend', { id: failed?.id ?? '' })
  expect(await Promise.all([resend(), resend()]).then((both) => both.map(({ resultCode }) => resultCode).toSorted())).toEqual([200, 409])
  later(60)
  await deliver()
  expect(await states()).toEqual(['sent  1'])
  expect(heard.at(-1)?.url.searchParams.get('access_token')).toBe('zyxwvuts87654321')
  expect((await notices())[0]?.address).toContain('4321')
  expect((await resend()).message).toContain('只有发送失败的通知可以重发')

  await server.database.pool.query(`UPDATE notice SET state = 'failed', reason = 'handled'`)
  expect((await resend()).resultCode).toBe(409)
  await server.database.pool.query(`UPDATE notice SET reason = 'removed'`)
  await server.database.pool.query('UPDATE alarm_robot SET enabled = false')
  expect((await resend()).message).toContain('接收人已停用')
})

test('a signed message in Markdown says what was seen, where and when, with a link to the alarm', async () => {
  await addRobot('A', {}, SECRET)
  const id = await raise()
  expect(await made()).toBe(1)
  await Promise.all([deliver(), deliver()])
  expect(heard).toHaveLength(1)
  const [{ url, body } = { url: new URL('http://x'), body: { msgtype: '', markdown: {} } }] = heard
  const timestamp = String(server.now.getTime())
  expect(url.searchParams.get('access_token')).toBe('abcdefgh12345678')
  expect(url.searchParams.get('timestamp')).toBe(timestamp)
  expect(url.searchParams.get('sign')).toBe(createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest('base64'))
  expect(body.msgtype).toBe('markdown')
  expect(body.markdown.title).toBe('苏A00001 异常解封')
  const text = body.markdown.text ?? ''
  expect(text).toContain('**[红色] 苏A00001 异常解封**\n\n情况：')
  expect(text).toContain('时间（北京）：2026-03-10 12:00:00\n\n地点：31.32000, 120.62000\n\n所属组织：甲运输')
  expect(text).toContain(`[处理报警](https://tanker.example.com/monitor/alarm_desk?alarm=${id})`)
  expect(await states()).toEqual(['sent  1'])
})

test('a WeCom robot in English; names cannot bring links, mentions or headings into the message', async () => {
  await addRobot('A', { channel: 'wecom', language: 'en' })
  await server.database.pool.query(`UPDATE organisation SET name = '[x](http://evil)<@all>' || chr(10) || '# y' WHERE code = 'A'`)
  await raise({ grade: 'yellow' })
  await made()
  await server.database.pool.query(`UPDATE organisation SET name = '甲运输' WHERE code = 'A'`)
  await deliver()
  expect(heard[0]?.url.searchParams.get('key')).toBe('abcdefgh12345678')
  const text = textOf(heard[0] as Heard)
  expect(text).toContain('**[Yellow] 苏A00001 Abnormal unsealing**\nSeen: ')
  expect(text).toContain('Organisation: ［x］（http://evil）＜＠all＞ ＃ y')
})

test('kinds, grades, organisations and the status of a robot decide what it gets', async () => {
  await addRobot('G')
  await addRobot('B')
  await addRobot('A', { kinds: 'driving' })
  await addRobot('A', { leastGrade: 'red' })
  const disabled = await addRobot('A')
  await server.database.pool.query('UPDATE alarm_robot SET enabled = false WHERE id = $1', [disabled])
  await raise({ grade: 'yellow' })
  expect(await made()).toBe(1)
  await raise({ grade: 'red' })
  expect(await made()).toBe(2)
  // What customers may not see, late data, and what was raised before.
  await raise({ type: 209 })
  await raise({ live: false })
  await raise({ startedAt: at('11:00', '09') })
  expect(await made()).toBe(0)
})

test('a storm is one message at a time, at most twenty a minute: the first alarms whole, of the others how many of which truck', async () => {
  await addRobot('G')
  await raise()
  await made()
  await deliver()
  for (let n = 0; n < 9; n += 1) await raise({ settled: false })
  for (let n = 0; n < 3; n += 1) await raise({ plate: '苏B00001', settled: false })
  await settle(server)
  expect(await made()).toBe(12)
  await deliver()
  later(3)
  await deliver()
  expect(heard).toHaveLength(1)
  later(1)
  await deliver()
  expect(heard).toHaveLength(2)
  expect(heard[1]?.body.markdown.title).toBe('12 条报警')
  expect(textOf(heard[1] as Heard)).toContain('另有 7 条报警：苏A00001 4 条、苏B00001 3 条')
  expect(new Set(await states())).toEqual(new Set(['sent  1']))
})

test('quiet hours hold back yellow alarms and not red ones, unless they are to hold all', async () => {
  server.now = at('23:30')
  await addRobot('A', { quietFrom: '22:00', quietTo: '07:00' })
  await addRobot('A', { quietFrom: '22:00', quietTo: '07:00', quietFor: 'all' })
  await raise({ grade: 'yellow' })
  await raise({ grade: 'red' })
  await made()
  await deliver()
  expect(await states()).toEqual(['waiting quiet 0', 'waiting quiet 0', 'sent  1', 'waiting quiet 0'])
  server.now = at('07:00', '11')
  await deliver()
  expect(new Set(await states())).toEqual(new Set(['sent  1']))
  expect(heard.map(({ body }) => body.markdown.title)).toContain('2 条报警')
})

test('an alarm that is handled or superseded before its time is not sent', async () => {
  await addRobot('A', { afterMin: 10 })
  const [handled, superseded] = [await raise(), await raise()]
  await raise()
  await made()
  later(599)
  await deliver()
  expect(heard).toHaveLength(0)
  await server.database.pool.query('UPDATE alarm SET handled_at = $2 WHERE id = $1', [handled, server.now])
  await server.database.pool.query('UPDATE alarm SET superseded_at = $2 WHERE id = $1', [superseded, server.now])
  later(1)
  await deliver()
  expect(await states()).toEqual(['failed handled 0', 'failed superseded 0', 'sent  1'])
})

test('an alarm that turns black because it was not handled is sent again', async () => {
  await addRobot('A', { leastGrade: 'black' })
  await raise()
  expect(await made()).toBe(0)
  await server.database.pool.query('UPDATE alarm SET inserted_at = $1', [new Date(server.now.getTime() - 25 * 3_600_000)])
  await escalateAlarms(server.database.db, server.now)
  await deliver()
  expect(textOf(heard[0] as Heard)).toContain('**[黑色] 苏A00001 异常解封**\n\n超时未处理，已升级为黑色')
})

test('errors with status 200, busy services, failures and redirects: what passes is tried again, what stays is not', async () => {
  await addRobot('A')
  const outcome = async (answer: (typeof answers)[number]): Promise<string> => {
    await server.database.pool.query(`TRUNCATE notice; UPDATE alarm_robot SET free_at = '-infinity'`)
    await raise()
    await made()
    answers = [answer]
    await deliver()
    return (await states()).join()
  }
  expect(await outcome({ body: '{"errcode":310000,"errmsg":"sign not match"}' })).toBe('failed 310000 sign not match 1')
  expect(await outcome({ body: '{"errcode":130101,"errmsg":"send too fast"}' })).toBe('waiting 130101 send too fast 1')
  expect(await outcome({ status: 500, body: 'internal secrets' })).toBe('waiting HTTP 500 1')
  expect(await outcome({ body: '<html>' })).toBe('failed HTTP 200: this is no answer of a robot 1')
  expect(await outcome({ status: 404 })).toBe('failed HTTP 404 1')
  expect(await outcome({ status: 302, headers: { location: 'http://169.254.169.254/' } })).toBe(
    'failed HTTP 302: redirects are not followed 1',
  )
  expect(await outcome({ body: `{"errcode":0,"x":"${'y'.repeat(20_000)}"}` })).toContain('failed HTTP 200: the answer is larger')
})

test('a robot that does not answer is tried five times with growing pauses', async () => {
  await addRobot('A')
  await raise()
  await made()
  answers = [{ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 }, { status: 503 }]
  for (const wait of [0, 60, 120, 240, 480]) {
    later(wait)
    await deliver()
  }
  expect(await states()).toEqual(['failed HTTP 503 5'])
  expect(heard).toHaveLength(5)
})

test('the message of a crashed sender is taken over; a slow first answer does not write over it', async () => {
  await addRobot('A')
  await raise()
  await made()
  let release = (): void => {}
  held = new Promise((done) => (release = done))
  const first = deliver()
  await expect.poll(() => heard.length).toBe(1)
  later(119)
  await deliver()
  expect(heard).toHaveLength(1)
  later(1)
  held = Promise.resolve()
  answers = [{ status: 404 }]
  await deliver()
  release()
  await first
  expect(heard).toHaveLength(2)
  expect(await states()).toEqual(['failed HTTP 404 2'])
})

test('a notice that waited a day, or whose robot was deleted, ends and says why', async () => {
  const id = await addRobot('A')
  await raise()
  await made()
  later(86_400)
  await deliver()
  expect(await states()).toEqual(['failed expired 0'])
  await raise({ startedAt: server.now })
  await made()
  expect((await admin.send('DELETE', `/baseData/alarm_robot`, { id })).message).toBe('')
  await deliver()
  expect(await states()).toEqual(['failed expired 0', 'failed removed 0'])
})

test('[T31] addresses inside the network and addresses without a token are refused, before anything is stored', async () => {
  const id = await addRobot('A')
  const set = (address: string) => admin.send('PUT', '/alarmRobots/address', { id, address })
  expect((await set('https://10.0.0.1/robot/send?access_token=x')).message).toContain('内部网络')
  expect((await set('http://oapi.dingtalk.com/robot/send?access_token=x')).message).toContain('https://')
  expect((await set('https://oapi.dingtalk.com/robot/send')).message).toContain('access_token')
  expect((await server.database.pool.query<{ address_hint: string }>('SELECT address_hint FROM alarm_robot')).rows).toEqual([
    { address_hint: `${host} …5678` },
  ])
})

test('addresses and secrets are stored encrypted, and are in no answer and no history', async () => {
  const id = await addRobot('A', {}, SECRET)
  const { rows } = await server.database.pool.query<{ address: Buffer; secret: Buffer }>('SELECT address, secret FROM alarm_robot')
  expect(rows[0]?.address.includes('abcdefgh')).toBe(false)
  expect(rows[0]?.secret.includes(SECRET)).toBe(false)
  const history = await server.database.pool.query(`SELECT old, new FROM change_log WHERE entity = 'alarm_robot' ORDER BY id DESC LIMIT 2`)
  const list = await admin.get(
    `/reports/setting/alarm_threshold/alarm_ding_talk/rows?filters=${encodeURIComponent('{}')}&zone=Asia/Shanghai`,
  )
  const form = await admin.get(`/baseData/alarm_robot?id=${id}`)
  const shown = JSON.stringify([history.rows, list, form])
  expect(shown).toContain('…5678')
  expect(shown).not.toContain('abcdefgh')
  expect(shown).not.toContain(SECRET)
})

test('a test message answers what the service said, stands in the log, and counts for the messages a minute', async () => {
  const id = await addRobot('A')
  const ask = () => admin.send<{ sent: boolean; said: string }>('POST', '/alarmRobots/test', { id })
  expect((await ask()).data).toEqual({ sent: true, said: '' })
  expect(textOf(heard[0] as Heard)).toContain('测试消息')
  expect((await ask()).resultCode).toBe(409)
  later(4)
  answers = [{ body: '{"errcode":300001,"errmsg":"token is not exist"}' }]
  expect((await ask()).data).toEqual({ sent: false, said: '300001 token is not exist' })
  expect(await states()).toEqual(['sent  1', 'failed 300001 token is not exist 1'])
  await server.database.pool.query('UPDATE alarm_robot SET address = NULL')
  later(4)
  expect((await ask()).message).toContain('请先设置地址')
})

test('users without the permission can neither set an address nor send a test', async () => {
  const id = await addRobot('A')
  for (const name of ['anna', 'demo'] as const) {
    const user = await server.signIn(name)
    expect((await user.send('PUT', '/alarmRobots/address', { id, address: `http://${host}/?access_token=1` })).resultCode).toBe(401)
    expect((await user.send('POST', '/alarmRobots/test', { id })).resultCode).toBe(401)
  }
})

test('OUTGOING_HOSTS lists hosts inside the network; what is none is refused', () => {
  expect(readSettings([], {}).outgoingHosts).toEqual([])
  expect(readSettings([], { OUTGOING_HOSTS: 'robot.intranet, 10.0.0.5:8080' }).outgoingHosts).toEqual(['robot.intranet', '10.0.0.5:8080'])
  expect(() => readSettings([], { OUTGOING_HOSTS: 'https://robot.intranet/' })).toThrow('OUTGOING_HOSTS https://robot.intranet/')
})
