import type { JobOptions } from '../../platform/jobs/job.ts'
import { AT_ALARMS, type Job } from '../../platform/jobs/start-job.ts'
import { deliverNotices } from './deliver-notices.ts'
import { makeNotices } from './make-notices.ts'

/** Queues alarms for robots, and sends what is due. */
export const noticesJob = ({ connection, now, sealKey, outgoingHosts, consoleAddress }: JobOptions): Job => ({
  ...AT_ALARMS,
  name: 'robot notices',
  async run(isClosing) {
    await makeNotices(connection.db, { now: new Date(now()), consoleAddress })
    await deliverNotices(connection.db, { now: () => new Date(now()), sealKey, allowed: outgoingHosts, isClosing })
  },
})
