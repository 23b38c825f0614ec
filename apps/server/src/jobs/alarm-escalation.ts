import { escalateAlarms } from '../alarms/escalate-alarms.ts'
import { turns } from '../health/turns.ts'
import type { JobOptions } from './job.ts'

const EVERY_MS = 30_000

/** Twice a minute, turns red alarms black that were not handled in time. */
export function startAlarmEscalation({ connection, bus, log, now }: Pick<JobOptions, 'connection' | 'bus' | 'log' | 'now'>): {
  close(): Promise<void>
} {
  let running: Promise<void> | null = null
  const work = async (): Promise<void> => {
    const escalated = await escalateAlarms(connection.db, new Date(now()))
    if (escalated > 0) bus.publish('outbox', '')
  }
  const timer = setInterval(() => {
    running ??= turns
      .across('alarm escalation', work)
      .catch((error: unknown) => log.warn({ err: error }, 'failed to escalate unhandled alarms, trying again'))
      .finally(() => (running = null))
  }, EVERY_MS)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
