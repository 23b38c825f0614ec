import { shareOf } from '@tanker/database/test-run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpMetrics } from '../platform/health/metrics.ts'
import { allRoutes } from '../app.ts'
import { defaultHttpSettings } from '../platform/http/http-settings.ts'
import type { HttpParts } from '../platform/http/parts.ts'
import type { Route } from '../platform/http/routes.ts'
import { type Caller, inLanes, sender, signInAs } from './test-callers.ts'
import { type Circumstances, fieldsOf, nameOf, type OwnIds, type Request, requestOf, withValue } from './test-probes.ts'
import { startTenants, type Tenants } from './test-tenants.ts'
import { missingOf, ownIds, readThings, type Things } from './test-things.ts'

const routes = allRoutes({ metrics: httpMetrics(), settings: defaultHttpSettings } as unknown as HttpParts)
const about: Circumstances = {
  startedAt: '2026-01-01T00:00:00.000Z',
  tripStartedAt: '2026-01-01T00:00:00.000Z',
  from: '2026-01-01T00:00:00.000Z',
  reportFrom: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T06:00:00.000Z',
  month: '2026-01',
}
/** A report's count, chart and file use the same query as its rows. Signing out would end the others. */
const asked = routes.filter(
  (route) => route.policy !== 'integration' && !/^\/reports\/.*\/(count|chart|export)$/.test(route.path) && route.path !== '/loginOut',
)
let tenants: Tenants
let things: Things
let admin: Caller
let send: ReturnType<typeof sender>

beforeAll(async () => {
  tenants = await startTenants()
  things = await readThings(tenants.server.database.pool)
  admin = await signInAs(tenants.server, 'anna')
  send = sender(tenants.server, routes, admin)
}, 60_000)
afterAll(() => tenants.server.close())

/** Unknown ids: an admitted call must not change anything that the next one needs. */
const missing: OwnIds = (kind) => (kind === 'organisation' ? ownIds(things, { kind }, admin)[0] : undefined) ?? missingOf(kind)

type Job = { readonly route: Route; readonly field: string; readonly value: string; readonly request: Request }

const jobsWith = (values: readonly string[]): Job[] =>
  asked.flatMap((route) => {
    const request = requestOf(route, null, [], missing, about)
    return fieldsOf(route).flatMap((field) =>
      values.map((value) => ({ route, field: field.name, value, request: withValue(route, request, field, value) })),
    )
  })

const problemsOf = async (jobs: readonly Job[], isRight: (reply: { status: number; resultCode: number; text: string }) => boolean) => {
  const problems: string[] = []
  await inLanes(jobs, 3, async ({ route, field, value, request }) => {
    const reply = await send(request, admin.headers)
    if (!isRight(reply)) problems.push(`${nameOf(route)} ${field}=${JSON.stringify(value)}: ${reply.status} ${reply.text.slice(0, 160)}`)
  })
  return problems
}

test('[M9] NUL and other control characters in any field of any call are refused with a message, also without a session', async () => {
  const jobs = jobsWith(['a\u0000b', 'a\u001bb'])
  expect(jobs.length).toBeGreaterThan(1_000)
  const problems = await problemsOf(
    shareOf(jobs, 41),
    ({ status, resultCode, text }) => status === 200 && resultCode === 400 && /control character/.test(text),
  )
  expect(problems).toEqual([])
}, 180_000)

test('[M9] numbers beyond every column in any field of any call are refused or find nothing, without a failure', async () => {
  const jobs = jobsWith(['9999999999999999999', '-9007199254740991', '2147483648', '9007199254740991'])
  const problems = await problemsOf(shareOf(jobs, 83), ({ status, resultCode }) => status === 200 && resultCode !== 500)
  expect(problems).toEqual([])
}, 400_000)

test.each([
  ['POST', '/api/login', 'username=a%00b', '[M9] the sign-in'],
  ['POST', '/api/login', 'username=a&area=x%00y', '[M9] the area of the sign-in'],
  ['POST', '/api/login', 'username=a%1fb', '[M9] the sign-in with another control character'],
])('%s %s %s: %#', async (method, path, fields) => {
  const answer = await tenants.server.call(method, path, { body: `${fields}&password=${'0'.repeat(64)}`, headers: { language: 'en' } })
  expect(answer).toMatchObject({ status: 200, resultCode: 400 })
  expect(answer.message).toMatch(/^Parameter (username|area) contains a control character; please remove it\.$/)
})

test('[M9] rows of other systems: the wrong row is named and the valid ones are saved; unpaired surrogates are refused as well', async () => {
  const key = [...tenants.keys.values()][0] ?? ''
  const post = async (body: string) => {
    const response = await fetch(`${tenants.server.url}/api/integration/meter-tickets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, language: 'en' },
      body,
    })
    return {
      status: response.status,
      ...((await response.json()) as { resultCode: number; message: string; data: { problems: { row: number; en: string }[] } | null }),
    }
  }
  for (const wrong of ['a\\u0000b', 'a\\ud800b']) {
    const answer = await post(`{"onlyGoodRows":true,"rows":[{"ticketNo":"${wrong}"},{"ticketNo":"x","slipNo":{"deep":"${wrong}"}}]}`)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.data?.problems.map(({ row, en }) => `${row} ${en}`)).toEqual([
      '1 Parameter ticketNo contains a control character; please remove it.',
      '2 Parameter slipNo.deep contains a control character; please remove it.',
    ])
  }
  const deep = `{"rows":[{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`
  expect(await post(deep)).toMatchObject({ status: 200, resultCode: 400 })
})

test('[M9] an unpaired surrogate, an endless text and a form of ten thousand fields are refused', async () => {
  const { server } = tenants
  const ask = (query: Record<string, string>) =>
    server.call('GET', `/api/truckStatusData?${new URLSearchParams(query)}`, { headers: { ...admin.headers, language: 'en' } })
  const form = (body: string) => server.call('POST', '/api/alarmCue', { headers: { ...admin.headers, language: 'en' }, body })
  expect((await ask({ userPri: 'a\u0000' })).message).toContain('control character')
  expect((await form(`alarmTypeIds=1&alarmEmailTypeIds=1&more=${'x'.repeat(60_000)}`)).message).toContain(
    'is too long; at most 50000 characters',
  )
  expect(await form('a=1&'.repeat(10_000))).toMatchObject({
    status: 200,
    resultCode: 400,
    message: expect.stringContaining('fields') as string,
  })
})
