import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { escalateAlarms } from './escalate-alarms.ts'

/** Turns red alarms black that were not handled in time. */
export const alarmEscalationJob = ({ connection, bus, now, mailServer, consoleAddress }: JobOptions): Job => ({
  name: 'alarm escalation',
  schedule: { everyS: 30 },
  lock: null,
  async run() {
    if ((await escalateAlarms(connection.db, new Date(now()), { consoleAddress, mails: mailServer !== null })) > 0)
      bus.publish('outbox', '')
  },
})
