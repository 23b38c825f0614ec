import { TruckContexts } from '@tanker/database/truck-contexts'
import { startGaugeLearning } from '../gauge-learning/learning-job.ts'
import { startDeliverySettling } from './delivery-settling.ts'
import { turns } from '../health/turns.ts'
import { deliverMails } from '../mail/deliver-mails.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { makeMails } from '../mail/make-mails.ts'
import { deliverMessages } from '../sms/deliver-messages.ts'
import { startDiskWatch } from '../retention/disk-watch.ts'
import { startRetention } from '../retention/retention-job.ts'
import { makeMessages } from '../sms/make-messages.ts'
import { startAlarmEscalation } from './alarm-escalation.ts'
import { startAlarmNotifier } from './alarm-notifier.ts'
import type { JobOptions } from './job.ts'
import { startUploadSums } from './upload-sums.ts'
import { watchOffline } from './offline-watch.ts'
import { startPositionPartitions } from './position-partitions.ts'

const OFFLINE_EVERY_MS = 30_000

/** Starts the background jobs. Any number of processes may; an advisory lock lets one process at a time run each job. */
export async function startJobs(options: JobOptions): Promise<{ close(): Promise<void> }> {
  const partitions = await startPositionPartitions(options)
  const deliveries = startDeliverySettling(options)
  const notifiers = [startTextMessages(options), ...(options.mailServer === null ? [] : [startMails(options, options.mailServer)])]
  const uploads = startUploadSums(options)
  const escalation = startAlarmEscalation(options)
  const gauges = startGaugeLearning(options)
  const retention = startRetention(options)
  const disk = startDiskWatch({ ...options, process: options.gatewayName, folder: options.dataFolder })
  const contexts = new TruckContexts(options.connection.pool)
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = turns
      .across('offline watch', () => watchOffline(options, contexts))
      .catch((error: unknown) => options.log.warn({ err: error }, 'offline check failed, trying again'))
  }, OFFLINE_EVERY_MS)
  return {
    async close() {
      clearInterval(timer)
      await running
      await deliveries.close()
      await Promise.all(notifiers.map((one) => one.close()))
      await uploads.close()
      await escalation.close()
      await gauges.close()
      await retention.close()
      await disk.close()
      await partitions.close()
    },
  }
}

const startTextMessages = (options: JobOptions) =>
  startAlarmNotifier(options, 'text messages', async () => {
    const { connection, now, smsGateway } = options
    await makeMessages(connection.db, new Date(now()))
    await deliverMessages(connection.db, smsGateway, () => new Date(now()))
  })

const startMails = (options: JobOptions, server: MailServer) =>
  startAlarmNotifier(options, 'mails', async () => {
    const { connection, now } = options
    await makeMails(connection.db, new Date(now()))
    await deliverMails(connection.db, server, () => new Date(now()))
  })
