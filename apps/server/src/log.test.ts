import { connect } from '@tanker/database/connection'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const clock = { now: 1_000 }
const writing = () => {
  const lines: string[] = []
  const log = createLog('debug', { destination: { write: (line: string) => void lines.push(line) }, now: () => clock.now })
  return { lines, log, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('[L2] a lost database connection is logged without the key that cancels its statements, and without the password', async () => {
  const { lines, log, parsed } = writing()
  const url = new URL(database.url)
  const far = connect(url.href, { onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost while idle') })
  const { rows } = await far.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await far.close()
  const text = lines.join('')
  expect(text).not.toMatch(/secretKey/i)
  expect(text).not.toContain(decodeURIComponent(url.password))
  expect(parsed()[0]).toMatchObject({ err: { message: expect.stringContaining('terminating connection'), code: '57P01' } })
  expect(Object.keys(parsed()[0]?.['err'] as object).toSorted()).toEqual(['code', 'message', 'stack', 'type'])
})

test('[L2] passwords, codes, cookies and tokens are left out, as fields at any depth and inside addresses', () => {
  const { lines, log } = writing()
  const secret = 'hunter2-Swordfish'
  log.info({ password: secret, authCode: secret, body: { password: secret, user: { password: secret } } }, 'fields')
  log.info(
    { req: { headers: { cookie: secret, authorization: secret, 'header-id': secret } }, headers: { 'header-id': secret } },
    'headers',
  )
  log.info({ res: { headers: { 'set-cookie': secret } }, token: secret, settings: { databaseUrl: secret } }, 'settings')
  log.warn({ err: new Error(`connect failed: postgres://tanker:${secret}@db:5432/tanker`) }, 'an address')
  log.error(
    { err: new Error('outer', { cause: new Error(`smtp://mail:${secret}@mail.example.com:587`) }) },
    `smtps://mail:${secret}@mail.example.com`,
  )
  log.child({ password: secret, reqId: 1 }).info('child')
  expect(lines).toHaveLength(6)
  expect(lines.join('')).not.toContain(secret)
  expect(lines.join('')).toContain('postgres://tanker:[Redacted]@db:5432/tanker')
})

test('[HA-4] the same failure is one line a second that says how often it came, and other lines are all written', () => {
  const { log, parsed } = writing()
  const failing = log.child({ part: 'x' })
  for (let i = 0; i < 5_000; i += 1) failing.warn({ err: new Error('connect ECONNREFUSED'), truckId: i }, 'deliveries were not settled')
  log.warn({ err: new Error('another reason') }, 'deliveries were not settled')
  for (let i = 0; i < 3; i += 1) log.warn({ truckId: i }, 'a reading was set aside')
  for (let i = 0; i < 3; i += 1) log.info('an ordinary line')
  clock.now += 1_000
  failing.warn({ err: new Error('connect ECONNREFUSED'), truckId: 7 }, 'deliveries were not settled')
  clock.now += 1_000
  failing.warn({ err: new Error('connect ECONNREFUSED'), truckId: 8 }, 'deliveries were not settled')
  const failures = parsed().filter((line) => line['msg'] === 'deliveries were not settled')
  expect(failures.map((line) => [line['truckId'], line['repeated']])).toEqual([
    [0, undefined],
    [undefined, undefined],
    [7, 4_999],
    [8, undefined],
  ])
  expect(parsed()).toHaveLength(10)
})

test('[HA-4] many different failures at once are written, and the memory of them has a bound', () => {
  const { log, lines } = writing()
  for (let i = 0; i < 2_000; i += 1) log.warn({ err: new Error(`failure ${i}`) }, 'many')
  expect(lines).toHaveLength(2_000)
})
