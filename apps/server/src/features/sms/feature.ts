import type { Feature } from '../feature.ts'
import { phoneNumberTable } from './phone-number-table.ts'
import { smsRoutes } from './sms-routes.ts'
import { textMessagesJob } from './text-messages-job.ts'

/** Text messages of alarms. */
export const sms: Feature = {
  routes: smsRoutes,
  entities: [phoneNumberTable],
  jobs: (options) => [textMessagesJob(options)],
}
