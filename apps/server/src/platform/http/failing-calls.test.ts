import { fastify } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerFailures } from './answer-failures.ts'
import { allRoutes } from '../../app.ts'
import { defaultHttpSettings } from './http-settings.ts'
import { httpMetrics } from '../health/metrics.ts'
import { httpLimits } from './http-limits.ts'
import type { HttpParts } from './parts.ts'
import { registerRoute } from './register-route.ts'
import { registerUploads } from './uploads.ts'
import type { Route } from './routes.ts'

const DETAIL = 'detail that no caller may read'
const WAYS: readonly (readonly [string, () => Promise<never>])[] = [
  [
    'throws at once',
    () => {
      throw new Error(DETAIL)
    },
  ],
  ['fails later', () => new Promise((_, fail) => setImmediate(() => fail(new TypeError(DETAIL))))],
]

const lines: string[] = []
const app = fastify()
let routes: Route[]
beforeAll(async () => {
  const parts = {
    metrics: httpMetrics(),
    settings: defaultHttpSettings,
    limits: await httpLimits(),
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
  } as unknown as HttpParts
  routes = allRoutes(parts)
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, {})
  })
  answerFailures(app, parts)
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    request.caller = { language: 'en', timeZone: 'UTC', user: null, sender: null }
  })
  // Each call with its handler replaced; the input does not matter here.
  await registerUploads(app, (calls) => {
    for (const [index, [, run]] of WAYS.entries())
      for (const route of routes) registerRoute(calls, { ...route, path: `/way${index}${route.path}`, input: null, run } as Route, parts)
  })
  await app.ready()
})
afterAll(() => app.close())

test.each(WAYS.map(([name], index) => [name, index] as const))(
  '[F36] a call whose work %s is answered with the envelope and HTTP 500, says nothing of the cause, is logged, and the next is served',
  async (_, index) => {
    for (const { method, path } of routes) {
      lines.length = 0
      const answer = await app.inject({ method, url: `/api/way${index}${path.replaceAll(/:\w+/g, '1')}` })
      expect(answer.statusCode, `${method} ${path}`).toBe(500)
      expect(answer.json()).toEqual({ resultCode: 500, message: expect.any(String), data: null })
      expect(answer.body).not.toContain(DETAIL)
      expect(lines.join('')).toContain(DETAIL)
    }
    expect(routes.length).toBeGreaterThan(100)
  },
)
