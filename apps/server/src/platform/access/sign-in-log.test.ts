import { hashPassword } from '@tanker/contract/password'
import type { SignIns } from '@tanker/contract/sign-ins'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addUser, resetPassword } from '../../world/bootstrap-users.ts'
import { callFrom } from '../changes/caller.ts'
import { verifyChanges } from '../../verify-changes.ts'
import { PASSWORD, startTestApi, type TestApi } from '../http/test-api.ts'
import { signInLog } from './sign-in-log.ts'

let server: TestApi
let before = '0'
beforeAll(async () => {
  server = await startTestApi({ trustedProxies: ['127.0.0.1'] })
})
afterAll(() => server.close())
beforeEach(async () => {
  // A separate minute for each test: attempt counters expire after a quarter of an hour.
  server.now = new Date(server.now.getTime() + 3_600_000)
  before = (await server.database.pool.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM access_log')).rows[0]?.id ?? '0'
})

type Row = Readonly<Record<string, unknown>> & { readonly count: number; readonly name_mark: string }
const log = async (): Promise<Row[]> =>
  (await server.database.pool.query<Row>('SELECT * FROM access_log WHERE id > $1 ORDER BY id', [before])).rows

const signIn = (userName: string, password: string, address = '203.0.113.5') =>
  server.call('POST', '/api/login', {
    body: new URLSearchParams({ username: userName, password: hashPassword(userName, password) }).toString(),
    headers: { 'x-forwarded-for': address, 'user-agent': 'Firefox/140' },
  })

test('[M8] every failed sign-in is logged with address, browser and reason, but without the name if no user has it', async () => {
  await signIn('Anna', 'a guess')
  // A password in the wrong field, twice.
  await signIn('my secret Pa55word', 'x')
  await signIn('MY SECRET Pa55word', 'y')
  await signIn('stranger', 'x')
  await server.database.pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'ben'`)
  await signIn('ben', PASSWORD)
  await server.database.pool.query(`UPDATE app_user SET enabled = true WHERE user_name = 'ben'`)
  await signIn('anna', PASSWORD)
  const rows = await log()
  const from = { address: '203.0.113.5', browser: 'Firefox/140', count: 1, at: server.now }
  const anna = { user_name: 'anna', user_id: expect.any(Number), organisation_id: server.organisationId('A'), name_mark: '' }
  const unknown = { user_name: '', user_id: null, organisation_id: null, name_mark: expect.stringMatching(/^[0-9a-f]{16}$/) }
  expect(rows).toMatchObject([
    { ...from, ...anna, what: 'refused', reason: 'wrong-password' },
    { ...from, ...unknown, what: 'refused', reason: 'unknown-name' },
    { ...from, ...unknown, what: 'refused', reason: 'unknown-name' },
    { ...from, ...unknown, what: 'refused', reason: 'unknown-name' },
    { ...from, what: 'refused', reason: 'disabled', user_name: 'ben' },
    { ...from, ...anna, what: 'signed-in', reason: '' },
  ])
  // The same name has the same mark, and no other name has it.
  expect(rows[1]?.name_mark).toBe(rows[2]?.name_mark)
  expect(rows[1]?.name_mark).not.toBe(rows[3]?.name_mark)
  const text = JSON.stringify(rows) + server.lines.join('')
  expect(text).not.toMatch(/pa55word|stranger/i)
  for (const secret of [PASSWORD, hashPassword('anna', PASSWORD), hashPassword('Anna', 'a guess')]) expect(text).not.toContain(secret)
})

test('[M8] throttled attempts are counted by address and user, and written when their minute is over', async () => {
  for (let attempt = 0; attempt < 9; attempt += 1) await signIn('anna', 'a guess', '203.0.113.6')
  expect(await log()).toHaveLength(5)
  server.now = new Date(server.now.getTime() + 60_000)
  await signIn('carl', PASSWORD, '203.0.113.7')
  await signIn('carl', 'a guess', '203.0.113.7')
  const rows = await log()
  expect(rows.slice(5)).toMatchObject([
    { what: 'signed-in', user_name: 'carl' },
    { what: 'throttled', reason: 'throttled', user_name: 'anna', address: '203.0.113.6', count: 4 },
    { what: 'refused', user_name: 'carl' },
  ])
})

test('[M8] a flood fills a bounded number of rows a minute, and every attempt is counted in one of them', async () => {
  const attempts = signInLog(server.database.db, () => server.now, pino({ level: 'silent' }))
  const flood = async (reason: 'unknown-name' | 'throttled'): Promise<void> => {
    for (let index = 0; index < 500; index += 1)
      await callFrom(`2001:db8:${index % 100}::1`, 'x'.repeat(5_000), () =>
        attempts.refused({ user: null, typedName: `invented ${index}`, reason }),
      )
  }
  await flood('unknown-name')
  await flood('throttled')
  expect(await log()).toHaveLength(60)
  server.now = new Date(server.now.getTime() + 60_000)
  await attempts.close()
  const rows = await log()
  expect(rows.length).toBeLessThanOrEqual(60 + 40 + 2)
  const sum = (reason: string): number => rows.filter((row) => row['reason'] === reason).reduce((total, { count }) => total + count, 0)
  expect([sum('unknown-name'), sum('throttled')]).toEqual([500, 500])
  for (const row of rows) expect(String(row['browser']).length).toBeLessThanOrEqual(300)
  expect((await verifyChanges(server.database.db, 'access_log')).kind).toBe('whole')
})

test('[M8] a server that ends writes what it has counted', async () => {
  const attempts = signInLog(server.database.db, () => server.now, pino({ level: 'silent' }))
  await callFrom('203.0.113.8', '', () => attempts.refused({ user: null, typedName: 'x', reason: 'throttled' }))
  expect(await log()).toEqual([])
  await attempts.close()
  expect(await log()).toMatchObject([{ what: 'throttled', address: '203.0.113.8', count: 1 }])
})

test('[M8] a user reads its own log, and who may end sessions those of users of its organisations', async () => {
  await signIn('carl', 'a guess', '203.0.113.9')
  const [carl, anna, admin] = [await server.signIn('carl'), await server.signIn('anna'), await server.signIn('admin')]
  const own = (await carl.get<SignIns>('/ownSignIns')).data
  expect(own.slice(0, 2)).toMatchObject([
    { what: 'signed-in', reason: '', count: 1, by: '' },
    { what: 'refused', reason: 'wrong-password', address: '203.0.113.9', browser: 'Firefox 140' },
  ])
  for (let more = 0; more < 25; more += 1) await signIn('carl', PASSWORD, '203.0.113.9')
  expect((await carl.get<SignIns>('/ownSignIns')).data).toHaveLength(20)
  expect((await admin.get<SignIns>('/users/signIns', { id: anna.userId })).data).toEqual((await anna.get('/ownSignIns')).data)
  expect((await carl.get('/users/signIns', { id: carl.userId })).resultCode).toBe(401)
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'users:sessions' FROM role WHERE name = '调度员'`,
  )
  const ben = await server.signIn('ben')
  expect(await ben.get('/users/signIns', { id: anna.userId })).toMatchObject(await ben.get('/users/signIns', { id: 9_999_999 }))
  expect((await ben.get('/users/signIns', { id: anna.userId })).resultCode).toBe(400)
})

test('[M8] passwords reset and users added at the terminal are logged', async () => {
  const { db } = server.database
  const added = await addUser(db, { userName: 'Zoe', companyCode: 'A', roleName: '调度员' })
  const password = await resetPassword(db, 'ZOE', { andSecondFactor: false })
  const by = { by_id: null, by_name: 'terminal', address: '', user_name: 'Zoe', organisation_id: server.organisationId('A') }
  const rows = await log()
  expect(rows).toMatchObject([
    { ...by, what: 'user-added' },
    { ...by, what: 'password-reset' },
  ])
  for (const secret of [password, added.kind === 'added' ? added.password : null]) {
    expect(secret).toHaveLength(16)
    expect(JSON.stringify(rows)).not.toContain(secret)
  }
})
