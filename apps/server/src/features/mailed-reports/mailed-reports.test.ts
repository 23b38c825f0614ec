import type { AddressInfo } from 'node:net'
import { readXlsx } from 'hucre/xlsx'
import type { MailedReportDeliveries, MailedReports } from '@tanker/contract/mailed-reports'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { ALL_REPORTS } from '@tanker/reports/all-reports'
import { reportsOf } from '@tanker/reports/define-report'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import type { MailServer } from '../../platform/messages/mail-server.ts'
import { areaNames } from '../../platform/places/area-names.ts'
import { findAlarm } from '../alarm-handling/feature.ts'
import { mailedReportsJob } from './mailed-reports-job.ts'

let server: TestApi
let anna: SignedIn
let admin: SignedIn
/** What the mail server took, and how it answers the next ones; undefined takes them. */
let taken: { readonly to: string; readonly message: string }[] = []
let answers: (number | undefined)[] = []
let smtp: SMTPServer
let run: () => Promise<void>
let runWith: (more?: Partial<Parameters<typeof mailedReportsJob>[0]>) => Promise<void>

const report = 'driving_monitor/exception_report/alarm_over_speed'
const OVERSPEED = ALARM.overspeed

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
  const mailServer: MailServer = { address: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, from: 'tanker@example.com' }
  const log = pino({ level: 'silent' })
  const parts = {
    connection: server.database,
    areas: areaNames(server.database.db, server.bus, log, () => server.now),
    findAlarm,
    reports: new Map(ALL_REPORTS.flatMap(reportsOf).map((one) => [one.path, one])),
    consoleAddress: 'https://tanker.example',
    log,
    now: () => server.now.getTime(),
    mailServer,
  }
  runWith = (more = {}) => mailedReportsJob({ ...parts, ...more }).run(() => false)
  run = () => runWith()
  server.now = new Date('2026-03-10T12:00:00+08:00')
  anna = await server.signIn('anna')
  admin = await server.signIn('admin')
}, 60_000)
beforeEach(async () => {
  const { pool } = server.database
  await pool.query('TRUNCATE mailed_report, mailed_report_file, mailed_report_mail, alarm, outbox CASCADE')
  await pool.query(`UPDATE app_user SET email = user_name || '@example.com', enabled = true`)
  await pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, unnest(ARRAY['reports:mail', $1]) FROM role WHERE name = '调度员' ON CONFLICT DO NOTHING`,
    [report],
  )
  await comes('2026-03-10T12:00:00')
})
afterEach(() => {
  taken = []
  answers = []
})
afterAll(async () => {
  await new Promise<void>((done) => void smtp.close(done))
  await server.close()
})

const at = (text: string): Date => new Date(`${text}+08:00`)
/** The time comes; who is signed in stays so. */
async function comes(text: string): Promise<void> {
  server.now = at(text)
  await server.database.pool.query(`UPDATE session SET seen_at = $1, expires_at = $1::timestamptz + interval '1 day'`, [server.now])
}
const content = (more: object = {}): string =>
  JSON.stringify({
    filters: { scope: { own: true }, when: { period: 'yesterday' } },
    hidden: ['organisation'],
    shown: [],
    sortBy: 'startedAt',
    sortOrder: 'desc',
    rateUnit: 'permille',
    ...more,
  })
const aReport = (more: object = {}) => ({
  report,
  name: '昨天超速',
  content: content(),
  rhythm: 'daily',
  hour: 7,
  zone: 'Asia/Shanghai',
  language: 'zh',
  userIds: String(anna.userId),
  addresses: '',
  ...more,
})
const add = async (who: SignedIn = anna, more: object = {}): Promise<number> => {
  const { resultCode, message, data } = await who.send<{ id: number }>('POST', '/mailedReports', aReport(more))
  if (resultCode !== 200) throw new Error(message)
  return data.id
}
const mailsOf = async () =>
  (await server.database.pool.query<{ address: string; state: string; tries: number }>('SELECT * FROM mailed_report_mail ORDER BY id')).rows
const listed = async (who: SignedIn = anna) => (await who.get<MailedReports>('/mailedReports')).data.reports
const logOf = async (id: number, who: SignedIn = anna) => (await who.get<MailedReportDeliveries>('/mailedReports/deliveries', { id })).data
/** The parts of a mail with an attachment: its text, and the rows of its spreadsheet. */
async function opened(
  message: string,
): Promise<{ readonly text: string; readonly rows: readonly (readonly unknown[])[]; readonly head: string }> {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1]
  const [head = ''] = message.split('\r\n\r\n')
  const parts = boundary === undefined ? [message] : message.split(`--${boundary}`).slice(1, -1)
  const bodies = parts.map((part) => Buffer.from(part.split('\r\n\r\n').slice(1).join('\r\n\r\n'), 'base64'))
  const file = bodies[1]
  const rows = file === undefined ? [] : ((await readXlsx(new Uint8Array(file))).sheets[0]?.rows ?? [])
  return { text: bodies[0]?.toString() ?? '', rows: rows as unknown as unknown[][], head: head + (parts[1]?.split('\r\n\r\n')[0] ?? '') }
}

test('a list is mailed at its hour as the spreadsheet that its owner would export, with the period of that day', async () => {
  await raiseAlarm(server, { plate: '苏A00001', type: OVERSPEED, startedAt: at('2026-03-10T09:00:00') })
  await raiseAlarm(server, { plate: '苏A00002', type: OVERSPEED, startedAt: at('2026-03-09T09:00:00') })
  await raiseAlarm(server, { plate: '苏B00001', type: OVERSPEED, startedAt: at('2026-03-10T09:00:00') })
  const id = await add()
  expect(await listed()).toMatchObject([{ id, name: '昨天超速', paused: null, nextAt: '2026-03-10T23:00:00.000Z' }])
  await comes('2026-03-11T06:59:59')
  await run()
  expect(taken).toEqual([])
  await comes('2026-03-11T07:00:10')
  await Promise.all([run(), run()])
  expect(taken.map(({ to }) => to)).toEqual(['anna@example.com'])
  const { text, rows, head } = await opened(taken[0]?.message ?? '')
  expect(head).toMatch(/^Message-ID: <tanker-report-\d+@example\.com>/im)
  expect(head).toContain('spreadsheetml')
  expect(text).toContain('昨天超速')
  expect(text).toContain('2026-03-10 00:00:00 – 2026-03-10 23:59:59')
  expect(text).toContain('行数：1')
  const cells = rows.flat().map(String)
  expect(cells).toContain('苏A00001')
  expect(cells).not.toContain('苏A00002')
  expect(cells).not.toContain('苏B00001')
  expect(cells).not.toContain('所属组织')
  expect(await listed()).toMatchObject([{ nextAt: '2026-03-11T23:00:00.000Z' }])
  expect(await logOf(id)).toMatchObject([{ rows: 1, byHand: false, problem: '', mails: [{ address: 'anna@example.com', state: 'sent' }] }])
  // The file is not kept once it was sent.
  expect((await server.database.pool.query('SELECT FROM mailed_report_file WHERE file IS NOT NULL')).rowCount).toBe(0)
})

test('a list without rows is mailed without a file, and says so', async () => {
  await add(anna, { language: 'en' })
  await comes('2026-03-11T07:00:00')
  await run()
  const { text, rows } = await opened(taken[0]?.message ?? '')
  expect(text).toContain('Rows: 0')
  expect(text).toContain('nothing is attached')
  expect(rows).toEqual([])
})

test('a file that is too large for a mail is left in the web console, to which the mail leads', async () => {
  await raiseAlarm(server, { plate: '苏A00001', type: OVERSPEED, startedAt: at('2026-03-10T09:00:00') })
  const id = await add()
  await comes('2026-03-11T07:00:00')
  await runWith({ maxFileBytes: 100 })
  const { text, rows } = await opened(taken[0]?.message ?? '')
  expect(text).toContain(`在平台中打开：https://tanker.example/${report}`)
  expect(rows).toEqual([])
  expect(await logOf(id)).toMatchObject([{ rows: 1, bytes: null, problem: '文件过大，未附在邮件中。' }])
})

