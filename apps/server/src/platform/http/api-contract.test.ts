import { validate } from '@readme/openapi-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTenants, type Tenants } from '../../tenant-isolation/test-tenants.ts'
import { PASSWORD } from './test-api.ts'
import { checkContract } from './test-api-contract.ts'

let tenants: Tenants

beforeAll(async () => {
  tenants = await startTenants()
}, 120_000)
afterAll(() => tenants.server.close())

type Operation = {
  security: unknown
  parameters?: { name?: string; required?: boolean; content?: Record<string, { schema: { required?: string[] } }> }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Record<string, unknown>> } }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

async function description(): Promise<{ paths: Record<string, Record<string, Operation>> }> {
  const admin = await tenants.server.signIn('admin')
  const answer = await fetch(`${tenants.server.url}/api/docs/json`, { headers: { cookie: admin.cookie } })
  return (await answer.json()) as { paths: Record<string, Record<string, Operation>> }
}

test('[M12] the description of the calls is valid OpenAPI, and each of its schemas is a schema', async () => {
  const result = await validate((await description()) as never)
  expect(result).toMatchObject({ valid: true })
})

test('[M12] the description says how bodies are encoded, which answers are files, and which filters must be given', async () => {
  const { paths } = await description()
  const bodies = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, { requestBody }]) =>
      requestBody && verb === 'post' ? [[path, Object.keys(requestBody.content)[0]] as const] : [],
    ),
  )
  expect(bodies.length).toBeGreaterThan(100)
  const json = bodies.filter(([, media]) => media === 'application/json').map(([path]) => path)
  expect(json.every((path) => path.startsWith('/api/integration/'))).toBe(true)
  const media = new Map(bodies)
  expect(media.get('/api/baseData/station/import')).toBe('multipart/form-data')
  expect(media.get('/api/baseData/driver/photo')).toBe('multipart/form-data')
  expect(media.get('/api/firmware/file')).toBe('multipart/form-data')
  const sheet = paths['/api/baseData/station/template']?.['post']
  expect(Object.keys(sheet?.responses['200']?.content ?? {})[0]).toContain('spreadsheetml')
  const rows = paths['/api/reports/cargo_monitor/exception_report/alarm_switch_cover/rows']?.['get']
  const filters = rows?.parameters?.find(({ name }) => name === 'filters')
  expect(filters?.required).toBe(true)
  expect(filters?.content?.['application/json']?.schema.required?.length).toBeGreaterThan(1)
  const station = paths['/api/baseData/station']?.['post']?.requestBody?.content['application/x-www-form-urlencoded']?.schema
  expect(station?.properties?.['lat']).toMatchObject({ type: 'number', minimum: -90, maximum: 90 })
  expect(station?.properties?.['name']).toMatchObject({
    type: 'string',
    maxLength: expect.any(Number) as number,
    pattern: expect.any(String) as string,
  })
})

const isWhole = process.env['TANKER_TEST'] === 'all'

test('[M12] requests made from the description are answered as it says, and what it calls wrong is refused', async () => {
  const result = await checkContract({
    url: tenants.server.url,
    userName: 'admin',
    password: PASSWORD,
    integrationKey: tenants.keys.get('G') ?? '',
    seed: 7,
    every: isWhole ? 5 : 11,
    valid: 2,
    invalid: isWhole ? 6 : 4,
    withinMs: 200_000,
  })
  expect(result.findings, result.findings.map((one) => JSON.stringify(one)).join('\n')).toEqual([])
  // A run in which every request is refused would check nothing.
  expect(result.calls).toBeGreaterThan(40)
  expect(result.succeeded).toBeGreaterThan(result.calls / 3)
}, 240_000)
