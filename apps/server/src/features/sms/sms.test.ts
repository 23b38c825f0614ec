import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { raiseAlarm, settle, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { deliverMessages } from './deliver-messages.ts'
import { makeMessages, messageBlackAlarms } from './make-messages.ts'
import { OWN_BODY, type SmsGateway } from '../../platform/messages/sms-gateway.ts'

let server: TestApi
let admin: SignedIn
/** What the gateway was handed, and what it answers next. */
let heard: { headers: NodeJS.Dict<string | string[]>; body: { id: string; phone: string; content: string } }[] = []
let answers: number[] = []
let onHeard: () => Promise<void> = async () => {}
let gatewayServer: Server
let gateway: SmsGateway

beforeAll(async () => {
  server = await startTestApi()
  admin = await server.signIn('admin')
  gatewayServer = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body: JSON.parse(text) as (typeof heard)[number]['body'] })
      void onHeard().then(() => response.writeHead(answers.shift() ?? 200).end('{}'))
    })
  })
  await new Promise<void>((done) => gatewayServer.listen(0, '127.0.0.1', done))
  gateway = {
    address: `http://127.0.0.1:${(gatewayServer.address() as AddressInfo).port}/send`,
    headers: { authorization: 'Bearer geheim' },
    body: OWN_BODY,
    ok: null,
  }
})
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE sms_number, sms_account, sms_top_up, sms_message, sms_cursor, alarm, outbox CASCADE')
  // As the program does when it starts: alarms from before are no messages.
  server.now = at('12:00')
  await makeMessages(server.database.db, server.now)
})
afterEach(() => {
  heard = []
  answers = []
  onHeard = async () => {}
})
afterAll(async () => {
  gatewayServer.close()
  await server.close()
})

const at = (clock: string, day = '10'): Date => new Date(`2026-03-${day}T${clock}:00+08:00`)
const later = (ms: number): Date => new Date(server.now.getTime() + ms)

let phones = 13_900_000_000
const addNumber = async (companyCode: string, more: Record<string, string> = {}): Promise<string> => {
  const phone = String((phones += 1))
  const form = { name: `王${phone.slice(-2)}`, phone, organisationId: server.organisationId(companyCode), ...more }
  const answer = await admin.send('POST', '/baseData/phone_number', form)
  expect(answer.message).toBe('')
  return phone
}
const topUp = (companyCode: string, messages: number, request: string = crypto.randomUUID()) =>
  admin.send<{ balance: number }>('POST', '/sms/topUp', {
    organisationId: server.organisationId(companyCode),
    messages,
    unitPrice: '0.05',
    warnAt: 10,
    request,
  })
const made = () => makeMessages(server.database.db, server.now)
const deliver = (to: SmsGateway | null = gateway) => deliverMessages(server.database.db, to, () => server.now)
type Message = { phone: string; state: string; reason: string; content: string; tries: number; paid_by: number | null; id: string }
const messages = async (): Promise<Message[]> => (await server.database.pool.query<Message>('SELECT * FROM sms_message ORDER BY id')).rows
const balanceOf = async (code: string): Promise<number> =>
  (
    await server.database.pool.query<{ balance: number }>('SELECT balance FROM sms_account WHERE organisation_id = $1', [
      server.organisationId(code),
    ])
  ).rows[0]?.balance ?? 0
const states = async (): Promise<string[]> => (await messages()).map(({ state, reason }) => `${state} ${reason}`.trim())

test('an alarm becomes one message for each subscribed number of its organisation and its parents, and no other', async () => {
  const own = await addNumber('A')
  const above = await addNumber('G', { kinds: 'seal,device' })
  await addNumber('A1')
  await addNumber('B')
  await addNumber('A', { kinds: 'driving' })
  const disabled = await addNumber('A')
  await server.database.pool.query('UPDATE sms_number SET enabled = false WHERE phone = $1', [disabled])
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: at('11:59') })
  expect(await made()).toBe(2)
  expect((await messages()).map(({ phone }) => phone).toSorted()).toEqual([own, above].toSorted())
  expect((await messages())[0]?.content).toBe('苏A00001（甲运输）异常解封报警，2026-03-10 11:59。请登录平台处理。')
})

test('a number is messaged from its grade on, in its language, and of the rest once they turn black', async () => {
  const all = await addNumber('A', { language: 'en' })
  const red = await addNumber('A', { leastGrade: 'red' })
  const black = await addNumber('A', { leastGrade: 'black' })
  const yellow = await raiseAlarm(server, { plate: '苏A00001', type: 2, startedAt: at('11:58') })
  await server.database.pool.query("UPDATE alarm SET grade = 'yellow'")
  expect(await made()).toBe(1)
  expect((await messages()).map(({ phone }) => phone)).toEqual([all])
  expect((await messages())[0]?.content).toBe('苏A00001 (甲运输): Overspeed, 03/10/2026 11:58 Beijing time. Please sign in to handle it.')
  const afterwards = await addNumber('A')
  expect(await messageBlackAlarms(server.database.db, [yellow], server.now)).toBe(2)
  expect(await messageBlackAlarms(server.database.db, [yellow], server.now)).toBe(0)
  expect((await messages()).map(({ phone }) => phone)).toEqual([all, red, black])
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: at('11:59') })
  await server.database.pool.query("UPDATE alarm SET grade = 'red' WHERE type = 1")
  expect(await made()).toBe(3)
  expect(
    (await messages())
      .slice(3)
      .map(({ phone }) => phone)
      .toSorted(),
  ).toEqual([all, red, afterwards].toSorted())
})

