import type { AnyReport } from '@tanker/reports/define-report'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { areaNames } from '../../platform/places/area-names.ts'
import type { FindAlarm } from '../../reports/question.ts'
import type { Feature } from '../feature.ts'
import { mailedReportRoutes } from './mailed-report-routes.ts'
import { mailedReportsJob } from './mailed-reports-job.ts'

/** Lists that are mailed as spreadsheets at set times. */
export const mailedReports: Feature = {
  routes: mailedReportRoutes,
}

/** Its job, which knows every list; none without a mail server. */
export function mailedReportJobs(reports: readonly AnyReport[], options: JobOptions, findAlarm: FindAlarm): Job[] {
  const { connection, bus, log, now, mailServer } = options
  if (mailServer === null) return []
  const areas = areaNames(connection.db, bus, log, () => new Date(now()))
  return [mailedReportsJob({ ...options, mailServer, areas, findAlarm, reports: new Map(reports.map((one) => [one.path, one])) })]
}
