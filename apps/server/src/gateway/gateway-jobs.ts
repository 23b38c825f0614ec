import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import { TruckContexts } from '@tanker/database/truck-contexts'
import type { JobOptions } from '../platform/jobs/job.ts'
import type { Job } from '../platform/jobs/start-job.ts'
import { watchOffline } from './offline-watch.ts'
import { createPositionPartitions } from './position-partitions.ts'

/** What the gateways need in the background: room for the positions of the days to come, and a look at silent trucks. */
export const gatewayJobs = (options: JobOptions): readonly Job[] => [positionPartitions(options), offlineWatch(options)]

/** Partitions exist for a week ahead, so a failed hour does no harm. */
const positionPartitions = ({ connection, now }: JobOptions): Job => ({
  name: 'position partitions',
  schedule: { atMinutes: '7' },
  lock: null,
  run: async () => void (await createPositionPartitions(connection.db, new Date(now()))),
})

function offlineWatch(options: JobOptions): Job {
  const contexts = new TruckContexts(options.connection.pool)
  return {
    name: 'offline watch',
    schedule: { everyS: 30 },
    lock: ADVISORY_LOCKS.offlineWatch,
    run: () => watchOffline(options, contexts),
  }
}
