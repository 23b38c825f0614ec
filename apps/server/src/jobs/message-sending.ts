import { deliverMessages } from '../sms/deliver-messages.ts'
import { makeMessages } from '../sms/make-messages.ts'
import type { JobOptions } from './jobs.ts'

const EVERY_MS = 2_000

/** Turns alarms into text messages once they are committed, and sends what is due. */
export function startMessageSending({
  connection,
  bus,
  log,
  now,
  smsGateway,
}: Pick<JobOptions, 'connection' | 'bus' | 'log' | 'now' | 'smsGateway'>): { close(): Promise<void> } {
  let closed = false
  let running: Promise<void> | null = null
  let again = false
  const work = async (): Promise<void> => {
    await makeMessages(connection.db, new Date(now()))
    await deliverMessages(connection.db, smsGateway, () => new Date(now()))
  }
  const wake = (): void => {
    if (closed) return
    if (running) {
      again = true
      return
    }
    running = work()
      .catch((error: unknown) => log.warn({ err: error }, 'text messages were not sent, trying again'))
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
