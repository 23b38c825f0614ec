import { settleDeliveries } from '../loss/settle-deliveries.ts'
import { turns } from '../health/turns.ts'
import type { JobOptions } from './job.ts'

const EVERY_MS = 2_000

/** Settles deliveries as trips, slips, tickets and station gauges come in, and notifies the gateways of changed slips. */
export function startDeliverySettling({ connection, bus, log }: Pick<JobOptions, 'connection' | 'bus' | 'log'>): {
  close(): Promise<void>
} {
  let closed = false
  let running: Promise<void> = Promise.resolve()
  const work = async (): Promise<void> => {
    try {
      for (;;) {
        const { taken, slipsChanged, failed } = await settleDeliveries(connection.pool)
        for (const error of failed) log.warn({ err: error }, 'failed to settle a delivery, trying again later')
        if (slipsChanged.length > 0) bus.publish('context', slipsChanged.join(','))
        if (taken === 0 || closed) return
      }
    } catch (error) {
      // Due changes stay due.
      log.warn({ err: error }, 'failed to settle deliveries, trying again')
    }
  }
  let timer = setTimeout(next, EVERY_MS)
  function next(): void {
    running = turns.across('deliveries', work).then(() => {
      if (!closed) timer = setTimeout(next, EVERY_MS)
    })
  }
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
