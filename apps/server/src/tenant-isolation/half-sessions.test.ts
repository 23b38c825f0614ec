import { DUTIES, type Duty } from '@tanker/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSocket } from '../feed/test-socket.ts'
import { httpMetrics } from '../platform/health/metrics.ts'
import { allRoutes } from '../app.ts'
import { defaultHttpSettings } from '../platform/http/http-settings.ts'
import type { HttpParts } from '../platform/http/parts.ts'
import { addTestUsers } from '../platform/http/test-api.ts'
import { type Caller, inLanes, sender, signInAs } from './test-callers.ts'
import { digestOf } from './test-digest.ts'
import { type Circumstances, nameOf, type OwnIds, requestOf } from './test-probes.ts'
import { startTenants, type Tenants } from './test-tenants.ts'
import { missingOf, ownIds, readThings, type Things } from './test-things.ts'

// Sessions that owe a step, a first password change or setting up a second factor, may do only that.

const routes = allRoutes({ metrics: httpMetrics(), settings: defaultHttpSettings } as unknown as HttpParts)
const callable = routes.filter((route) => route.policy !== 'public' && route.policy !== 'integration')
const about: Circumstances = {
  startedAt: '2026-01-01T00:00:00.000Z',
  tripStartedAt: '2026-01-01T00:00:00.000Z',
  from: '2026-01-01T00:00:00.000Z',
  reportFrom: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T06:00:00.000Z',
  month: '2026-01',
}
/** All calls allowed to such a session, listed by hand so that additions are deliberate. */
const STEPS: Readonly<Record<Duty, readonly string[]>> = {
  password: ['GET /loginOut', 'PUT /userInfoPwd'],
  'second-factor': ['GET /loginOut', 'POST /secondFactor/begin', 'POST /secondFactor/confirm'],
}

let tenants: Tenants
let things: Things
let send: ReturnType<typeof sender>
const half = {} as Record<Duty, Caller>

beforeAll(async () => {
  tenants = await startTenants()
  const { server } = tenants
  const { db } = server.database
  const anna = await signInAs(server, 'anna')
  things = await readThings(server.database.pool)
  send = sender(server, routes, anna)
  // Both have every permission: they are refused because of the step.
  await addTestUsers(db, [
    { userName: 'halbert', companyCode: 'G', roleName: '管理员' },
    { userName: 'hedwig', companyCode: 'G', roleName: '调度员' },
  ])
  await db.updateTable('app_user').set({ must_change_password: true }).where('user_name', '=', 'halbert').execute()
  await db.updateTable('role').set({ second_factor_required: true }).where('name', '=', '调度员').execute()
  half.password = await signInAs(server, 'halbert')
  half['second-factor'] = await signInAs(server, 'hedwig')
}, 60_000)
afterAll(() => tenants.server.close())

test('only the listed calls are allowed while a step is owed', () => {
  for (const duty of DUTIES)
    expect(
      callable
        .filter((route) => route.whileOwing?.includes(duty))
        .map(nameOf)
        .toSorted(),
    ).toEqual(STEPS[duty])
})

test.each(DUTIES)(
  '[L16] a session that owes its %s is refused on every other call, and nothing changes',
  async (duty) => {
    const who = half[duty]
    const own: OwnIds = (kind) => ownIds(things, { kind }, who)[0] ?? missingOf(kind)
    const before = await digestOf(tenants.server.database.pool)
    const problems: string[] = []
    const others = callable.filter((route) => !STEPS[duty].includes(nameOf(route)))
    await inLanes(others, 3, async (route) => {
      const reply = await send(requestOf(route, null, [], own, about), who.headers)
      if (reply.status !== 200 || reply.resultCode !== 504 || !reply.text.includes(`"owes":"${duty}"`))
        problems.push(`${nameOf(route)}: ${reply.status} ${reply.text.slice(0, 200)}`)
    })
    expect(others.length).toBeGreaterThan(400)
    expect(problems).toEqual([])
    expect(await digestOf(tenants.server.database.pool)).toEqual(before)
  },
  120_000,
)

test.each(DUTIES)('[L16] a session that owes its %s receives no alarm: the socket is refused at the upgrade', async (duty) => {
  const { server } = tenants
  await expect(openTestSocket(server.port, { Cookie: half[duty].headers['cookie'] ?? '', Origin: server.url })).rejects.toThrow(
    'refused with 401',
  )
})