test('an alarm that is published twice, read by two processes and changed later is one message', async () => {
  await addNumber('A')
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await server.database.pool.query(
    `INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, unnest(ARRAY['raised', 'changed', 'ended']) FROM alarm WHERE id = $1`,
    [id],
  )
  await Promise.all([made(), made(), made()])
  await server.database.pool.query('DELETE FROM sms_cursor')
  await made()
  expect(await messages()).toHaveLength(1)
})

test('late and superseded alarms make no message', async () => {
  await addNumber('A')
  await raiseAlarm(server, { plate: '苏A00001', type: 1, live: false })
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 2 })
  await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [id])
  expect(await made()).toBe(0)
})

/** Late data explain an alarm away, or it is found again, as a rebuild stores it. */
const supersede = async (id: string, back = false): Promise<void> => {
  await server.database.pool.query(`UPDATE alarm SET superseded_at = CASE WHEN $2 THEN NULL ELSE now() END WHERE id = $1`, [id, back])
  await server.database.pool.query(
    `INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, $2 FROM alarm WHERE id = $1`,
    [id, back ? 'raised' : 'superseded'],
  )
  await settle(server)
}

test('an unsent message of a superseded alarm is cancelled, marked so, and refunded', async () => {
  await addNumber('A')
  await topUp('A', 5)
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await raiseAlarm(server, { plate: '苏A00001', type: 2 })
  await made()
  // The gateway is away at the first try: the message is paid and waits.
  answers = [500]
  await deliver()
  expect(heard).toHaveLength(1)
  expect(heard[0]?.body.content).toContain('异常解封')
  await supersede(id)
  server.now = later(60_000)
  await deliver()
  expect(heard.map(({ body }) => body.content.includes('异常解封'))).toEqual([true, false])
  expect(await states()).toEqual(['failed superseded', 'sent'])
  expect(await balanceOf('A')).toBe(4)
})

test('a message that waits for the end of quiet hours is cancelled with its alarm at once, also without a gateway', async () => {
  await addNumber('A', { quietFrom: '11:00', quietTo: '13:00' })
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  expect(await states()).toEqual(['waiting quiet'])
  await supersede(id)
  await deliver(null)
  expect(await states()).toEqual(['failed superseded'])
})

test('an alarm that was superseded and is found again is sent, once', async () => {
  await addNumber('A')
  await topUp('A', 5)
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  await supersede(id)
  await deliver()
  expect(heard).toEqual([])
  await supersede(id, true)
  expect(await made()).toBe(1)
  await deliver()
  expect(heard).toHaveLength(1)
  // What was sent is not sent again.
  await supersede(id)
  await supersede(id, true)
  expect(await made()).toBe(0)
  await deliver()
  expect(heard).toHaveLength(1)
  expect(await states()).toEqual(['sent'])
})

test('a truck that raises the same alarm all day causes twenty messages', async () => {
  await addNumber('A')
  for (let index = 0; index < 23; index += 1) await raiseAlarm(server, { plate: '苏A00001', type: 1, object: index, settled: index === 22 })
  expect(await made()).toBe(20)
  await raiseAlarm(server, { plate: '苏A00001', type: 2 })
  expect(await made()).toBe(1)
})

test('without a gateway a message stays queued and is marked so', async () => {
  await addNumber('A')
  await topUp('A', 5)
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  await deliver(null)
  expect(await states()).toEqual(['waiting no-gateway'])
  expect(await balanceOf('A')).toBe(5)
  server.now = later(25 * 3_600_000)
  await deliver(null)
  expect(await states()).toEqual(['failed expired'])
})

test('a message goes through the gateway with its token, once, and is charged', async () => {
  const phone = await addNumber('A')
  await topUp('A', 5)
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  await Promise.all([deliver(), deliver(), deliver()])
  expect(heard).toHaveLength(1)
  expect(heard[0]?.headers).toMatchObject({ authorization: 'Bearer geheim', 'idempotency-key': `tanker-${heard[0]?.body.id}` })
  expect(heard[0]?.body).toMatchObject({ phone, content: expect.stringContaining('异常解封') })
  expect(await states()).toEqual(['sent'])
  expect(await balanceOf('A')).toBe(4)
})

