import { alarmRobot } from '@tanker/contract/base-data/alarm-robot'
import { plainTable } from '../../base-data/plain-table.ts'
import type { Feature } from '../feature.ts'
import { noticesJob } from './notices-job.ts'
import { robotRoutes } from './robot-routes.ts'

export { noticeBlackAlarms } from './make-notices.ts'

/** Robots of chat groups that are notified of alarms. */
export const alarmRobots: Feature = {
  routes: robotRoutes,
  entities: [plainTable(alarmRobot, { table: 'alarm_robot' })],
  jobs: (options) => [noticesJob(options)],
}
