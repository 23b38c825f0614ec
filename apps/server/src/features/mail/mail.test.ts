import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { raiseAlarm, settle, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { readSettings } from '../../settings.ts'
import { escalateAlarms } from '../alarm-handling/escalate-alarms.ts'
import { deliverAlarmMails } from './alarm-mails.ts'
import type { MailServer } from '../../platform/messages/mail-server.ts'
import { makeMails } from './make-mails.ts'

let server: TestApi
/** What the mail server took, each with whom it is for, and how it answers the next ones; undefined takes them. */
let taken: { readonly to: string; readonly message: string }[] = []
let answers: (number | undefined)[] = []
let smtp: SMTPServer
let mailServer: MailServer

beforeAll(async () => {
  server = await startTestApi({ mailReady: true })
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const code = answers.shift()
      done(code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code }))
    },
    onData(stream, session, done) {
      let message = ''
      stream.on('data', (chunk: Buffer) => (message += chunk.toString('latin1')))
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), message })
        done()
      })
    },
  })
  await new Promise<void>((done) => void smtp.listen(0, '127.0.0.1', done))
  mailServer = { address: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, from: '油罐车平台 <tanker@example.com>' }
}, 30_000)
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE notice, mail_cursor, user_alarm, alarm, outbox CASCADE')
  await server.database.pool.query(`UPDATE app_user SET email = user_name || '@example.com', enabled = true`)
  // As the program does when it starts: alarms from before are no mails.
  server.now = new Date('2026-03-10T12:00:00+08:00')
  await makeMails(server.database.db, server.now)
})
afterEach(() => {
  taken = []
  answers = []
})
afterAll(async () => {
  await new Promise<void>((done) => void smtp.close(done))
  await server.close()
})

const later = (ms: number): Date => new Date(server.now.getTime() + ms)
const made = () => makeMails(server.database.db, server.now)
const deliver = () => deliverAlarmMails(server.database.db, mailServer, () => server.now)
/** Chooses the types by the web console's own call. */
const ask = async (name: Parameters<TestApi['signIn']>[0], alarmEmailTypeIds: string): Promise<SignedIn> => {
  const user = await server.signIn(name)
  const answer = await user.send('POST', '/alarmCue', { alarmTypeIds: '', alarmEmailTypeIds })
  expect(answer.resultCode).toBe(200)
  return user
}
type Mail = { readonly address: string; readonly state: string; readonly reason: string; readonly tries: number }
const mails = async (): Promise<Mail[]> => (await server.database.pool.query<Mail>('SELECT * FROM notice ORDER BY address')).rows
const states = async (): Promise<string[]> => (await mails()).map(({ state, tries }) => `${state} ${tries}`)

test('[3.3-04] an alarm is mailed only to users who chose its type and see its truck', async () => {
  await ask('admin', '1,2')
  await ask('anna', '1')
  await ask('ben', '1')
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await raiseAlarm(server, { plate: '苏A00001', type: 3 })
  expect(await made()).toBe(2)
  expect((await mails()).map(({ address }) => address)).toEqual(['admin@example.com', 'anna@example.com'])
})

test('an alarm is mailed from the grade on that a user chose, which other settings leave as it is', async () => {
  const anna = await ask('anna', '1')
  const saved = await anna.send('POST', '/alarmCue', { alarmTypeIds: '', alarmEmailTypeIds: '1', alarmEmailLeastGrade: 'red' })
  expect(saved.data).toMatchObject({ alarmEmailLeastGrade: 'red' })
  await ask('anna', '1')
  for (const [grade, mailed] of [
    ['yellow', 0],
    ['red', 1],
    ['black', 1],
  ] as const) {
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    await server.database.pool.query('UPDATE alarm SET grade = $2 WHERE id = $1', [id, grade])
    expect([grade, await made()]).toEqual([grade, mailed])
  }
})