test('quiet hours hold a message until they end', async () => {
  await addNumber('A', { quietFrom: '22:00', quietTo: '07:00' })
  await topUp('A', 5)
  server.now = at('23:30')
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  await deliver()
  expect(await states()).toEqual(['waiting quiet'])
  server.now = at('06:59', '11')
  await deliver()
  expect(heard).toEqual([])
  server.now = at('07:00', '11')
  await deliver()
  expect(await states()).toEqual(['sent'])
})

test('a gateway without an answer is retried with growing intervals, the same key and one charge, at most five times', async () => {
  await addNumber('A')
  await topUp('A', 5)
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  answers = [503, 500, 429, 502, 503]
  const waits = [0, 30_000, 60_000, 120_000, 240_000]
  for (const [index, wait] of waits.entries()) {
    if (wait > 0) {
      server.now = later(wait - 1)
      await deliver()
      expect(heard).toHaveLength(index)
    }
    server.now = later(wait > 0 ? 1 : 0)
    await deliver()
    expect(heard).toHaveLength(index + 1)
    expect(await balanceOf('A')).toBe(index < 4 ? 4 : 5)
  }
  expect(new Set(heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(await states()).toEqual(['failed unanswered'])
})

test('a refused message is refunded, and sent again on request; of two concurrent requests one sends it', async () => {
  await addNumber('A')
  await topUp('A', 5)
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  answers = [400]
  await deliver()
  expect(await states()).toEqual(['failed refused'])
  expect(await balanceOf('A')).toBe(5)
  const id = (await messages())[0]?.id ?? ''
  const asked = await Promise.all([1, 2].map(() => admin.send('POST', '/sms/resend', { id })))
  expect(asked.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 409])
  await deliver()
  expect(await states()).toEqual(['sent'])
  expect(await balanceOf('A')).toBe(4)
  expect((await admin.send('POST', '/sms/resend', { id })).message).toBe('只有发送失败的短信可以重发，请刷新列表。')
})

test('F33: two senders and the last message of an account: one is sent, the other waits for a recharge', async () => {
  await addNumber('A')
  await addNumber('A')
  await topUp('A', 1)
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  await Promise.all([deliver(), deliver(), deliver(), deliver()])
  expect((await states()).toSorted()).toEqual(['sent', 'waiting no-balance'])
  expect(await balanceOf('A')).toBe(0)
  await topUp('A', 3)
  await deliver()
  expect(await states()).toEqual(['sent', 'sent'])
  expect(await balanceOf('A')).toBe(2)
})

test('an organisation without an account uses the nearest one above it', async () => {
  await addNumber('A1')
  await topUp('G', 5)
  await topUp('A', 5)
  await raiseAlarm(server, { plate: '苏A00002', type: 1 })
  await made()
  await deliver()
  expect([await balanceOf('G'), await balanceOf('A')]).toEqual([5, 4])
})

test('the message of a crashed sender is taken over after a timeout, with the same key and one charge', async () => {
  await addNumber('A')
  await topUp('A', 5)
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  // The first sender's answer comes after it was given up: it must not write over the second one's.
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  onHeard = () => held
  answers = [400]
  const first = deliver()
  await expect.poll(() => heard.length).toBe(1)
  onHeard = async () => {}
  answers = []
  server.now = later(59_000)
  await deliver()
  expect(heard).toHaveLength(1)
  server.now = later(1_000)
  await deliver()
  expect(heard).toHaveLength(2)
  release()
  await first
  expect(await states()).toEqual(['sent'])
  expect(await balanceOf('A')).toBe(4)
})

test('F33: a recharge sent five times is one entry, and is in the history', async () => {
  const request = crypto.randomUUID()
  const answered = await Promise.all([1, 2, 3, 4, 5].map(() => topUp('A', 100, request)))
  expect(answered.map(({ data }) => data.balance)).toEqual([100, 100, 100, 100, 100])
  expect(await balanceOf('A')).toBe(100)
  const { rows } = await server.database.pool.query(
    `SELECT user_name, organisation_id, action, new FROM change_log WHERE entity = 'message_recharge' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([
    {
      user_name: 'admin',
      organisation_id: server.organisationId('A'),
      action: 'create',
      new: { organisationId: server.organisationId('A'), messages: 100, unitPrice: 0.05, warnAt: 10, remark: '' },
    },
  ])
})

test('a user without the permission can neither recharge nor resend', async () => {
  await addNumber('A')
  for (const name of ['anna', 'demo'] as const) {
    const user = await server.signIn(name)
    const form = { organisationId: server.organisationId('A'), messages: 5, unitPrice: 1, warnAt: 1, request: crypto.randomUUID() }
    expect((await user.send('POST', '/sms/topUp', form)).resultCode).toBe(401)
    expect((await user.send('POST', '/sms/resend', { id: '1' })).resultCode).toBe(401)
  }
  expect(await balanceOf('A')).toBe(0)
})