test('a file that cannot be made is made again, less and less often; given up, its log says so and the next time counts', async () => {
  await raiseAlarm(server, { plate: '苏A00001', type: OVERSPEED, startedAt: at('2026-03-10T09:00:00') })
  const id = await add()
  const [overspeeds] = ALL_REPORTS.flatMap(reportsOf).filter(({ path }) => path === report)
  if (!overspeeds) throw new Error('there is no such report')
  const broken = new Map([[report, { ...overspeeds, rows: () => sql<{ id: string }>`SELECT 1 / 0 AS id` }]])
  for (const time of ['07:00:00', '07:00:30', '07:01:10', '07:06:20', '07:21:30']) {
    await comes(`2026-03-11T${time}`)
    await runWith({ reports: broken })
  }
  expect(await logOf(id)).toEqual([])
  await comes('2026-03-11T08:30:00')
  await runWith({ reports: broken })
  expect(await logOf(id)).toMatchObject([{ rows: null, problem: expect.stringContaining('文件生成失败') }])
  expect(await listed()).toMatchObject([{ nextAt: '2026-03-11T23:00:00.000Z' }])
  await comes('2026-03-12T07:00:00')
  await run()
  expect(taken).toHaveLength(1)
})

test('after a stop of days one mail is sent, for the last time that was missed', async () => {
  await raiseAlarm(server, { plate: '苏A00001', type: OVERSPEED, startedAt: at('2026-03-13T09:00:00') })
  await add()
  await comes('2026-03-14T11:00:00')
  await run()
  await run()
  expect(taken).toHaveLength(1)
  expect((await opened(taken[0]?.message ?? '')).text).toContain('2026-03-13 00:00:00')
  expect(await listed()).toMatchObject([{ nextAt: '2026-03-14T23:00:00.000Z' }])
})

