import { shareOf } from '@tanker/database/test-run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpMetrics } from '../platform/health/metrics.ts'
import { allRoutes } from '../app.ts'
import { defaultHttpSettings } from '../platform/http/http-settings.ts'
import type { HttpParts } from '../platform/http/parts.ts'
import type { Route } from '../platform/http/routes.ts'
import { type Caller, inLanes, isReading, sender, signInAs } from './test-callers.ts'
import { digestOf } from './test-digest.ts'
import { type Circumstances, nameOf, type OwnIds, type Request, requestOf } from './test-probes.ts'
import { startTenants, type Tenants } from './test-tenants.ts'
import { missingOf, ownIds, readThings, type Things } from './test-things.ts'

const routes = allRoutes({ metrics: httpMetrics(), settings: defaultHttpSettings } as unknown as HttpParts)
/** Signing out would end the others. */
const callable = routes.filter((route) => route.policy !== 'public' && route.policy !== 'integration' && route.path !== '/loginOut')
const about: Circumstances = {
  startedAt: '2026-01-01T00:00:00.000Z',
  tripStartedAt: '2026-01-01T00:00:00.000Z',
  from: '2026-01-01T00:00:00.000Z',
  reportFrom: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T06:00:00.000Z',
  month: '2026-01',
}
/** A report’s rows, count, chart and file use the same query; to test reading, the rows are enough. */
const distinct = callable.filter((route) => !/^\/reports\/.*\/(count|chart|export)$/.test(route.path))
let tenants: Tenants
let things: Things
let anna: Caller
let carl: Caller
let send: ReturnType<typeof sender>

beforeAll(async () => {
  tenants = await startTenants()
  things = await readThings(tenants.server.database.pool)
  anna = await signInAs(tenants.server, 'anna')
  carl = await signInAs(tenants.server, 'carl')
  send = sender(tenants.server, routes, anna)
}, 60_000)
afterAll(() => tenants.server.close())

/** The call with the caller's own ids wherever it takes one, or with unknown ids. */
const plainRequest = (route: Route, who: Caller, isMissing = false): Request => {
  const own: OwnIds = (kind) => (isMissing ? undefined : ownIds(things, { kind }, who)[0]) ?? missingOf(kind)
  return requestOf(route, null, [], own, about)
}

const withMore = (request: Request, more: string): Request =>
  typeof request.body === 'string' && request.json !== true
    ? { ...request, body: [request.body, more].filter((part) => part !== '').join('&') }
    : { ...request, query: [request.query, more].filter((part) => part !== '').join('&') }

test('T01 a body that a plain page of another site can send, as text or as a file, is refused on every call, and nothing changes', async () => {
  const before = await digestOf(tenants.server.database.pool)
  const problems: string[] = []
  const jobs = callable
    .filter((route) => route.method !== 'GET')
    .flatMap((route) =>
      ['text/plain', 'multipart/form-data; boundary=x', 'application/json', 'application/xml']
        .filter((type) => !(route.body === 'file' && type.startsWith('multipart')))
        .map((type) => ({ route, type })),
    )
  await inLanes(jobs, 3, async ({ route, type }) => {
    const { query, body, path } = plainRequest(route, anna)
    const reply = await send(
      { method: route.method, path, query: '', body: String(body ?? query) },
      { ...anna.headers, 'content-type': type },
    )
    if (reply.status !== 200 || reply.resultCode !== 400)
      problems.push(`${nameOf(route)} as ${type}: ${reply.status} ${reply.text.slice(0, 200)}`)
  })
  expect(jobs.length).toBeGreaterThan(100)
  expect(problems).toEqual([])
  expect(await digestOf(tenants.server.database.pool)).toEqual(before)
}, 60_000)

test('T01 another site cannot sign a browser in either', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    expect(await tenants.server.call('POST', '/api/login', { body: `username=anna&password=${'0'.repeat(64)}`, headers })).toMatchObject({
      resultCode: 401,
      data: null,
    })
})

