import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { permissionsOf } from '@tanker/contract/endpoint'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_PERMISSIONS } from '../access/grants.ts'
import { httpMetrics } from '../health/metrics.ts'
import { installGate } from './gate.ts'
import { allRoutes } from '../../app.ts'
import { defaultHttpSettings } from './http-settings.ts'
import type { HttpParts } from './parts.ts'
import { registerRoute } from './register-route.ts'
import type { Route } from './routes.ts'
import { type SignedIn, startTestApi, type TestApi } from './test-api.ts'

let server: TestApi
let anna: SignedIn
let carl: SignedIn
let web: string
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'tanker-web-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'index.html'), '<!doctype html><title>console</title><meta nonce="STYLE_NONCE">')
  await writeFile(join(web, 'assets', 'main-abc.js'), 'let plain')
  await writeFile(join(web, 'assets', 'main-abc.js.gz'), 'packed')
  server = await startTestApi({ metricsToken: 'the token', trustedProxies: ['127.0.0.1'] }, web)
  anna = await server.signIn('anna')
  carl = await server.signIn('carl')
})
afterAll(async () => {
  await server.close()
  await rm(web, { recursive: true })
})

// Only the list is needed; building it uses none of the parts.
const routes = allRoutes({ metrics: httpMetrics(), settings: defaultHttpSettings } as unknown as HttpParts)
const named = (route: Route) => [`${route.method} ${route.path}`, route] as const
/** The server limits calls per address, so each route is called from its own. */
const called = (route: Route, headers: Record<string, string>) =>
  server.call(route.method, `/api${route.path.replace(':truckId', '1')}`, {
    headers: { 'x-forwarded-for': `10.0.${Math.floor(routes.indexOf(route) / 200)}.${1 + (routes.indexOf(route) % 200)}`, ...headers },
    ...(route.method === 'GET' ? {} : { body: '' }),
  })

/** Hash of everything that calls may change. */
const stateOf = async (): Promise<string> => {
  const tables = ['app_user', 'user_alarm', 'alarm', 'alarm_cleared', 'role_grant', 'session']
  const { rows } = await server.database.pool.query<{ digest: string }>(
    `SELECT md5(concat(${tables.map((table) => `(SELECT string_agg(t::text, ',' ORDER BY t::text) FROM ${table} t)`).join(', ')})) AS digest`,
  )
  return rows[0]?.digest ?? ''
}

describe.each(routes.filter((route) => route.policy !== 'public' && route.policy !== 'integration').map(named))('%s', (_, route) => {
  test('[7.1-01][7.1-02][7.1-06][T01][T02] refuses callers without both secrets of one session, and other sites, and changes nothing', async () => {
    const before = await stateOf()
    const other = { cookie: carl.cookie, 'header-id': carl.headerId }
    // A browser whose cookie is of a later sign-in learns that; nothing else is said.
    const replaced = { ended: 'other-sign-in' }
    const attempts: [number, Record<string, string>, unknown?][] = [
      [504, {}],
      [504, { cookie: anna.cookie }],
      [504, { 'header-id': anna.headerId }],
      [504, { cookie: anna.cookie, 'header-id': other['header-id'] }, replaced],
      [504, { cookie: other.cookie, 'header-id': anna.headerId }, replaced],
      [401, { cookie: anna.cookie, 'header-id': anna.headerId, origin: 'https://evil.example' }],
      [401, { cookie: anna.cookie, 'header-id': anna.headerId, 'sec-fetch-site': 'cross-site' }],
    ]
    // What the browser itself loads, a picture, has the cookie alone; other sites are refused all the same (decision 36).
    const isFromHere = (headers: Record<string, string>): boolean =>
      'cookie' in headers && !('origin' in headers || 'sec-fetch-site' in headers)
    const refused = attempts.filter(([, headers]) => route.shownAs === undefined || !isFromHere(headers))
    for (const [resultCode, headers, data = null] of refused)
      expect(await called(route, headers)).toMatchObject({ status: 200, resultCode, data })
    expect(await stateOf()).toBe(before)
  })

  test('[T23] states a policy that exists', () => {
    const wanted = permissionsOf(route.policy)
    if (wanted !== null) expect(ALL_PERMISSIONS).toEqual(expect.arrayContaining([...wanted]))
    else expect(route.policy).toBe('session')
  })
})