test('a mail server that does not answer is asked again, with the same message id; one that refuses is not', async () => {
  const id = await add(admin, { userIds: `${admin.userId},${anna.userId}` })
  await comes('2026-03-11T07:00:00')
  answers = [421]
  await run()
  expect(await mailsOf()).toMatchObject([
    { state: 'waiting', tries: 1 },
    { state: 'waiting', tries: 0 },
  ])
  await comes('2026-03-11T07:02:00')
  answers = [undefined, 550]
  await run()
  expect((await mailsOf()).map(({ state }) => state).toSorted()).toEqual(['failed', 'sent'])
  expect((await logOf(id, admin))[0]?.mails.find(({ state }) => state === 'failed')?.reason).toContain('not now')
  await comes('2026-03-11T09:00:00')
  await run()
  expect(taken).toHaveLength(1)
})

test('a mail that was claimed by a process that ended is sent by another one', async () => {
  await add()
  await comes('2026-03-11T07:00:00')
  answers = [451]
  await run()
  await server.database.pool.query(`UPDATE mailed_report_mail SET state = 'sending', next_at = $1`, [at('2026-03-11T07:02:00')])
  await comes('2026-03-11T07:01:00')
  await run()
  expect(taken).toEqual([])
  await comes('2026-03-11T07:03:00')
  await run()
  expect(taken).toHaveLength(1)
})

test('the rights of its owner count when it is sent: a mailed report of one who lost them is paused, and says why', async () => {
  await add()
  await comes('2026-03-11T07:00:00')
  await server.database.pool.query(`DELETE FROM role_grant WHERE permission = $1`, [report])
  await run()
  expect(taken).toEqual([])
  expect(await listed()).toMatchObject([{ paused: 'right', nextAt: null }])
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, $1 FROM role WHERE name = '调度员'`, [report])
  const [one] = await listed()
  expect((await anna.send('PUT', '/mailedReports/paused', { id: one?.id ?? 0, paused: 'no' })).resultCode).toBe(200)
  await comes('2026-03-12T07:00:00')
  await server.database.pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'anna'`)
  await run()
  expect((await server.database.pool.query('SELECT paused FROM mailed_report')).rows).toEqual([{ paused: 'disabled' }])
  expect(taken).toEqual([])
})

