import { hashPassword } from '@tanker/contract/password'
import { createTestDatabase } from '@tanker/database/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBootstrapUsers } from '../world/bootstrap-users.ts'
import { passwordFits } from '../features/access/passwords.ts'
import { sessionsIn } from '../platform/access/sessions.ts'
import { PASSWORD, startTestApi, type TestApi } from '../platform/http/test-api.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server.close())

const login = (userName: string, password: string, headers: Record<string, string> = {}, more = '') =>
  server.call('POST', '/api/login', { body: `username=${userName}&password=${password}${more}`, headers })

test('[4.1-01] T02 every sign-in creates a new pair of secrets, of 256 bits each, and secrets of different pairs cannot be mixed', async () => {
  const first = await server.signIn('anna')
  const second = await server.signIn('anna')
  const secretOf = ({ cookie }: { cookie: string }): string => cookie.split('=')[1] ?? ''
  const all = [secretOf(first), first.headerId, secretOf(second), second.headerId]
  expect(new Set(all).size).toBe(4)
  for (const one of all) expect(Buffer.from(one, 'base64url')).toHaveLength(32)
  const mixed = (cookie: string, headerId: string) => server.call('GET', '/api/userPri', { headers: { cookie, 'header-id': headerId } })
  expect((await mixed(first.cookie, second.headerId)).resultCode).toBe(504)
  expect((await mixed(second.cookie, first.headerId)).resultCode).toBe(504)
  // The header id does not work as cookie, nor the cookie as header id.
  expect((await mixed(`sid=${first.headerId}`, secretOf(first))).resultCode).toBe(504)
  expect((await mixed(first.cookie, secretOf(first))).resultCode).toBe(504)
  expect((await mixed(first.cookie, first.headerId)).resultCode).toBe(200)
})

test('T02 a thousand sessions share no secret', async () => {
  const sessions = sessionsIn(server.database.db, () => server.now, null)
  const { userId } = await server.signIn('ben')
  const begun = await Promise.all(
    Array.from({ length: 1_000 }, () => sessions.begin(userId, { ip: '127.0.0.1', claimedIp: null, claimedArea: null })),
  )
  expect(new Set(begun.flatMap(({ secret, headerId }) => [secret, headerId])).size).toBe(2_000)
})

test('T03 an address that a browser claims is kept as a claim, and reaches neither the record nor the throttle', async () => {
  const answer = await login(
    'carl',
    hashPassword('carl', PASSWORD),
    { 'x-forwarded-for': '8.8.8.8', forwarded: 'for=8.8.8.8' },
    '&ip=6.6.6.6&area=Mars',
  )
  expect(answer.resultCode).toBe(200)
  const { rows } = await server.database.pool.query<{ ip: string; claimed_ip: string; claimed_area: string; last_login_ip: string }>(
    `SELECT s.ip, s.claimed_ip, s.claimed_area, u.last_login_ip FROM session s JOIN app_user u ON u.id = s.user_id WHERE user_name = 'carl'`,
  )
  expect(rows).toEqual([{ ip: '127.0.0.1', claimed_ip: '6.6.6.6', claimed_area: 'Mars', last_login_ip: '127.0.0.1' }])
  const other = await startTestApi()
  const codes: number[] = []
  for (let guess = 0; guess < 12; guess += 1) {
    const body = `username=carl&password=${hashPassword('carl', `guess ${guess}`)}&ip=7.7.7.${guess}`
    codes.push((await other.call('POST', '/api/login', { body, headers: { 'x-forwarded-for': `7.7.7.${guess}` } })).resultCode)
  }
  expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(5)
  await other.close()
})

test('T05 the stored hash of a password cannot be used to sign in', async () => {
  const { rows } = await server.database.pool.query<{ password_hash: string }>(
    `SELECT password_hash FROM app_user WHERE user_name = 'anna'`,
  )
  const stored = rows[0]?.password_hash ?? ''
  expect(stored).toMatch(/^\$argon2id\$/)
  for (const stolen of [stored, stored.split('$').at(-1) ?? '', hashPassword('anna', stored)])
    expect((await login('anna', encodeURIComponent(stolen))).resultCode).not.toBe(200)
})

