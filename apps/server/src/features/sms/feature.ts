import { phoneNumber } from '@tanker/contract/base-data/phone-number'
import { plainTable } from '../../base-data/plain-table.ts'
import type { Feature } from '../feature.ts'
import { smsRoutes } from './sms-routes.ts'
import { textMessagesJob } from './text-messages-job.ts'

export { messageBlackAlarms } from './make-messages.ts'

/** Text messages of alarms. */
export const sms: Feature = {
  routes: smsRoutes,
  // The numbers that get alarm messages.
  entities: [plainTable(phoneNumber, { table: 'sms_number' })],
  jobs: (options) => [textMessagesJob(options)],
}