test('who is disabled or has moved out of sight of the owner gets no mail', async () => {
  const ben = await server.signIn('ben')
  await add(admin, { userIds: `${anna.userId},${ben.userId}` })
  await server.database.pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'ben'`)
  await comes('2026-03-11T07:00:00')
  await run()
  expect(taken.map(({ to }) => to)).toEqual(['anna@example.com'])
})

test('it is sent at once when its owner asks, also while it is paused; paused it is not sent by its time', async () => {
  const id = await add()
  await anna.send('PUT', '/mailedReports/paused', { id, paused: 'yes' })
  await comes('2026-03-11T07:00:00')
  await run()
  expect(taken).toEqual([])
  await anna.send('POST', '/mailedReports/send', { id })
  await run()
  await run()
  expect(taken).toHaveLength(1)
  expect(await logOf(id)).toMatchObject([{ byHand: true }])
  expect(await listed()).toMatchObject([{ paused: 'owner' }])
})

type Rows = (...asked: never[]) => unknown
/** The lists, with other rows in the one that is mailed. */
const reportsWith = (rows: (usual: Rows) => Rows) =>
  new Map(ALL_REPORTS.flatMap(reportsOf).map((one) => [one.path, one.path === report ? { ...one, rows: rows(one.rows) as never } : one]))

test('a list whose rows take too long to count is given up for now, and does not hold up the job', async () => {
  await add()
  await comes('2026-03-11T07:00:00')
  const began = performance.now()
  await runWith({ reports: reportsWith(() => () => sql`SELECT '1' AS id FROM pg_sleep(20)`), maxMakeMs: 300 })
  expect(performance.now() - began).toBeLessThan(15_000)
  expect((await server.database.pool.query('SELECT tries FROM mailed_report')).rows).toEqual([{ tries: 1 }])
})

test('each file is mailed when it is made, before the next one', async () => {
  await add()
  await add(admin, { userIds: String(admin.userId) })
  await server.database.pool.query(`UPDATE mailed_report SET try_at = try_at + interval '1 minute' WHERE user_id = $1`, [admin.userId])
  await comes('2026-03-11T07:00:00')
  const mailedBefore: number[] = []
  const reports = reportsWith((usual) => (...asked) => {
    mailedBefore.push(taken.length)
    return usual(...asked)
  })
  await runWith({ reports })
  expect(taken.map(({ to }) => to)).toEqual(['anna@example.com', 'admin@example.com'])
  expect(mailedBefore).toEqual([0, 1])
})

test('owners take turns, and one has at most four files in a run', async () => {
  for (const name of ['1', '2', '3', '4', '5', '6']) await add(anna, { name, hour: 6 })
  await add(admin, { userIds: String(admin.userId) })
  await comes('2026-03-11T07:00:00')
  await run()
  expect(taken.map(({ to }) => to).toSorted()).toEqual(['admin@example.com', ...Array.from({ length: 4 }, () => 'anna@example.com')])
  expect(taken.findIndex(({ to }) => to === 'admin@example.com')).toBeLessThan(2)
  await run()
  expect(taken).toHaveLength(7)
})

test('a mail that waits is not sent while its mailed report is paused or its owner is disabled or lost the right, and says why', async () => {
  const waiting = async (): Promise<number> => {
    const id = await add()
    await comes('2026-03-11T07:00:00')
    answers = [451]
    await run()
    expect(await mailsOf()).toMatchObject([{ state: 'waiting' }])
    return id
  }
  const ended = async (id: number): Promise<readonly string[]> => {
    await comes('2026-03-11T07:05:00')
    await run()
    await server.database.pool.query(`UPDATE app_user SET enabled = true`)
    const mails = (await logOf(id)).flatMap((one) => one.mails)
    await server.database.pool.query('TRUNCATE mailed_report, mailed_report_file, mailed_report_mail')
    await comes('2026-03-10T12:00:00')
    return mails.map(({ state, reason }) => `${state} ${reason}`)
  }
  const paused = await waiting()
  await anna.send('PUT', '/mailedReports/paused', { id: paused, paused: 'yes' })
  expect(await ended(paused)).toEqual(['failed 定时邮件已暂停，未发送'])
  const disabled = await waiting()
  await server.database.pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'anna'`)
  expect(await ended(disabled)).toEqual(['failed 所有者的账号已停用，未发送'])
  const without = await waiting()
  await server.database.pool.query(`DELETE FROM role_grant WHERE permission = $1`, [report])
  expect(await ended(without)).toEqual(['failed 所有者的权限不再包含该列表或定时邮件，未发送'])
  expect(taken).toEqual([])
})

