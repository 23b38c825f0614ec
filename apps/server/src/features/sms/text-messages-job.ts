import type { JobOptions } from '../../platform/jobs/job.ts'
import { AT_ALARMS, type Job } from '../../platform/jobs/start-job.ts'
import { deliverMessages } from './deliver-messages.ts'
import { makeMessages } from './make-messages.ts'

/** Queues text messages of alarms, and sends what is queued. */
export const textMessagesJob = ({ connection, now, smsGateway }: JobOptions): Job => ({
  ...AT_ALARMS,
  name: 'text messages',
  async run() {
    await makeMessages(connection.db, new Date(now()))
    await deliverMessages(connection.db, smsGateway, () => new Date(now()))
  },
})