/** Claims a browser could make about itself; all must be ignored. */
const CLAIMS = [
  'userPri=*',
  'userName=admin',
  'userId=1',
  'companyCode=G',
  'roleId=1',
  'roleName=%E7%AE%A1%E7%90%86%E5%91%98',
  'superMan=true',
  'customer=false',
  'sign=true',
  'notDemo=true',
  'waterTruckAccount=true',
].join('&')

/** Durations change with every reading, and the feed's cursor with every write. */
const withoutDurations = (text: string): string => text.replaceAll(/(?<=":)\d{4,}(\.\d+)?/g, '…').replaceAll(/(?<="cursor":")[^"]*/g, '…')

test('[6-18] T07 claims of a browser about its user do not change the answer of any reading call', async () => {
  const problems: string[] = []
  const jobs = callable
    .filter((route) => route.method === 'GET' && !route.path.startsWith('/cargoImport/'))
    .flatMap((route) => [anna, carl].map((who) => ({ route, who })))
  await inLanes(shareOf(jobs, 7), 3, async ({ route, who }) => {
    const request = plainRequest(route, who)
    const [honest, claimed] = [await send(request, who.headers), await send(withMore(request, CLAIMS), who.headers)]
    if (honest.status !== claimed.status || withoutDurations(honest.text) !== withoutDurations(claimed.text))
      problems.push(`${nameOf(route)} for ${who.name}: ${claimed.text.slice(0, 200)} instead of ${honest.text.slice(0, 200)}`)
  })
  expect(problems).toEqual([])
}, 240_000)

/** The tables that say who may do what; the columns of all of them, as a form could carry them. */
const RIGHTS = ['organisation', 'role', 'role_grant', 'app_user', 'session', 'integration_key']
const COLUMNS = [
  'organisation_id=1',
  'organisationId=1',
  'companyCode=G',
  'role_id=1',
  'roleId=1',
  'super_man=true',
  'superMan=true',
  'customer=false',
  'enabled=true',
  'password_hash=x',
  'user_id=1',
  'handled_by=1',
  'approver=1',
  'grade=black',
  'live=false',
  'permissions=*',
].join('&')

/** A shift is handed over with a note alone, a view saved and mailed with a name: rows of the caller's own. */
const OWN_ROWS: ReadonlySet<string> = new Set(['POST /shift-handovers', 'POST /namedViews', 'POST /mailedReports'])

test('T24 columns that a form does not have change no permissions and no foreign rows, on every writing call', async () => {
  const before = await digestOf(tenants.server.database.pool)
  const problems: string[] = []
  for (const route of callable.filter((one) => !isReading(one) && one.body !== 'file' && !OWN_ROWS.has(nameOf(one)))) {
    const request = plainRequest(route, anna, true)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : request.query)
    // Fields of the form are not tested here.
    const more = COLUMNS.split('&').filter((column) => !form.has(column.split('=')[0] ?? ''))
    const reply = await send(withMore(request, more.join('&')), anna.headers)
    if (reply.status !== 200) problems.push(`${nameOf(route)}: ${reply.status} ${reply.text.slice(0, 200)}`)
  }
  expect(problems).toEqual([])
  const after = await digestOf(tenants.server.database.pool)
  // Writing calls may change the caller's own quick access, alarm settings and steps of the first-day guide.
  for (const [table, digest] of Object.entries(after))
    if (!['quick_visit', 'user_alarm', 'alarm_cleared', 'guide_step'].includes(table) || RIGHTS.includes(table))
      expect({ [table]: digest }).toEqual({ [table]: before[table] })
  const { rows } = await tenants.server.database.pool.query('SELECT user_id FROM user_alarm WHERE user_id = $1', [anna.userId])
  expect(rows).toHaveLength(1)
}, 60_000)

test('T36 prototype keys, keys given twice and lists instead of one value are ignored or refused, without a failure, on every call', async () => {
  const problems: string[] = []
  const jobs = distinct.flatMap((route) => {
    const request = plainRequest(route, carl, true)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : request.query)
    const twice = [...form].map(([name, value]) => new URLSearchParams([[name, value]]).toString()).join('&')
    const lists = [...form.keys()].map((name) => `${name}[]=x&${name}[a][b]=x`).join('&')
    return [
      '__proto__=x&__proto__[polluted]=x&constructor=x&constructor[prototype][polluted]=x',
      twice,
      lists,
      'a=%00&%00=a',
      'x='.repeat(2_000),
    ].map((more) => ({ route, request: withMore(request, more) }))
  })
  const deep = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"x":${'['.repeat(2_000)}${']'.repeat(2_000)}}`
  for (const route of callable.filter((one) => one.path.endsWith('/rows')))
    jobs.push({ route, request: { ...plainRequest(route, carl, true), query: new URLSearchParams({ filters: deep }).toString() } })
  await inLanes(shareOf(jobs, 7), 3, async ({ route, request }) => {
    const reply = await send(request, carl.headers)
    if (reply.status !== 200 || reply.resultCode === 500)
      problems.push(`${nameOf(route)} ${String(request.query || request.body).slice(-80)}: ${reply.text.slice(0, 200)}`)
  })
  expect(problems).toEqual([])
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
}, 120_000)

test('numbers beyond every column are treated as unknown ids, never a failure', async () => {
  const problems: string[] = []
  const jobs = distinct.flatMap((route) =>
    ['2147483648', '9223372036854775808', '9999999999999999999', '-1', '1e9', '999999999-9999999999999999-1'].map((id) => ({ route, id })),
  )
  await inLanes(shareOf(jobs, 11), 3, async ({ route, id }) => {
    let request: Request
    try {
      request = requestOf(route, null, [], () => id, about)
    } catch {
      // The call does not accept such a number.
      return
    }
    const reply = await send(request, anna.headers)
    if (reply.status !== 200) problems.push(`${nameOf(route)} with ${id}: ${reply.text.slice(0, 200)}`)
  })
  expect(problems).toEqual([])
}, 60_000)

test('T21 a refusal is HTTP 200 with its code, is never cached, and reveals no internal details', async () => {
  const { server } = tenants
  const attempts = [
    server.call('GET', '/api/userPri'),
    server.call('GET', '/api/userPri', { headers: { ...anna.headers, origin: 'https://evil.example' } }),
    server.call('GET', '/api/alarms/pageList?size=x', { headers: { ...anna.headers } }),
    server.call('GET', '/api/trucks/7999999/card', { headers: { ...anna.headers } }),
    server.call('POST', '/api/integration/slips', { headers: { authorization: 'Bearer tk_1_x' }, body: '' }),
  ]
  for (const { status, resultCode, headers, message } of await Promise.all(attempts)) {
    expect(status).toBe(200)
    expect([504, 401, 400]).toContain(resultCode)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(message).not.toMatch(/\bat \w|node_modules|\.ts\b|SELECT|select /)
  }
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer a token of tests' } })).text()
  expect(metrics).toMatch(/tanker_http_calls_total\{route="\/api\/userPri",resultCode="504"\} \d+/)
})

test('T37 after all these calls no secret is in the log, and none is stored in the database as received', async () => {
  const { server } = tenants
  const secrets = [anna, carl].flatMap(({ headers }) => [headers['header-id'] ?? '', headers['cookie']?.split('=')[1] ?? ''])
  const log = server.lines.join('\n')
  const { rows: tables } = await server.database.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  let dump = ''
  for (const { name } of tables)
    dump +=
      (await server.database.pool.query<{ text: string | null }>(`SELECT string_agg(t::text, ' ') AS text FROM "${name}" t`)).rows[0]
        ?.text ?? ''
  for (const secret of [...secrets, ...tenants.keys.values()]) {
    expect(secret.length).toBeGreaterThan(40)
    expect(log.includes(secret), 'in the log').toBe(false)
    expect(dump.includes(secret), 'in the database').toBe(false)
  }
  expect(dump).toContain('$argon2id$')
  expect(log).not.toContain('$argon2')
})
