import type { JobOptions } from '../../platform/jobs/job.ts'
import { AT_ALARMS, type Job } from '../../platform/jobs/start-job.ts'
import type { MailServer } from '../../platform/messages/mail-server.ts'
import { deliverAlarmMails } from './alarm-mails.ts'
import { makeMails } from './make-mails.ts'

/** Queues mails of alarms, and sends what is queued. */
export const mailsJob = ({ connection, now }: JobOptions, server: MailServer): Job => ({
  ...AT_ALARMS,
  name: 'mails',
  async run() {
    await makeMails(connection.db, new Date(now()))
    await deliverAlarmMails(connection.db, server, () => new Date(now()))
  },
})
