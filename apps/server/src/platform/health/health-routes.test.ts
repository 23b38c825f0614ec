import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../http/test-api.ts'
import { startJob } from '../jobs/start-job.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server.close())

const health = async (headers: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  (await (await fetch(`${server.url}/health`, { headers })).json()) as Record<string, unknown>

test('/health names the background jobs whose last run failed, with the reason, and no others; strangers see only up or down', async () => {
  expect(await health()).not.toHaveProperty('failedJobs')
  const job = startJob(
    {
      name: 'a failing job',
      schedule: { everyS: 86_400 },
      lock: null,
      atStart: true,
      run: () => Promise.reject(new Error('no room\nleft')),
    },
    {
      pool: server.database.pool,
      bus: { subscribe: () => () => undefined },
      log: pino({ level: 'silent' }),
      metrics: new Registry(),
    },
  )
  await expect
    .poll(async () => (await health())['failedJobs'], { timeout: 20_000 })
    .toMatchObject({ 'a failing job': { message: 'no room' } })
  expect(await health({ 'x-forwarded-for': '10.1.2.3' })).toEqual({ status: 'up' })
  await job.close()
  expect(await health()).not.toHaveProperty('failedJobs')
})
