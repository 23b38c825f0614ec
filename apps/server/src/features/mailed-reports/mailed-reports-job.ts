import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import type { MailServer } from '../../platform/messages/mail-server.ts'
import { deliverReports } from './deliver-reports.ts'
import type { FileParts } from './make-file.ts'
import { sendDue } from './send-due.ts'

type Parts = FileParts & Pick<JobOptions, 'consoleAddress' | 'log' | 'now'> & { readonly mailServer: MailServer }

/** Makes the files of mailed reports that are due, and sends what is queued. */
export const mailedReportsJob = (parts: Parts): Job => ({
  name: 'mailed reports',
  schedule: { everyS: 20 },
  lock: ADVISORY_LOCKS.mailedReports,
  wokenBy: 'reports',
  async run(isClosing) {
    const { connection, mailServer, log } = parts
    const now = (): Date => new Date(parts.now())
    const deliver = (): Promise<boolean> => deliverReports(connection.db, mailServer, now, isClosing)
    // What an earlier run could not send comes first, and each file is sent when it is made.
    let answers = await deliver()
    await sendDue(parts, {
      now,
      isClosing,
      onMade: async () => {
        answers = answers && (await deliver())
      },
      failed: (id, error) => log.warn({ err: error, mailedReport: id }, 'a mailed report could not be made'),
    })
  },
})
