import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import { TruckContexts } from '@tanker/database/truck-contexts'
import { escalateAlarms } from '../alarms/escalate-alarms.ts'
import { gaugeLearningJob } from '../gauge-learning/learning-job.ts'
import { settleDeliveries } from '../loss/settle-deliveries.ts'
import { deliverMails } from '../mail/deliver-mails.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { makeMails } from '../mail/make-mails.ts'
import { diskWatchJob } from '../retention/disk-watch.ts'
import { retentionJob } from '../retention/retention-job.ts'
import { deliverMessages } from '../sms/deliver-messages.ts'
import { makeMessages } from '../sms/make-messages.ts'
import { sumUploads } from '../uploads/sum-uploads.ts'
import type { JobOptions } from './job.ts'
import { watchOffline } from './offline-watch.ts'
import { createPositionPartitions } from './position-partitions.ts'
import { type Job, startJob } from './start-job.ts'

/** Starts the background jobs. Any number of processes may; a lock lets one process at a time run each job. */
export async function startJobs(options: JobOptions): Promise<{ close(): Promise<void> }> {
  const { connection, bus, log, now, metrics, mailServer } = options
  // A new database has none, and the gateway needs them.
  await createPositionPartitions(connection.db, new Date(now()))
  const jobs = [
    positionPartitions(options),
    offlineWatch(options),
    deliveries(options),
    textMessages(options),
    ...(mailServer === null ? [] : [mails(options, mailServer)]),
    uploadSums(options),
    alarmEscalation(options),
    gaugeLearningJob(options),
    retentionJob(options),
    diskWatchJob({ ...options, process: options.gatewayName, folder: options.dataFolder }),
  ]
  const started = jobs.map((job) => startJob(job, { pool: connection.pool, bus, log, metrics }))
  return {
    async close() {
      await Promise.all(started.map((job) => job.close()))
    },
  }
}

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

/** Settles deliveries as trips, slips, tickets and station gauges come in, and notifies the gateways of changed slips. */
const deliveries = ({ connection, bus, log }: JobOptions): Job => ({
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

/** A hint of a raised alarm may be lost, and queued messages become due by time. */
const NOTIFIED = { schedule: { everyS: 2 }, lock: null, wokenBy: 'outbox' } as const

const textMessages = ({ connection, now, smsGateway }: JobOptions): Job => ({
  ...NOTIFIED,
  name: 'text messages',
  async run() {
    await makeMessages(connection.db, new Date(now()))
    await deliverMessages(connection.db, smsGateway, () => new Date(now()))
  },
})

const mails = ({ connection, now }: JobOptions, server: MailServer): Job => ({
  ...NOTIFIED,
  name: 'mails',
  async run() {
    await makeMails(connection.db, new Date(now()))
    await deliverMails(connection.db, server, () => new Date(now()))
  },
})

const uploadSums = ({ connection, now }: JobOptions): Job => ({
  name: 'upload sums',
  schedule: { atMinutes: '*/5' },
  lock: ADVISORY_LOCKS.uploadSums,
  run: async () => void (await sumUploads(connection.db, new Date(now()))),
})

/** Turns red alarms black that were not handled in time. */
const alarmEscalation = ({ connection, bus, now }: JobOptions): Job => ({
  name: 'alarm escalation',
  schedule: { everyS: 30 },
  lock: null,
  async run() {
    if ((await escalateAlarms(connection.db, new Date(now()))) > 0) bus.publish('outbox', '')
  },
})