test('what is asked for again before it was sent is sent once; an hour has ten, also of reports that were deleted', async () => {
  const id = await add()
  const send = (one: number) => anna.send('POST', '/mailedReports/send', { id: one })
  for (let times = 0; times < 9; times += 1) {
    await comes(`2026-04-01T12:00:0${times}`)
    expect((await send(id)).resultCode).toBe(200)
    await run()
  }
  await comes('2026-04-01T12:00:20')
  expect((await send(id)).resultCode).toBe(200)
  expect((await send(id)).resultCode).toBe(200)
  await run()
  expect(taken).toHaveLength(10)
  await anna.send('DELETE', '/mailedReports', { id })
  const next = await add()
  expect(await send(next)).toMatchObject({ resultCode: 429, message: '每小时最多可立即发送 10 次，请稍后再试。' })
  await comes('2026-04-01T13:00:21')
  expect((await send(next)).resultCode).toBe(200)
})

test('a list that can no longer be asked says why in its log, and tries again at its next time', async () => {
  const id = await add(anna, {
    content: content({ filters: { scope: { truckIds: [server.truckId('苏B00001')] }, when: { period: 'today' } } }),
  })
  await comes('2026-03-11T07:00:00')
  await run()
  expect(taken).toEqual([])
  expect(await logOf(id)).toMatchObject([{ rows: null, problem: '没有找到所选组织或车辆，请重新选择。', mails: [] }])
  expect(await listed()).toMatchObject([{ nextAt: '2026-03-11T23:00:00.000Z' }])
})

test('what cannot be mailed is refused by field', async () => {
  const refused = async (more: object, who = anna) => {
    const { resultCode, data } = await who.send<{ fields?: object }>('POST', '/mailedReports', aReport(more))
    return resultCode === 400 ? Object.keys(data?.fields ?? {}) : resultCode
  }
  const ben = await server.signIn('ben')
  expect(await refused({ userIds: '' })).toEqual(['userIds'])
  expect(await refused({ userIds: String(ben.userId) })).toEqual(['userIds'])
  expect(await refused({ zone: 'Mars/Base' })).toEqual(['zone'])
  expect(await refused({ rhythm: 'weekly' })).toEqual(['rhythm'])
  expect(await refused({ addresses: 'someone@example.org' })).toEqual(['addresses'])
  expect(await refused({ addresses: 'no address' }, admin)).toEqual(['addresses'])
  expect(await refused({ addresses: 'a@example.org,b@example.org' }, admin)).toBe(200)
  expect(await refused({}, admin)).toEqual(['name'])
  const carl = await server.signIn('carl')
  expect(await refused({}, carl)).toBe(401)
})

test('a mailed report is its owner’s alone; its changes are in the history', async () => {
  const id = await add()
  expect(await listed(admin)).toEqual([])
  expect((await admin.send('DELETE', '/mailedReports', { id })).resultCode).toBe(400)
  expect(await logOf(id, admin)).toEqual([])
  const changed = await anna.send('PUT', '/mailedReports', { ...aReport({ rhythm: 'monthly', monthDay: 0, name: '月末' }), id })
  expect(changed.resultCode).toBe(200)
  expect(await listed()).toMatchObject([{ name: '月末', rhythm: 'monthly', monthDay: 0, nextAt: '2026-03-30T23:00:00.000Z' }])
  expect((await anna.send('DELETE', '/mailedReports', { id })).resultCode).toBe(200)
  expect(await listed()).toEqual([])
  const { rows } = await server.database.pool.query(
    `SELECT action FROM change_log WHERE entity = 'mailed_report' AND row_id = $1 ORDER BY id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['create', 'change', 'delete'])
})