test('[T23] a route without a policy does not start, however it is registered', () => {
  const app = fastify()
  installGate(app, {} as never, {} as never)
  const { policy: _, ...forgotten } = routes[0] as Route
  expect(() => registerRoute(app, forgotten as Route, { metrics: httpMetrics() } as unknown as HttpParts)).toThrow(/has no policy/)
  expect(() => app.get('/api/by-hand', async () => 'hello')).toThrow(/has no policy/)
})

test('[8.1-02] a screen or action that the role does not grant answers 401 with a message in the language of the header', async () => {
  const answers = await Promise.all([
    carl.get('/trucks/live', {}, { language: 'en' }),
    carl.get('/reports/driving_monitor/exception_report/alarm_over_speed/rows'),
    carl.send('POST', '/alarms/handle', { alarmIds: '1', handleResult: 'x', exceptionType: 'human', confirm: 'confirmed' }),
  ])
  expect(answers.map((answer) => answer.resultCode)).toEqual([401, 401, 401])
  expect(answers[0]?.message).toBe('Your role does not allow this. Please ask your administrator.')
})

test('the demo role sees everything and changes nothing', async () => {
  const demo = await server.signIn('demo')
  expect((await demo.get('/truckStatusData')).resultCode).toBe(200)
  expect(await demo.send('POST', '/alarmCue', { alarmTypeIds: '1', alarmEmailTypeIds: '' })).toMatchObject({
    resultCode: 401,
    message: '演示账号只能查看，不能修改。',
  })
})

test('the page itself may call: its own Origin is admitted', async () => {
  expect((await anna.get('/userPri', {}, { origin: server.url, 'sec-fetch-site': 'same-origin' })).resultCode).toBe(200)
})

