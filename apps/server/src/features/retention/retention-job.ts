import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import type { KeepDays } from '../../platform/jobs/kinds-of-data.ts'
import { removeOldData, type RetentionRun } from './remove-old-data.ts'

const DUE_AFTER_MS = 26 * 3_600_000

/** Removes old data once a day, and reports the result in the log and in /metrics. */
export function retentionJob({
  connection,
  log,
  now,
  keepDays,
  metrics,
}: Pick<JobOptions, 'connection' | 'log' | 'now'> & { keepDays: KeepDays; metrics: Registry }): Job {
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
  const report = (run: RetentionRun): void => {
    for (const [kind, count] of Object.entries(run.removed)) removedRows.inc({ kind }, count)
    endedAt.set(run.endedAt.getTime() / 1000)
    problems.set(Object.keys(run.problems).length)
    const seconds = (run.endedAt.getTime() - run.startedAt.getTime()) / 1000
    log.info({ removed: run.removed, seconds }, 'old data removed')
    if (Object.keys(run.problems).length > 0) log.error({ problems: run.problems }, 'failed to remove some old data, trying again tomorrow')
  }
  const isDue = async (): Promise<boolean> => {
    const last = await lastRunOf(connection.db)
    return last === null || now() - last.getTime() >= DUE_AFTER_MS
  }
  return {
    name: 'retention',
    schedule: { dailyAt: '03:17', catchUp: { afterS: 10 * 60, isDue } },
    lock: ADVISORY_LOCKS.retention,
    run: async () => report(await removeOldData(connection, keepDays, () => new Date(now()))),
  }
}

async function lastRunOf(db: JobOptions['connection']['db']): Promise<Date | null> {
  const row = await db.selectFrom('retention_run').select('started_at').orderBy('started_at', 'desc').limit(1).executeTakeFirst()
  return row?.started_at ?? null
}
