import { entityOf } from '@tanker/contract/base-data/all-entities'
import type { ReportView } from '@tanker/contract/report-view'
import { SCREENS } from '@tanker/contract/screens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

let server: TestApi
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  admin = await server.signIn('admin')
}, 30_000)
afterAll(() => server.close())

/** The kinds of data that a user can manage by the introduction of the specification. */
const MANAGED = [
  ['organisations', 'organisation'],
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
  const view = await admin.get<ReportView>(`/reports/${path}`)
  expect(view.data.entity).toBe(key)
  const names = view.data.actions.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['edit-row', 'enable-row', 'disable-row', 'row-history', 'delete-row']))
  expect(names).toContain(key === 'user' ? 'add-user' : 'add-row')
  // Each call exists: it answers as for an unknown row, not as for an unknown call.
  const empty = await admin.send<{ fields: Record<string, { zh: string }> } | null>('POST', `/baseData/${key}`, {})
  expect(empty.resultCode).toBe(400)
  const { fields } = empty.data ?? {}
  // Users are added by a separate call, which also needs a password.
  expect((fields?.['name'] ?? fields?.['plate'])?.zh ?? empty.message).toContain(fields ? '不能为空。' : '参数 pwd 缺失')
  const unknown = { id: 2_000_000_000 }
  const answers = await Promise.all([
    admin.get(`/baseData/${key}`, unknown),
    admin.get(`/baseData/${key}/history`, unknown),
    admin.send('PUT', `/baseData/${key}`, { ...unknown, version: 1 }),
    admin.send('PUT', `/baseData/${key}/status`, { ...unknown, status: 'disabled' }),
    admin.send('DELETE', `/baseData/${key}`, unknown),
  ])
  expect(answers.map(({ message }) => message)).toEqual(Array.from({ length: 5 }, () => '没有找到该记录，请刷新列表。'))
})
