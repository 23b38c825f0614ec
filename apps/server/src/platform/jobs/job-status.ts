import { Counter, Gauge, type Registry } from 'prom-client'

/** The last failure of a job whose last run failed. */
export type JobFailure = { readonly at: Date; readonly message: string }

const failures = new Map<string, JobFailure>()

/** Jobs of this process whose last run failed, for /health. */
export const failedJobs = (): ReadonlyMap<string, JobFailure> => failures

/** Counts the runs of jobs in a registry, and keeps the last failure of each. */
export function jobStatus(registry: Registry) {
  const runs = metric(registry, 'tanker_job_runs_total', (name) => {
    const help = 'Runs of background jobs by result: ok, failed, or elsewhere when another process was running it'
    return new Counter({ name, help, labelNames: ['job', 'result'], registers: [registry] })
  })
  const seconds = metric(registry, 'tanker_job_last_seconds', (name) => {
    return new Gauge({ name, help: 'Duration of the last run of a background job', labelNames: ['job'], registers: [registry] })
  })
  const succeeded = metric(registry, 'tanker_job_last_success_seconds', (name) => {
    const help = 'When a background job last ended without a failure, Unix time'
    return new Gauge({ name, help, labelNames: ['job'], registers: [registry] })
  })
  const failed = metric(registry, 'tanker_job_last_failure_seconds', (name) => {
    return new Gauge({ name, help: 'When a background job last failed, Unix time', labelNames: ['job'], registers: [registry] })
  })
  return {
    ended(job: string, result: 'ok' | 'elsewhere', at: Date, tookMs: number): void {
      runs.inc({ job, result })
      if (result === 'elsewhere') return
      seconds.set({ job }, tookMs / 1000)
      succeeded.set({ job }, at.getTime() / 1000)
      failures.delete(job)
    },
    failed(job: string, error: unknown, at: Date): void {
      runs.inc({ job, result: 'failed' })
      failed.set({ job }, at.getTime() / 1000)
      failures.set(job, { at, message: firstLine(error instanceof Error ? error.message : String(error)) })
    },
    /** The job was stopped: its failure is no longer news. */
    closed(job: string): void {
      failures.delete(job)
    },
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

/** The metric of a registry, made once. */
const metric = <M>(registry: Registry, name: string, make: (name: string) => M): M =>
  (registry.getSingleMetric(name) as M | undefined) ?? make(name)