test('[7.2-03] T06 a password changes with the old one only, and never that of the id in the request', async () => {
  const ben = await server.signIn('ben')
  const { userId: victim } = await server.signIn('anna')
  const wanted = hashPassword('anna', 'taken over')
  const attempts = [
    { id: String(victim), pwd: wanted },
    { id: String(victim), pwd: wanted, oldPwd: '' },
    { id: String(victim), pwd: wanted, oldPwd: wanted },
  ]
  for (const attempt of attempts) expect((await ben.send('PUT', '/userInfoPwd', attempt)).resultCode).toBe(400)
  expect((await login('anna', hashPassword('anna', PASSWORD))).resultCode).toBe(200)
  expect((await login('anna', wanted)).resultCode).toBe(400)
  const mine = { id: String(victim), oldPwd: hashPassword('ben', PASSWORD), pwd: hashPassword('ben', 'another') }
  expect((await ben.send('PUT', '/userInfoPwd', mine)).resultCode).toBe(200)
  expect((await login('anna', hashPassword('anna', PASSWORD))).resultCode).toBe(200)
  expect((await login('ben', hashPassword('ben', 'another'))).resultCode).toBe(200)
})

test('[6-15] T10 flags set by hand in cookies give no access that the role does not grant', async () => {
  const carl = await server.signIn('carl')
  const flags = [
    'sensorEnable=true',
    'forceDry=true',
    'setBatteryType=true',
    'notDemo=true',
    'superMan=true',
    'customer=false',
    'userPri=*',
  ].join('; ')
  const headers = { cookie: `${flags}; ${carl.cookie}; ${flags}` }
  const plain = await carl.get<{ userPri: unknown; stUserAlarm: { alarmTypeIds: string } }>('/userPri')
  const flagged = await carl.get<typeof plain.data>('/userPri', {}, headers)
  expect(flagged.data).toEqual(plain.data)
  expect((await carl.get('/heartBeatInfo', {}, headers)).resultCode).toBe(401)
  expect((await carl.get('/trucks/live', {}, headers)).resultCode).toBe(401)
  expect((await carl.get('/integrationKeys', {}, headers)).resultCode).toBe(401)
  const handling = { alarmIds: '1', handleResult: 'x', exceptionType: 'human', confirm: 'confirmed' }
  expect((await carl.send('POST', '/alarms/handle', handling, headers)).resultCode).toBe(401)
})

test('T14 quick access saves routes of the web console only, nothing that a browser could run or follow elsewhere', async () => {
  const anna = await server.signIn('anna')
  const urls = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://evil.example/monitor/cargo_transport',
    '//evil.example/monitor/cargo_transport',
    '/\\evil.example',
    '/monitor/cargo_transport?next=https://evil.example',
    '/monitor/cargo_transport#x',
    '/monitor/../monitor/cargo_transport',
  ]
  for (const quickVisitUrl of urls)
    expect((await anna.send('POST', '/addUserQuickVisit', { quickVisitUrl, quickVisitName: 'x' })).resultCode).toBe(401)
  const { data } = await anna.get<{ quickVisitUrl: string }[]>('/getUserQuickVisit')
  expect(data).toEqual([])
})

test('T19 a fresh installation has no known password', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()])
  const installed = await Promise.all(databases.map(({ db }) => createBootstrapUsers(db)))
  const passwords = installed.flat().map(({ password }) => password)
  expect(new Set(passwords).size).toBe(passwords.length)
  for (const password of passwords) expect(password).toMatch(/^[2-9a-km-np-zA-HJ-NP-Z]{16}$/)
  const { rows } = await (databases[0] as (typeof databases)[number]).pool.query<{ password_hash: string }>(
    `SELECT password_hash FROM app_user WHERE user_name = 'admin'`,
  )
  const stored = rows[0]?.password_hash ?? null
  for (const common of ['', 'admin', 'password', '123456', '12345678', 'admin123', 'tanker', 'correct horse', '888888', '000000'])
    for (const sent of [common, hashPassword('admin', common)]) expect(await passwordFits(stored, sent)).toBe(false)
  expect(
    await passwordFits(stored, hashPassword('admin', installed[0]?.find(({ userName }) => userName === 'admin')?.password ?? '')),
  ).toBe(true)
  await Promise.all(databases.map((database) => database.close()))
})