describe('bad input', () => {
  test('[8.1-06] a malformed query is refused with the field, the problem and the expected value, in both languages', async () => {
    expect(await anna.get('/alarms/pageList', { size: 1000 })).toMatchObject({
      status: 200,
      resultCode: 400,
      message: '参数 size 太大，不能超过 200。',
    })
    expect((await anna.get('/alarms/pageList', { typeIds: 'x;drop' }, { language: 'en' })).message).toMatch(
      /^Parameter typeIds\.0 has the wrong form\.$/,
    )
    expect((await anna.get('/alarms/pageList', { from: 'yesterday' }, { language: 'en' })).message).toBe(
      'Parameter from must be a time with a zone, such as 2026-01-31T08:00:00Z.',
    )
  })

  test('a single parameter given twice is refused', async () => {
    expect((await anna.get('/alarms/pageList', { page: ['1', '2'] })).resultCode).toBe(400)
  })

  test('an oversize body is refused with its limit', async () => {
    const answer = await anna.send('POST', '/alarmCue', { alarmTypeIds: '1'.repeat(1_100_000), alarmEmailTypeIds: '' }, { language: 'en' })
    expect(answer).toMatchObject({ status: 200, resultCode: 400, message: 'The request is larger than 1 MB. Please send less at a time.' })
  })

  test.each(['text/plain', 'application/json', 'multipart/form-data; boundary=x'])('[T01] a body of type %s is refused', async (type) => {
    const answer = await anna.send('POST', '/alarmCue', { alarmTypeIds: '1', alarmEmailTypeIds: '' }, { 'content-type': type })
    expect(answer).toMatchObject({ status: 200, resultCode: 400, message: '请求内容须为表单编码（application/x-www-form-urlencoded）。' })
  })

  test('[7.1-08][T17] a time zone that Intl does not know is refused before anything uses it', async () => {
    expect((await anna.get('/userPri', {}, { localTimeZone: 'Asia/Shanghai' })).resultCode).toBe(200)
    expect((await anna.get('/userPri', {}, { localTimeZone: "'; DROP TABLE alarm" })).resultCode).toBe(400)
    expect((await anna.get('/userPri', {}, { localTimeZone: '../../etc/passwd' })).resultCode).toBe(400)
  })

  test('[T36] prototype keys in a query or form are treated as unknown keys', async () => {
    expect(
      (await anna.send('POST', '/alarmCue', { alarmTypeIds: '1', alarmEmailTypeIds: '', __proto__: 'x', 'constructor[prototype]': 'y' }))
        .resultCode,
    ).toBe(200)
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  test('a malformed address is answered without a failure', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      rawRequest({ port: server.port, path: '/api/alarms/%zz' }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBeLessThan(500)
  })
})

test('[8.2-01] an unexpected failure answers HTTP 500 with a number to report, and no internal detail', async () => {
  await server.database.pool.query('ALTER TABLE user_alarm RENAME TO user_alarm_gone')
  const answer = await anna.get('/userPri', {}, { language: 'en' })
  await server.database.pool.query('ALTER TABLE user_alarm_gone RENAME TO user_alarm')
  expect(answer).toMatchObject({ status: 500, resultCode: 500, data: null })
  expect(answer.message).toMatch(/^Something went wrong on the server\. .* number: req-\w+\.$/)
})

test('[7.1-09][8.1-05] answers are never stored, and carry the security headers', async () => {
  const { headers } = await anna.get('/menus')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toContain("default-src 'self';script-src 'self';")
  expect(headers.get('content-security-policy')).toContain("worker-src 'self' blob:")
})

test('[7.1-04] a POST reads the query string and the form body alike', async () => {
  expect((await anna.send('POST', '/alarmCue?alarmTypeIds=1,2', { alarmEmailTypeIds: '' })).data).toMatchObject({ alarmTypeIds: '1,2' })
})

test('[L10] every call of the contract is in the OpenAPI document, which requires a session or a key, and its page needs no other host', async () => {
  const docs = async (path: string, headers: Record<string, string>) => fetch(`${server.url}/api/docs${path}`, { headers })
  for (const path of ['', '/json']) {
    expect(await (await docs(path, {})).json()).toMatchObject({ resultCode: 504, data: null })
    expect(await (await docs(path, { authorization: 'Bearer tk_1_x' })).json()).toMatchObject({ resultCode: 401, data: null })
  }
  const document = (await (await docs('/json', { cookie: anna.cookie })).json()) as { paths: Record<string, Record<string, unknown>> }
  for (const route of routes)
    expect(document.paths[`/api${route.path.replace(':truckId', '{truckId}')}`]?.[route.method.toLowerCase()]).toBeDefined()
  const page = await (await docs('', { cookie: anna.cookie })).text()
  expect(page).toContain('/api/alarms/pageList')
  expect(page).not.toMatch(/https?:\/\//)
})

describe('operations', () => {
  const token = { authorization: 'Bearer the token' }
  const health = async (one: TestApi, headers: Record<string, string> = {}) => (await fetch(`${one.url}/health`, { headers })).json()
  const known = { status: 'up', database: 'up', schema: expect.stringMatching(/^\d{4}-/) as string, version: 'development' }

  test('[L10] /health shows anonymous callers the status only, and monitoring and administrators the schema and the version', async () => {
    const admin = await server.signIn('admin')
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect(await health(server)).toEqual({ status: 'up' })
    expect(await health(server, { authorization: 'Bearer wrong' })).toEqual({ status: 'up' })
    expect(await health(server, { cookie: anna.cookie, 'header-id': anna.headerId })).toEqual({ status: 'up' })
    expect(await health(server, { cookie: admin.cookie })).toEqual({ status: 'up' })
    expect(await health(server, token)).toEqual(known)
    expect(await health(server, { cookie: admin.cookie, 'header-id': admin.headerId })).toEqual(known)
  })

  test('/metrics counts calls', async () => {
    const text = await (await fetch(`${server.url}/metrics`, { headers: token })).text()
    expect(text).toMatch(/tanker_http_calls_total\{route="\/userPri",resultCode="200"\} \d+/)
  })

  test('[L1] without a token only this machine reads /metrics, and with a configured proxy no one does', async () => {
    const open = await startTestApi({ metricsToken: null })
    const behind = await startTestApi({ metricsToken: null, trustedProxies: ['10.0.0.1'] })
    const statusOf = async (one: TestApi, headers: Record<string, string> = {}) => (await fetch(`${one.url}/metrics`, { headers })).status
    expect(await statusOf(open)).toBe(200)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) expect(await statusOf(open, { [name]: '1.2.3.4' })).toBe(403)
    expect(await statusOf(behind)).toBe(403)
    expect(await health(open)).toEqual(known)
    expect(await health(behind)).toEqual({ status: 'up' })
    await Promise.all([open.close(), behind.close()])
  })

  test('/metrics from elsewhere needs the token', async () => {
    const guarded = await startTestApi({ metricsToken: 'a long token' })
    expect((await fetch(`${guarded.url}/metrics`)).status).toBe(403)
    expect((await fetch(`${guarded.url}/metrics`, { headers: { authorization: 'Bearer wrong' } })).status).toBe(403)
    expect((await fetch(`${guarded.url}/metrics`, { headers: { authorization: 'Bearer a long token' } })).status).toBe(200)
    await guarded.close()
  })

  test('[T37] no secret is in any line of the log', () => {
    const log = server.lines.join('')
    expect(log).toContain('/api/login')
    for (const secret of [anna.headerId, anna.cookie.split('=')[1] ?? '']) expect(log).not.toContain(secret)
  })
})

describe('the built console', () => {
  test('screens are answered with index.html, which is never cached', async () => {
    for (const path of ['/', '/login', '/monitor/cargo_transport']) {
      const response = await fetch(`${server.url}${path}`)
      expect(await response.text()).toContain('<title>console</title>')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
  })

  test('[L8] styles are allowed by a nonce per answer, which is in the page; nothing else is inline', async () => {
    const page = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.url}${path}`, { headers })
      return {
        policy: response.headers.get('content-security-policy') ?? '',
        etag: response.headers.get('etag'),
        body: await response.text(),
      }
    }
    const pages = [await page('/login'), await page('/login'), await page('/index.html'), await page('/api/docs', { cookie: anna.cookie })]
    const nonces = pages.map(({ policy, body, etag }) => {
      const nonce = /style-src 'self' 'nonce-([\w+/=]{20,})';/.exec(policy)?.[1] ?? ''
      expect(body).toContain(`nonce="${nonce}"`)
      // A cached copy would have the nonce of another answer.
      expect(etag).toBeNull()
      return nonce
    })
    expect(new Set(nonces).size).toBe(pages.length)
    const { policy } = await page('/assets/main-abc.js', { 'accept-encoding': 'identity' })
    expect(policy).toContain("style-src 'self';")
    expect(policy.match(/[^;]*'unsafe-[^;]*/g)).toEqual(["style-src-attr 'unsafe-inline'"])
  })

  test('assets are cached for a year, and sent compressed to clients that accept it', async () => {
    const plain = await fetch(`${server.url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'identity' } })
    expect(await plain.text()).toBe('let plain')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const packed = await new Promise<string | undefined>((resolve, reject) => {
      rawRequest({ port: server.port, path: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip' } }, (response) =>
        resolve(response.resume().headers['content-encoding']),
      )
        .on('error', reject)
        .end()
    })
    expect(packed).toBe('gzip')
  })

  test('no address leads out of the folder, and an unknown call is not a screen', async () => {
    const outside = await new Promise<number | undefined>((resolve, reject) => {
      rawRequest({ port: server.port, path: '/assets/../../../etc/passwd.txt' }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(outside).toBe(404)
    expect(await server.call('GET', '/api/nothing')).toMatchObject({ status: 404, resultCode: 400, message: '没有这个接口，请检查网址。' })
  })
})
