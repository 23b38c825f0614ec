import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '@tanker/contract/password'
import type { Enrolment, SecondFactorState } from '@tanker/contract/second-factor'
import type { AnswerOf } from '@tanker/contract/endpoint'
import type { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../platform/http/test-api.ts'
import { secretSeal } from '../../platform/access/secret-seal.ts'
import { type RightsApi, startRights } from './test-rights.ts'
import { codeOf, enrol, enter, fromElsewhere, give, givePassword, nextStep, pendingOf, wrongCodeOf } from './test-second-factor.ts'
import { stepOfCode } from './totp.ts'

let server: RightsApi
beforeAll(async () => {
  server = await startRights()
})
afterAll(() => server.close())

const stateOf = async (browser: { get<T>(path: string): Promise<{ data: T }> }): Promise<SecondFactorState> =>
  (await browser.get<SecondFactorState>('/secondFactor')).data
const pwd = (userName: string) => hashPassword(userName, PASSWORD)

test('the codes are those of RFC 6238, appendix B, cut to six digits', () => {
  const secret = Buffer.from('12345678901234567890')
  for (const [second, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(stepOfCode(secret, code, new Date(second * 1000), null), String(second)).toBe(Math.floor(second / 30))
})

test('a code counts in its step and in the one beside it, and no step counts twice', () => {
  const secret = Buffer.from('12345678901234567890')
  const seen = (second: number, usedUpTo: number | null = null) => stepOfCode(secret, '081804', new Date(second * 1000), usedUpTo)
  const step = Math.floor(1_111_111_109 / 30)
  expect(seen(1_111_111_109 - 30)).toBe(step)
  expect(seen(1_111_111_109 + 30)).toBe(step)
  expect(seen(1_111_111_109 - 60)).toBeNull()
  expect(seen(1_111_111_109 + 61)).toBeNull()
  expect(seen(1_111_111_109, step - 1)).toBe(step)
  expect(seen(1_111_111_109, step)).toBeNull()
})

test('[L3] setting it up wants the password and a code, shows ten recovery codes, gives the session a new pair and ends the others', async () => {
  const [here, elsewhere] = [await server.signInAs('anna'), await server.signInAs('anna')]
  const before = { cookie: here.cookie, 'header-id': here.headerId }
  expect(await here.send('POST', '/secondFactor/begin', { pwd: hashPassword('anna', 'a guess') }, { language: 'en' })).toMatchObject({
    resultCode: 400,
    message: 'The password is wrong. Please enter it again.',
  })
  const begun = (await here.send<Enrolment>('POST', '/secondFactor/begin', { pwd: pwd('anna') })).data
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Tanker%20Console:anna\?/)
  expect(begun.uri).toContain(`secret=${begun.key}`)
  // Shown but not confirmed: nothing has changed.
  expect(await stateOf(here)).toMatchObject({ on: false })
  expect((await givePassword(server, 'anna')).resultCode).toBe(200)
  expect((await here.send('POST', '/secondFactor/confirm', { code: wrongCodeOf(begun.key, server.now) })).resultCode).toBe(400)
  const done = await here.send<{ recoveryCodes: string[]; owes: null }>('POST', '/secondFactor/confirm', {
    code: codeOf(begun.key, server.now),
  })
  expect(done.resultCode).toBe(200)
  expect(new Set(done.data.recoveryCodes).size).toBe(10)
  for (const code of done.data.recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  expect((await server.call('GET', '/api/menus', { headers: before })).resultCode).toBe(504)
  expect((await elsewhere.get('/menus')).resultCode).toBe(504)
  expect(await stateOf(here)).toMatchObject({ on: true, codesLeft: 10, required: false })

  // Neither the key nor a recovery code is readable in the database.
  const { rows } = await server.database.pool.query<{ dump: string }>(
    `SELECT (SELECT string_agg(f::text, '') FROM second_factor f) || (SELECT string_agg(c::text, '') FROM recovery_code c) AS dump`,
  )
  const hex = Buffer.from(begun.uri).toString('hex')
  expect(rows[0]?.dump).not.toContain(hex)
  for (const secret of [begun.key, ...done.data.recoveryCodes]) expect(rows[0]?.dump).not.toContain(secret)
})

test('a right password alone returns a token without access; password and code sign in, and a code works once', async () => {
  const { key } = await enrol(server, await server.signInAs('ben'), 'ben')
  nextStep(server)
  const asked = await givePassword(server, 'ben')
  expect(asked).toMatchObject({ resultCode: 428, message: 'Please enter the code that your authenticator app shows.' })
  expect(asked.headers.get('set-cookie')).toBeNull()
  expect(asked.data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), validS: 300 })
  const { token } = asked.data as { token: string }
  for (const headers of [{ cookie: `sid=${token}`, 'header-id': token }, { cookie: `sid=${token}` }, { 'header-id': token }])
    expect((await server.call('GET', '/api/userPri', { headers })).resultCode).toBe(504)

  const code = codeOf(key, server.now)
  const answer = await give(server, '/login/code', { token, code })
  expect(answer).toMatchObject({ resultCode: 200, data: { userIn: true, userInfo: { userName: 'ben' } } })
  expect(answer.data).not.toHaveProperty('owes')
  expect(answer.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  // Token and code are used up.
  expect(await give(server, '/login/code', { token, code })).toMatchObject({ resultCode: 400, data: { startAgain: true } })
  expect(await give(server, '/login/code', { token: await pendingOf(server, 'ben'), code })).toMatchObject({ data: { field: 'code' } })
})

test('the same code sent eight times at once is accepted once', async () => {
  const { key } = await enrol(server, await server.signInAs('water'), 'water')
  nextStep(server)
  const code = codeOf(key, server.now)
  const tokens: string[] = []
  for (let count = 0; count < 8; count += 1) tokens.push(await pendingOf(server, 'water'))
  const answers = await Promise.all(tokens.map((token) => give(server, '/login/code', { token, code })))
  expect(answers.filter(({ resultCode }) => resultCode === 200)).toHaveLength(1)
})

test('five wrong codes or five minutes end a pending sign-in, and the right code no longer helps', async () => {
  const { key } = await enrol(server, await server.signInAs('carl'), 'carl')
  nextStep(server)
  const token = await pendingOf(server, 'carl')
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expect(await give(server, '/login/code', { token, code: wrongCodeOf(key, server.now) })).toMatchObject({
      resultCode: 400,
      data: attempt < 5 ? { field: 'code' } : { startAgain: true },
    })
  expect(await give(server, '/login/code', { token, code: codeOf(key, server.now) })).toMatchObject({ data: { startAgain: true } })
  const late = await pendingOf(server, 'carl')
  server.now = new Date(server.now.getTime() + 300_000)
  expect(await give(server, '/login/code', { token: late, code: codeOf(key, server.now) })).toMatchObject({ data: { startAgain: true } })
  await enter(server, 'carl', codeOf(key, server.now))
})

test('[T04] codes count with passwords: a stolen password does not reset the counters, and a throttled attempt reveals nothing else', async () => {
  const { key } = await enrol(server, await server.signInAs('cora'), 'cora')
  nextStep(server)
  const here = fromElsewhere()
  const answers: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const asked = await givePassword(server, 'cora', here)
    answers.push(asked.resultCode)
    if (asked.resultCode !== 428) break
    answers.push(
      (await give(server, '/login/code', { token: (asked.data as { token: string }).token, code: wrongCodeOf(key, server.now) }, here))
        .resultCode,
    )
  }
  // Five attempts are free; from the sixth on the throttle answers.
  expect(answers).toEqual([428, 400, 428, 400, 428, 429, 429])
  const right = await givePassword(server, 'cora', here)
  const wrong = await givePassword(server, 'cora', here, 'nonsense')
  expect([right.resultCode, right.message, right.data]).toEqual([wrong.resultCode, wrong.message, wrong.data])
  expect(right.resultCode).toBe(429)
})

test('ten wrong codes in a row make codes of the app wait for a quarter of an hour, wherever they come from; a recovery code still helps', async () => {
  const { key, recoveryCodes } = await enrol(server, await server.signInAs('fred'), 'fred')
  const later = (ms: number): void => void (server.now = new Date(server.now.getTime() + ms))
  // The account throttle requires a minute between attempts from unknown networks.
  const pendingOf = async (): Promise<string> => {
    later(61_000)
    const { token } = (await givePassword(server, 'fred')).data as { token: string }
    later(61_000)
    return token
  }
  const wrong = async () => (await give(server, '/login/code', { token: await pendingOf(), code: wrongCodeOf(key, server.now) })).resultCode
  for (let attempt = 0; attempt < 10; attempt += 1) expect(await wrong(), `attempt ${attempt}`).toBe(400)
  expect(await give(server, '/login/code', { token: await pendingOf(), code: codeOf(key, server.now) })).toMatchObject({
    resultCode: 429,
    message: 'Too many wrong codes. Please try again in 15 minutes, or use a recovery code.',
  })
  const enterWith = async (code: () => string) => {
    const token = await pendingOf()
    return (await give(server, '/login/code', { token, code: code() })).resultCode
  }
  expect(await enterWith(() => recoveryCodes[0] ?? '')).toBe(200)
  later(15 * 60_000)
  expect(await enterWith(() => codeOf(key, server.now))).toBe(200)
})

test('each recovery code signs in once, typed as people type; new ones take the place of all', async () => {
  const { key, recoveryCodes } = await enrol(server, await server.signInAs('amy'), 'amy')
  const [first = '', second = ''] = recoveryCodes
  await enter(server, 'amy', ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `)
  expect((await give(server, '/login/code', { token: await pendingOf(server, 'amy'), code: first })).resultCode).toBe(400)
  const amy = await enter(server, 'amy', second)
  expect(await stateOf(amy)).toMatchObject({ codesLeft: 8 })
  nextStep(server)
  expect((await amy.send('POST', '/secondFactor/codes', { pwd: pwd('amy'), code: wrongCodeOf(key, server.now) })).resultCode).toBe(400)
  const fresh = await amy.send<AnswerOf<typeof secondFactorCalls.makeCodes>>('POST', '/secondFactor/codes', {
    pwd: pwd('amy'),
    code: codeOf(key, server.now),
  })
  expect(fresh.data.recoveryCodes).toHaveLength(10)
  expect((await give(server, '/login/code', { token: await pendingOf(server, 'amy'), code: recoveryCodes[2] ?? '' })).resultCode).toBe(400)
  await enter(server, 'amy', fresh.data.recoveryCodes[2] ?? '')
})

test('[L3] turning it off wants password and code, and so does another device; both give a new pair', async () => {
  const olga = await server.signInAs('olga')
  const { key } = await enrol(server, olga, 'olga')
  nextStep(server)
  const end = (values: Record<string, string>) => olga.send('POST', '/secondFactor/end', values)
  expect((await end({ pwd: pwd('olga'), code: wrongCodeOf(key, server.now) })).resultCode).toBe(400)
  expect((await end({ pwd: hashPassword('olga', 'a guess'), code: codeOf(key, server.now) })).resultCode).toBe(400)
  // Replacing the device requires a code of the old one.
  expect((await olga.send('POST', '/secondFactor/begin', { pwd: pwd('olga') })).resultCode).toBe(400)
  const begun = await olga.send<Enrolment>('POST', '/secondFactor/begin', { pwd: pwd('olga'), code: codeOf(key, server.now) })
  nextStep(server)
  expect((await olga.send('POST', '/secondFactor/confirm', { code: codeOf(begun.data.key, server.now) })).resultCode).toBe(200)
  nextStep(server)
  expect((await end({ pwd: pwd('olga'), code: codeOf(key, server.now) })).resultCode).toBe(400)
  const headerId = olga.headerId
  expect((await end({ pwd: pwd('olga'), code: codeOf(begun.data.key, server.now) })).resultCode).toBe(200)
  expect(olga.headerId).not.toBe(headerId)
  expect(await stateOf(olga)).toMatchObject({ on: false, codesLeft: 0 })
  expect((await givePassword(server, 'olga')).resultCode).toBe(200)
})

test('who changes the password, or is given another, ends the sign-ins that wait for a code', async () => {
  const boss = await server.signInAs('boss')
  const { key } = await enrol(server, boss, 'boss')
  nextStep(server)
  const token = await pendingOf(server, 'boss')
  const change = { oldPwd: pwd('boss'), pwd: hashPassword('boss', 'changed because it was stolen') }
  expect((await boss.send('PUT', '/userInfoPwd', change)).resultCode).toBe(200)
  expect(await give(server, '/login/code', { token, code: codeOf(key, server.now) })).toMatchObject({ data: { startAgain: true } })
})

test('what encrypts keys is a file that its owner alone reads; another key, or another user, opens nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tanker-seal-'))
  try {
    const file = join(folder, 'new', 'second-factor.key')
    const sealed = await secretSeal({ file }).close(Buffer.from('a secret'), 7)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await secretSeal({ file }).open(sealed, 7))?.toString()).toBe('a secret')
    expect((await secretSeal({ key: (await readFile(file, 'utf8')).trim() }).open(sealed, 7))?.toString()).toBe('a secret')
    expect(await secretSeal({ file }).open(sealed, 8)).toBeNull()
    expect(await secretSeal({ file: join(folder, 'other.key') }).open(sealed, 7)).toBeNull()
    sealed.writeUInt8((sealed.at(-1) ?? 0) ^ 1, sealed.length - 1)
    expect(await secretSeal({ file }).open(sealed, 7)).toBeNull()
  } finally {
    await rm(folder, { recursive: true })
  }
})
