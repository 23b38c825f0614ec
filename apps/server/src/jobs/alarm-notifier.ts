import { turns } from '../health/turns.ts'
import type { JobOptions } from './job.ts'

const EVERY_MS = 2_000

/** Runs `work` after each raised alarm and every two seconds, never twice at a time. `what` names it in the log. */
export function startAlarmNotifier(
  { bus, log }: Pick<JobOptions, 'bus' | 'log'>,
  what: string,
  work: () => Promise<void>,
): { close(): Promise<void> } {
  let closed = false
  let running: Promise<void> | null = null
  let again = false
  const wake = (): void => {
    if (closed) return
    if (running) {
      again = true
      return
    }
    running = turns
      .across(what, work)
      .catch((error: unknown) => log.warn({ err: error }, `${what} were not sent, trying again`))
      .finally(() => {
        running = null
        if (!again) return
        again = false
        wake()
      })
  }
  const unsubscribe = bus.subscribe('outbox', wake)
  // A hint may be lost, and queued messages become due by time.
  const timer = setInterval(wake, EVERY_MS)
  return {
    async close() {
      closed = true
      unsubscribe()
      clearInterval(timer)
      await running
    },
  }
}
