import type { JobOptions } from './job.ts'
import { type Job, startJob } from './start-job.ts'

/** Starts background jobs. Any number of processes may; a lock lets one process at a time run each job. */
export function startJobs(
  jobs: readonly Job[],
  { connection, bus, log, metrics }: Pick<JobOptions, 'connection' | 'bus' | 'log' | 'metrics'>,
): { close(): Promise<void> } {
  const started = jobs.map((job) => startJob(job, { pool: connection.pool, bus, log, metrics }))
  return {
    async close() {
      await Promise.all(started.map((job) => job.close()))
    },
  }
}
