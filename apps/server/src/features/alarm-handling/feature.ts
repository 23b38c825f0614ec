import type { Feature } from '../feature.ts'
import { alarmEscalationJob } from './alarm-escalation-job.ts'
import { alarmRoutes } from './alarm-routes.ts'

export { findAlarm } from './find-alarm.ts'

/** What users do with alarms, and alarms that are not handled in time. */
export const alarmHandling: Feature = {
  routes: alarmRoutes,
  jobs: (options) => [alarmEscalationJob(options)],
}
