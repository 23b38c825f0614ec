import type { Feature } from '../feature.ts'
import { mailsJob } from './mails-job.ts'

export { mailBlackAlarms } from './black-mails.ts'

/** Mails of alarms. */
export const mail: Feature = {
  jobs: (options) => (options.mailServer === null ? [] : [mailsJob(options, options.mailServer)]),
}
