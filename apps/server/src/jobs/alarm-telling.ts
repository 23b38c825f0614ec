import { turns } from '../health/turns.ts'
import type { JobOptions } from './job.ts'

const EVERY_MS = 2_000

/** Does `work` whenever an alarm was raised, and every two seconds; one at a time. `what` names it in the log. */
export function startAlarmTelling(
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
  const stopHearing = bus.subscribe('outbox', wake)
  // A hint may be lost, and what waits has times of its own.
  const timer = setInterval(wake, EVERY_MS)
  return {
    async close() {
      closed = true
      stopHearing()
      clearInterval(timer)
      await running
    },
  }
}