test('users without an address, disabled users and users who may not see the type get no mail', async () => {
  await ask('anna', '1')
  await ask('carl', '1')
  // What customers never see is left out of their choice; the sender does not rely on that.
  await server.database.pool.query(`UPDATE user_alarm SET alarm_email_type_ids = '1,209'`)
  await raiseAlarm(server, { plate: '苏A00001', type: 209 })
  expect(await made()).toBe(1)
  expect((await mails()).map(({ address }) => address)).toEqual(['anna@example.com'])
  await server.database.pool.query(`UPDATE app_user SET email = '' WHERE user_name = 'anna'`)
  await server.database.pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'carl'`)
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  expect(await made()).toBe(0)
})

test('an alarm that is published twice, read by two processes or late makes one mail or none', async () => {
  await ask('anna', '1')
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await server.database.pool.query(
    `INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, unnest(ARRAY['raised', 'changed', 'ended']) FROM alarm WHERE id = $1`,
    [id],
  )
  await raiseAlarm(server, { plate: '苏A00001', type: 1, live: false })
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: later(-25 * 3_600_000) })
  await Promise.all([made(), made(), made()])
  await server.database.pool.query('DELETE FROM mail_cursor')
  await made()
  expect(await mails()).toHaveLength(1)
})

test('a mail names truck, alarm and time in both languages, and is sent once', async () => {
  await ask('anna', '1')
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  await Promise.all([deliver(), deliver(), deliver()])
  expect(taken).toHaveLength(1)
  expect(taken[0]?.to).toBe('anna@example.com')
  const [head = '', body = ''] = (taken[0]?.message ?? '').split('\r\n\r\n')
  expect(head).toMatch(/^Message-ID: <tanker-\d+@example\.com>/im)
  expect(head).toMatch(/^Auto-Submitted: auto-generated/im)
  const text = Buffer.from(body, 'base64').toString()
  expect(text).toContain('车牌号：苏A00001\n所属组织：甲运输\n报警类型：异常解封\n报警时间：2026-03-10 12:00:00（北京时间）')
  expect(text).toContain('Alarm: Abnormal unsealing')
  expect(await states()).toEqual(['sent 1'])
})

test('a busy mail server is retried with growing intervals, at most five times', async () => {
  await ask('anna', '1')
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  answers = [451, 451, 421, 450, 452]
  for (const [index, wait] of [0, 30_000, 60_000, 120_000, 240_000].entries()) {
    if (wait > 0) {
      server.now = later(wait - 1)
      await deliver()
      expect(await states()).toEqual([`waiting ${index}`])
    }
    server.now = later(wait > 0 ? 1 : 0)
    await deliver()
  }
  expect(await states()).toEqual(['failed 5'])
  expect((await mails())[0]?.reason).toContain('not now')
})

test('an address refused by the mail server is not retried, and does not block others', async () => {
  await ask('admin', '1')
  await ask('anna', '1')
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  answers = [550]
  await deliver()
  expect((await states()).toSorted()).toEqual(['failed 1', 'sent 1'])
})

test('a mailbox that is busy does not hold up the mails of others; a mail server that is busy for all is left alone for a while', async () => {
  await ask('admin', '1,2,3')
  await ask('anna', '1,2,3')
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  answers = [451]
  await deliver()
  expect((await states()).toSorted()).toEqual(['sent 1', 'waiting 1'])
  await server.database.pool.query('TRUNCATE notice')
  for (const type of [1, 2, 3]) for (let times = 0; times < 2; times += 1) await raiseAlarm(server, { plate: '苏A00001', type })
  await made()
  answers = Array.from({ length: 12 }, () => 452)
  await deliver()
  expect((await states()).filter((one) => one === 'waiting 1')).toHaveLength(5)
  await server.database.pool.query('TRUNCATE notice')
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  // The service is closing.
  answers = [421]
  await deliver()
  expect((await states()).toSorted()).toEqual(['waiting 0', 'waiting 1'])
})

test('an unreachable mail server loses no mail', async () => {
  await ask('anna', '1')
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await made()
  await deliverAlarmMails(server.database.db, { ...mailServer, address: 'smtp://127.0.0.1:1' }, () => server.now)
  expect(await states()).toEqual(['waiting 1'])
  server.now = later(30_000)
  await deliver()
  expect(await states()).toEqual(['sent 2'])
})

test("a truck's same alarm makes no more than twenty mails a day for one user", async () => {
  await ask('anna', '1')
  for (let n = 0; n < 22; n += 1) await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  expect(await made()).toBe(20)
  server.now = later(25 * 3_600_000)
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  expect(await made()).toBe(1)
})

test('the web console shows the address of alarm mail, and if there is none', async () => {
  const anna = await server.signIn('anna')
  expect((await anna.get<{ mailAddress: string }>('/userPri')).data.mailAddress).toBe('anna@example.com')
  await server.database.pool.query(`UPDATE app_user SET email = ''`)
  expect((await anna.get<{ mailAddress: string }>('/userPri')).data.mailAddress).toBe('')
})

test('invalid mail settings are refused with the expected form', () => {
  const settings = (env: Record<string, string>) => readSettings([], env)
  expect(settings({}).mailServer).toBeNull()
  const given = { SMTP_URL: 'smtps://u:p@mail.example.com', MAIL_FROM: 'Tanker <tanker@example.com>' }
  expect(settings(given).mailServer).toEqual({ address: given.SMTP_URL, from: given.MAIL_FROM })
  expect(settings(given).http.mailReady).toBe(true)
  expect(() => settings({ ...given, SMTP_URL: 'mail.example.com' })).toThrow(/smtps:/)
  expect(() => settings({ SMTP_URL: given.SMTP_URL })).toThrow(/MAIL_FROM/)
  expect(() => settings({ ...given, MAIL_FROM: 'nobody' })).toThrow(/MAIL_FROM/)
})

test('an unsent mail of a superseded alarm is cancelled and marked so; if the alarm is found again it is sent', async () => {
  await ask('anna', '1,2')
  const { pool } = server.database
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await raiseAlarm(server, { plate: '苏A00001', type: 2 })
  await made()
  await pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [id])
  await deliver()
  expect(taken).toHaveLength(1)
  const { rows } = await pool.query<Mail>('SELECT state, reason FROM notice ORDER BY alarm_type')
  expect(rows).toEqual([
    { state: 'failed', reason: 'superseded' },
    { state: 'sent', reason: '' },
  ])
  await pool.query('UPDATE alarm SET superseded_at = NULL WHERE id = $1', [id])
  await pool.query(
    `INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, 'raised' FROM alarm WHERE id = $1`,
    [id],
  )
  await settle(server)
  expect(await made()).toBe(1)
  await deliver()
  expect(taken).toHaveLength(2)
  expect((await mails()).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

const escalate = () => escalateAlarms(server.database.db, server.now, { consoleAddress: 'https://tanker.example.com', mails: true })
/** A red alarm that was raised two hours ago and its mails sent. */
async function overdue(more: Partial<Parameters<typeof raiseAlarm>[1]> = {}): Promise<string> {
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1, ...more })
  await server.database.pool.query('UPDATE alarm SET inserted_at = $2 WHERE id = $1', [id, later(-2 * 3_600_000)])
  await made()
  return id
}
const blackMails = async (): Promise<{ address: string; subject: string; content: string }[]> =>
  (await server.database.pool.query(`SELECT address, subject, content FROM notice WHERE occasion = 'black' ORDER BY address`)).rows

test('an alarm that turns black is mailed once to its assignee, with truck, place, time, litres and the way to the desk', async () => {
  const anna = await ask('anna', '1')
  await ask('admin', '1')
  const properties = { compartment: 1, probeType: 0, openings: [], lossV20L: 119.4 }
  const id = await overdue({ properties })
  await anna.send('POST', '/alarms/desk/assign', { alarmIds: id, userId: anna.userId })
  expect(await escalate()).toBe(1)
  await escalate()
  await made()
  const [mail, ...more] = await blackMails()
  expect([mail?.address, mail?.subject, more]).toEqual(['anna@example.com', '[黑色 / Black] 苏A00001 异常解封 / Abnormal unsealing', []])
  expect(mail?.content).toContain(
    '报警超过 2 小时未处理，已升级为黑色。\n车牌号：苏A00001\n所属组织：甲运输\n报警类型：异常解封\n报警时间：2026-03-10 12:00:00（北京时间）\n位置：31.32000, 120.62000\n油量变化：-119.4 升\n',
  )
  expect(mail?.content).toContain(`Handle it: https://tanker.example.com/monitor/alarm_desk?alarm=${id}\n`)
  // The mail of its beginning stays.
  expect(await mails()).toHaveLength(3)
})

