import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { settleDeliveries } from './settle-deliveries.ts'

/** Settles deliveries as trips, slips, tickets and station gauges come in, and notifies the gateways of changed slips. */
export const deliveriesJob = ({ connection, bus, log }: JobOptions): Job => ({
  name: 'deliveries',
  schedule: { everyS: 2 },
  lock: null,
  async run(isClosing) {
    for (;;) {
      // Due changes stay due if it fails.
      const { taken, slipsChanged, failed } = await settleDeliveries(connection.pool)
      for (const error of failed) log.warn({ err: error }, 'failed to settle a delivery, trying again later')
      if (slipsChanged.length > 0) bus.publish('context', slipsChanged.join(','))
      if (taken === 0 || isClosing()) return
    }
  },
})
