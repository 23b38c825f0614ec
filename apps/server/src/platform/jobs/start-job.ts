import { Cron } from 'croner'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { AdvisoryLock } from '@tanker/database/advisory-locks'
import type { Bus, BusChannel } from '../bus/bus.ts'
import { turns } from '../health/turns.ts'
import { withAdvisoryLock } from './advisory-lock.ts'
import { jobStatus } from './job-status.ts'

/** Daily jobs run by this clock. */
const NIGHTLY = { timezone: 'Asia/Shanghai' }

export type Schedule =
  /** At this interval; a run that takes longer skips what it covers. */
  | { readonly everyS: number }
  /** Minutes past each hour, as in a crontab: for example 7, or each fifth. */
  | { readonly atMinutes: string }
  /** Every night at `HH:MM` Beijing time, when the fewest trucks and users are active. */
  | { readonly dailyAt: string; readonly catchUp: CatchUp }

/** A server that was down at night runs the job this long after its start, if it is due. With `again` it is asked so many times more, until it is due. */
export type CatchUp = {
  readonly afterS: number
  readonly isDue: () => Promise<boolean>
  readonly again?: { readonly everyS: number; readonly times: number }
}

/** Background work of a process. */
export type Job = {
  /** In metrics, /health and the log. */
  readonly name: string
  readonly schedule: Schedule
  /** Held while it runs, so that one process at a time does; null where every process runs it, or its transactions lock by themselves. */
  readonly lock: AdvisoryLock | null
  /** A hint on this channel runs it at once. */
  readonly wokenBy?: BusChannel
  /** Runs once when it is started, besides its schedule. */
  readonly atStart?: true
  /** Throws on failure; the next run comes by schedule. `isClosing`: long work ends early. */
  run(isClosing: () => boolean): Promise<void>
}

/** Run at each raised alarm. The hint may be lost, and queued messages become due by time. */
export const AT_ALARMS = { schedule: { everyS: 2 }, lock: null, wokenBy: 'outbox' } as const

export type JobRunner = {
  readonly pool: pg.Pool
  readonly bus: Pick<Bus, 'subscribe'>
  readonly log: Logger
  readonly metrics: Registry
}

/**
 * Runs a job by its schedule, never twice at a time in this process. A hint during a run causes one more run after it.
 * Failures are logged, counted and shown in /health. `close` waits for the run at work.
 */
export function startJob(job: Job, { pool, bus, log, metrics }: JobRunner): { close(): Promise<void> } {
  const { name, schedule, lock } = job
  const status = jobStatus(metrics)
  let closed = false
  let running: Promise<void> | null = null
  let again = false

  const runOnce = async (): Promise<void> => {
    const began = performance.now()
    try {
      const work = (): Promise<true> => job.run(() => closed).then(() => true)
      const ran = await turns.across(name, () => (lock === null ? work() : withAdvisoryLock(pool, lock, work)))
      status.ended(name, ran ? 'ok' : 'elsewhere', new Date(), performance.now() - began)
    } catch (error) {
      status.failed(name, error, new Date())
      log.warn({ err: error, job: name }, `${name}: failed, trying again`)
    }
  }
  const start = (): void => {
    if (closed || running) return
    running = runOnce().finally(() => {
      running = null
      if (!again) return
      again = false
      start()
    })
  }
  const wake = (): void => {
    if (running) again = true
    else start()
  }

  const stopTimer = timerOf(schedule, start)
  const unsubscribe = job.wokenBy === undefined ? () => undefined : bus.subscribe(job.wokenBy, wake)
  const stopCatchUp = 'dailyAt' in schedule ? catchUp(name, schedule.catchUp, start, log) : () => undefined
  if (job.atStart) start()
  return {
    async close() {
      closed = true
      unsubscribe()
      stopTimer()
      stopCatchUp()
      await running
      status.closed(name)
    },
  }
}

/** Starts the timer of a schedule. @returns function that stops it */
function timerOf(schedule: Schedule, start: () => void): () => void {
  if ('everyS' in schedule) {
    // Not by the clock: one that is set back must not stop the job.
    const timer = setInterval(start, schedule.everyS * 1000)
    return () => clearInterval(timer)
  }
  const cron =
    'atMinutes' in schedule ? new Cron(`${schedule.atMinutes} * * * *`, start) : new Cron(nightly(schedule.dailyAt), NIGHTLY, start)
  return () => cron.stop()
}

function nightly(time: string): string {
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * *`
}

/** Asks whether the job is due. @returns function that stops it */
function catchUp(name: string, { afterS, isDue, again }: CatchUp, start: () => void, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const ask = async (left: number): Promise<void> => {
    let due = false
    try {
      due = await isDue()
    } catch (error) {
      log.warn({ err: error, job: name }, `${name}: failed to read when it last ran`)
    }
    if (isStopped) return
    if (due) start()
    else if (again && left > 0) timer = setTimeout(() => void ask(left - 1), again.everyS * 1000)
  }
  timer = setTimeout(() => void ask(again?.times ?? 0), afterS * 1000)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
