import { Cron } from 'croner'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { JobOptions } from '../jobs/job.ts'
import type { KeepDays } from './kinds-of-data.ts'
import { removeOldData, type RetentionRun } from './remove-old-data.ts'

/** Every night at 03:17 Beijing time, when the fewest trucks and users are active. */
const AT = '17 3 * * *'
const ZONE = 'Asia/Shanghai'
/** A server that was down at night catches up this long after its start. */
const CATCH_UP_AFTER_MS = 10 * 60_000
const DUE_AFTER_MS = 26 * 3_600_000

/** Removes old data once a day, in one process at a time, and reports the result in the log and in /metrics. */
export function startRetention({
  connection,
  log,
  now,
  keepDays,
  metrics,
}: Pick<JobOptions, 'connection' | 'log' | 'now'> & { keepDays: KeepDays; metrics: Registry }): { close(): Promise<void> } {
  const removedRows = new Counter({
    name: 'tanker_retention_removed_total',
    help: 'Rows removed because they were older than their retention, by kind of data',
    labelNames: ['kind'],
    registers: [metrics],
  })
  const endedAt = new Gauge({
    name: 'tanker_retention_last_run_seconds',
    help: 'When old data were last removed, Unix time',
    registers: [metrics],
  })
  const problems = new Gauge({
    name: 'tanker_retention_problems',
    help: 'Kinds of data that the last run could not remove',
    registers: [metrics],
  })
  let running: Promise<void> = Promise.resolve()
  const work = (): Promise<void> => {
    running = removeOldData(connection, keepDays, () => new Date(now())).then(
      (run) => {
        if (run !== null) report(run)
      },
      (error: unknown) => log.error({ err: error }, 'failed to remove old data, trying again tomorrow'),
    )
    return running
  }
  const report = (run: RetentionRun): void => {
    for (const [kind, count] of Object.entries(run.removed)) removedRows.inc({ kind }, count)
    endedAt.set(run.endedAt.getTime() / 1000)
    problems.set(Object.keys(run.problems).length)
    const seconds = (run.endedAt.getTime() - run.startedAt.getTime()) / 1000
    log.info({ removed: run.removed, seconds }, 'old data removed')
    if (Object.keys(run.problems).length > 0) log.error({ problems: run.problems }, 'failed to remove some old data, trying again tomorrow')
  }
  const cron = new Cron(AT, { protect: true, timezone: ZONE }, work)
  const catchUp = setTimeout(() => {
    running = lastRunOf(connection.db).then(
      (last) => (last !== null && now() - last.getTime() < DUE_AFTER_MS ? undefined : work()),
      (error: unknown) => log.warn({ err: error }, 'failed to read when old data were last removed'),
    )
  }, CATCH_UP_AFTER_MS)
  return {
    async close() {
      cron.stop()
      clearTimeout(catchUp)
      await running
    },
  }
}

async function lastRunOf(db: JobOptions['connection']['db']): Promise<Date | null> {
  const row = await db.selectFrom('retention_run').select('started_at').orderBy('started_at', 'desc').limit(1).executeTakeFirst()
  return row?.started_at ?? null
}
