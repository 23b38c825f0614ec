import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../http/test-api.ts'
import { WrongSetting, readSettings } from '../../settings.ts'
import { makeIntegrationKey, revokeIntegrationKey } from './integration-keys.ts'

const CALLS_A_MINUTE = 6
let server: TestApi

beforeAll(async () => {
  server = await startTestApi({ integrationCallsAMinute: CALLS_A_MINUTE, trustedProxies: ['127.0.0.1'] })
})
afterAll(() => server.close())
/** Long enough that nothing is remembered of the test before. */
beforeEach(() => passes(3_600))

const passes = (seconds: number): void => {
  server.now = new Date(server.now.getTime() + seconds * 1_000)
}
const newKey = () =>
  makeIntegrationKey(server.database.db, { organisationId: server.organisationId('A'), name: 'ERP', userId: null }, server.now)
const unknownKey = `tk_999_${'x'.repeat(43)}`
const call = (key: string, ip = '203.0.113.7', language = 'en') =>
  server.call('POST', '/api/integration/slips', {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-forwarded-for': ip, language },
    body: '{"rows":[]}',
  })
const codesOf = async (times: number, key: string, ip?: string): Promise<number[]> => {
  const codes: number[] = []
  for (let one = 0; one < times; one += 1) codes.push((await call(key, ip)).resultCode)
  return codes
}
/** The test's batch is empty, which is refused after the key was found good. */
const GOOD = 400

test('a key has a burst and the same number of calls per minute; the next one is refused by HTTP 429 with the seconds to wait, and another key is not slowed down', async () => {
  const [{ key }, other] = [await newKey(), await newKey()]
  expect(await codesOf(CALLS_A_MINUTE, key)).toEqual(Array.from({ length: CALLS_A_MINUTE }, () => GOOD))
  const refused = await call(key)
  expect(refused).toMatchObject({
    status: 429,
    resultCode: 429,
    message: 'This key may make 6 requests a minute. Please try again in 10 s, or send more rows in one request.',
  })
  expect(refused.headers.get('retry-after')).toBe('10')
  expect((await call(key, undefined, 'zh')).message).toBe('该密钥每分钟最多可请求 6 次，请在 10 秒后重试，或在一次请求中发送多行数据。')
  expect((await call(other.key)).resultCode).toBe(GOOD)
  // The same from any address: it is the key that is counted.
  expect((await call(key, '198.51.100.1')).resultCode).toBe(429)
  passes(9.5)
  expect((await call(key)).headers.get('retry-after')).toBe('1')
  // Refused calls are not counted: the key works again after the stated time.
  passes(0.5)
  expect(await codesOf(2, key)).toEqual([GOOD, 429])
  // A minute of silence gives a minute's calls, a day no more.
  passes(86_400)
  expect(await codesOf(CALLS_A_MINUTE + 1, key)).toEqual([...Array.from({ length: CALLS_A_MINUTE }, () => GOOD), 429])
})

test('a clock set back neither adds nor removes calls', async () => {
  const { key } = await newKey()
  await codesOf(CALLS_A_MINUTE, key)
  passes(-600)
  expect((await call(key)).headers.get('retry-after')).toBe('10')
  passes(10)
  expect(await codesOf(2, key)).toEqual([GOOD, 429])
})

test('unknown keys are counted by their network: the 31st in a row makes it wait, without delaying a valid key known there or other networks', async () => {
  const [{ key }, fresh] = [await newKey(), await newKey()]
  expect((await call(key)).resultCode).toBe(GOOD)
  expect(await codesOf(30, unknownKey)).toEqual(Array.from({ length: 30 }, () => 401))
  const refused = await call(unknownKey, '203.0.113.200')
  expect(refused).toMatchObject({
    status: 429,
    message: 'Too many requests with invalid keys came from your address. Please check the key and try again in 1 s.',
  })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await call(unknownKey, undefined, 'zh')).message).toBe('您的地址多次使用无效密钥，请检查密钥，并在 1 秒后重试。')
  expect((await call(key)).resultCode).toBe(GOOD)
  expect((await call(fresh.key, '198.51.100.1')).resultCode).toBe(GOOD)
  expect((await call(fresh.key)).resultCode).toBe(GOOD)
  passes(1)
  expect(await codesOf(2, unknownKey)).toEqual([401, 429])
  expect((await call(unknownKey)).headers.get('retry-after')).toBe('2')
})

test('a valid key new to this process is not delayed by unknown keys of its network; a revoked one is', async () => {
  const admin = await server.signIn('admin')
  const [unseen, revoked] = [await newKey(), await newKey()]
  await revokeIntegrationKey(server.database.db, revoked.id, { id: admin.userId, userName: 'admin', at: server.now })
  expect(await codesOf(31, unknownKey)).toEqual([...Array.from({ length: 30 }, () => 401), 429])
  expect((await call(unseen.key)).resultCode).toBe(GOOD)
  expect(await codesOf(1, revoked.key)).toEqual([429])
  // The number of a good key is no key.
  expect((await call(`tk_${unseen.id}_${'x'.repeat(43)}`)).resultCode).toBe(429)
  // Good keys are not read again for each unknown one.
  const later = await newKey()
  expect((await call(later.key)).resultCode).toBe(429)
  passes(5)
  expect(await codesOf(3, unknownKey)).toContain(429)
  expect((await call(later.key)).resultCode).toBe(GOOD)
})

test('a key that was revoked is unknown from its next call on, and counts as such', async () => {
  const admin = await server.signIn('admin')
  const { id, key } = await newKey()
  expect((await call(key)).resultCode).toBe(GOOD)
  await revokeIntegrationKey(server.database.db, id, { id: admin.userId, userName: 'admin', at: server.now })
  expect(await codesOf(31, key)).toEqual([...Array.from({ length: 30 }, () => 401), 429])
})

test('an invalid number of calls is refused at the start, by name', () => {
  expect(readSettings([], {}).http.integrationCallsAMinute).toBe(600)
  expect(readSettings([], { TANKER_INTEGRATION_CALLS: '60' }).http.integrationCallsAMinute).toBe(60)
  for (const wrong of ['0', 'many', '-5', '1e3', '1000000'])
    expect(() => readSettings([], { TANKER_INTEGRATION_CALLS: wrong })).toThrow(
      new WrongSetting(`TANKER_INTEGRATION_CALLS ${wrong}: give how many calls a key may make a minute, from 1 to 999999.`),
    )
})
