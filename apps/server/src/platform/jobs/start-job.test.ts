import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { withAdvisoryLock } from './advisory-lock.ts'
import { failedJobs } from './job-status.ts'
import { type Job, startJob } from './start-job.ts'

const LOCK = ADVISORY_LOCKS.offlineWatch
const FOR_GOOD = { timeout: 20_000 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A job whose runs last until `end` is called, with the hints it listens to. */
function aJob(given: Partial<Job> = {}) {
  const ends: (() => void)[] = []
  const hints = new Set<(payload: string) => void>()
  const lines: string[] = []
  const metrics = new Registry()
  const state = { runs: 0, atOnce: 0, most: 0, sawClosing: false }
  const job: Job = {
    name: 'a test',
    schedule: { everyS: 86_400 },
    lock: null,
    wokenBy: 'outbox',
    async run(isClosing) {
      state.runs += 1
      state.atOnce += 1
      state.most = Math.max(state.most, state.atOnce)
      await new Promise<void>((done) => void ends.push(done))
      state.sawClosing = isClosing()
      state.atOnce -= 1
    },
    ...given,
  }
  const runner = {
    pool: database.pool,
    bus: {
      subscribe: (_: string, hint: (payload: string) => void) => {
        hints.add(hint)
        return () => void hints.delete(hint)
      },
    },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    metrics,
  }
  const started = startJob(job, runner)
  return { ...started, state, lines, metrics, hint: () => hints.forEach((hint) => hint('')), end: () => ends.shift()?.(), runner, job }
}

test('hints during a run cause one more run after it, never two at a time', async () => {
  const job = aJob()
  job.hint()
  for (let hints = 0; hints < 5; hints += 1) job.hint()
  expect(job.state).toMatchObject({ runs: 1, most: 1 })
  job.end()
  await expect.poll(() => job.state.runs, FOR_GOOD).toBe(2)
  job.end()
  await expect.poll(() => job.state.atOnce, FOR_GOOD).toBe(0)
  const closing = job.close()
  await closing
  expect(job.state).toMatchObject({ runs: 2, most: 1 })
})

test('close waits for the run at work, which can see it, and nothing runs after it', async () => {
  const job = aJob({ atStart: true })
  expect(job.state.runs).toBe(1)
  job.hint()
  let closed = false
  const closing = job.close().then(() => (closed = true))
  await new Promise((done) => setImmediate(done))
  expect(closed).toBe(false)
  job.end()
  await closing
  job.hint()
  expect(job.state).toMatchObject({ runs: 1, sawClosing: true, atOnce: 0 })
})

test('an interval runs the job again and again, skipping what a long run covers', async () => {
  const job = aJob({ schedule: { everyS: 0.02 } })
  await expect.poll(() => job.state.runs, FOR_GOOD).toBe(1)
  job.end()
  await expect.poll(() => job.state.runs, FOR_GOOD).toBe(2)
  expect(job.state.most).toBe(1)
  const closing = job.close()
  job.end()
  await closing
})

test('a failure is logged, counted and shown until a run succeeds', async () => {
  let fails = true
  const job = aJob({
    run: async () => {
      if (fails) throw new Error('the disk is gone')
    },
  })
  job.hint()
  await expect.poll(() => failedJobs().get('a test')?.message, FOR_GOOD).toBe('the disk is gone')
  expect(job.lines).toHaveLength(1)
  expect(job.lines[0]).toContain('the disk is gone')
  fails = false
  job.hint()
  await expect.poll(() => failedJobs().has('a test'), FOR_GOOD).toBe(false)
  const shown = await job.metrics.metrics()
  expect(shown).toContain('tanker_job_runs_total{job="a test",result="failed"} 1')
  expect(shown).toContain('tanker_job_runs_total{job="a test",result="ok"} 1')
  expect(shown).toMatch(/tanker_job_last_failure_seconds\{job="a test"\} \d+/)
  expect(shown).toMatch(/tanker_job_last_success_seconds\{job="a test"\} \d+/)
  await job.close()
})

test('of two processes one runs a job with a lock, and the other when the first has ended', async () => {
  const [one, other] = [aJob({ lock: LOCK }), aJob({ lock: LOCK })]
  one.hint()
  await expect.poll(() => one.state.runs, FOR_GOOD).toBe(1)
  other.hint()
  await expect.poll(() => other.metrics.metrics(), FOR_GOOD).toContain('tanker_job_runs_total{job="a test",result="elsewhere"} 1')
  expect(other.state.runs).toBe(0)
  one.end()
  await one.close()
  other.hint()
  await expect.poll(() => other.state.runs, FOR_GOOD).toBe(1)
  other.end()
  await other.close()
})

test('a lock is given back when its work fails', async () => {
  await expect(withAdvisoryLock(database.pool, LOCK, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withAdvisoryLock(database.pool, LOCK, () => Promise.resolve('mine'))).toBe('mine')
})

test('a daily job that is due runs some time after the start, one that is not due does not', async () => {
  const daily = (due: boolean) => aJob({ schedule: { dailyAt: '03:17', catchUp: { afterS: 0, isDue: () => Promise.resolve(due) } } })
  const [late, fresh] = [daily(true), daily(false)]
  await expect.poll(() => late.state.runs, FOR_GOOD).toBe(1)
  expect(fresh.state.runs).toBe(0)
  late.end()
  await Promise.all([late.close(), fresh.close()])
})

test('a daily job that becomes due some time after the start runs once; one that never is due is no longer asked', async () => {
  let asked = 0
  const again = { everyS: 0.01, times: 5 }
  const isDue = (at: number) => (): Promise<boolean> => Promise.resolve(++asked === at)
  const late = aJob({ schedule: { dailyAt: '03:17', catchUp: { afterS: 0, isDue: isDue(3), again } } })
  await expect.poll(() => late.state.runs, FOR_GOOD).toBe(1)
  late.end()
  await late.close()
  expect(asked).toBe(3)
  asked = 0
  const never = aJob({ schedule: { dailyAt: '03:17', catchUp: { afterS: 0, isDue: isDue(-1), again } } })
  await expect.poll(() => asked, FOR_GOOD).toBe(6)
  await never.close()
  expect([asked, never.state.runs]).toEqual([6, 0])
})
