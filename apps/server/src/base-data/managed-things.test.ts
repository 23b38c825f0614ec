import { entityOf } from '@tanker/contract/base-data/all-entities'
import { SCREENS } from '@tanker/contract/screens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestConsole, type TestConsole } from '../http/test-console.ts'

let server: TestConsole
let admin: SignedIn
beforeAll(async () => {
  server = await startTestConsole()
  admin = await server.signIn('admin')
}, 30_000)
afterAll(() => server.close())

/** What the opening of the specification says that a user can manage. */
const MANAGED = [
  ['organisations', 'company'],
  ['vehicles', 'truck'],
  ['drivers', 'driver'],
  ['devices', 'device'],
  ['stations', 'station'],
  ['depots', 'storage'],
  ['parking lots', 'park'],
  ['repair shops', 'service_depot'],
  ['roles', 'role'],
  ['user accounts', 'user'],
] as const

test.each(MANAGED)('[1-03] %s have a screen of their own with a list, and may be added, changed, disabled and deleted', async (_, key) => {
  const entity = entityOf(key)
  const path = entity?.path ?? ''
  expect(SCREENS.map((screen): string => screen.path)).toContain(path)
  const view = await admin.get<{ entity: { key: string; actions: string[] } }>(`/reports/${path}`)
  expect(view.data.entity).toMatchObject({ key, actions: ['create', 'change', 'delete'] })
  // Each call is there and judges what it is given: it answers as for a row that does not exist, not as for an unknown call.
  const empty = await admin.send<{ fields: Record<string, { zh: string }> } | null>('POST', `/baseData/${key}`, {})
  expect(empty.resultCode).toBe(400)
  const { fields } = empty.data ?? {}
  // A user is added by a call of its own, which asks for a password too.
  expect((fields?.['name'] ?? fields?.['plate'])?.zh ?? empty.message).toContain(fields ? '不能为空。' : '参数 pwd 缺失')
  const nobody = { id: 2_000_000_000 }
  const answers = await Promise.all([
    admin.get(`/baseData/${key}`, nobody),
    admin.get(`/baseData/${key}/history`, nobody),
    admin.send('PUT', `/baseData/${key}`, { ...nobody, version: 1 }),
    admin.send('PUT', `/baseData/${key}/status`, { ...nobody, status: 'disabled' }),
    admin.send('DELETE', `/baseData/${key}`, nobody),
  ])
  expect(answers.map(({ message }) => message)).toEqual(Array.from({ length: 5 }, () => '没有找到该记录，请刷新列表。'))
})