test('without an assignee who can be mailed, the users who asked for the type are mailed; a yellow alarm is not', async () => {
  const admin = await ask('admin', '1')
  await ask('anna', '1')
  await ask('ben', '1')
  await overdue()
  await overdue({ grade: 'yellow' })
  await escalate()
  expect((await blackMails()).map(({ address }) => address)).toEqual(['admin@example.com', 'anna@example.com'])
  await server.database.pool.query(`TRUNCATE notice; UPDATE app_user SET email = '' WHERE user_name = 'admin'`)
  const assigned = await overdue()
  await admin.send('POST', '/alarms/desk/assign', { alarmIds: assigned, userId: admin.userId })
  await escalate()
  expect((await blackMails()).map(({ address }) => address)).toEqual(['anna@example.com'])
})

test('an alarm of late data is mailed to its assignee only, and one that was handled in time to no one', async () => {
  const anna = await ask('anna', '1')
  await overdue({ live: false })
  const handled = await overdue()
  await anna.send('POST', '/alarms/handle', { alarmIds: handled, handleResult: 'x', exceptionType: 'human', confirm: 'confirmed' })
  await escalate()
  expect(await blackMails()).toEqual([])
  const late = await overdue({ live: false })
  await anna.send('POST', '/alarms/desk/assign', { alarmIds: late, userId: anna.userId })
  await escalate()
  expect((await blackMails()).map(({ address }) => address)).toEqual(['anna@example.com'])
})

test('the address of the web console in mails follows from its host names', () => {
  const address = (env: Record<string, string>) => readSettings([], env).consoleAddress
  expect(address({})).toBeNull()
  expect(address({ TANKER_HOSTNAMES: 'tanker.example.com, other.example.com', TRUSTED_PROXIES: '10.0.0.1' })).toBe(
    'https://tanker.example.com',
  )
  expect(address({ TANKER_HOSTNAMES: 'tanker.example.com' })).toBe('http://tanker.example.com:8080')
})
