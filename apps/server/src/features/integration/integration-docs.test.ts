import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BatchResult } from '@tanker/contract/integration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { makeIntegrationKey } from '../../platform/access/integration-keys.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/integration.md'), 'utf8')
const examples = [...page.matchAll(/^`(\/api\/integration\/[\w-]+)`\n\n```json\n([\s\S]*?)\n```/gm)].map(
  ([, path = '', body = '']) => [path, body] as const,
)

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-03-02T00:00:00Z')
})
afterAll(() => server.close())

test('every example of the integration page is stored as written, and sending it again changes nothing', async () => {
  const { key } = await makeIntegrationKey(
    server.database.db,
    { organisationId: server.organisationId('G'), name: 'docs', userId: null },
    server.now,
  )
  const send = async (path: string, body: string) =>
    (await server.call('POST', path, { headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` }, body }))
      .data as BatchResult
  expect(examples.map(([path]) => path)).toEqual([
    '/api/integration/slips',
    '/api/integration/meter-tickets',
    '/api/integration/station-gauges',
  ])
  for (const [path, body] of examples) {
    expect(await send(path, body)).toMatchObject({ kept: true, created: 1 })
    expect(await send(path, body)).toMatchObject({ kept: true, created: 0, unchanged: 1 })
  }
})
