import { reportQuery, reportRows, reportView } from '@tanker/contract/report-view'
import type { ScreenPath } from '@tanker/contract/screens'
import { ALL_REPORTS } from '@tanker/reports/all-reports'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { reportViewFor } from './report-view-for.ts'
import { countReport, runReport } from './runner.ts'

/** Three calls for each report: what it looks like, its rows, and how many there are. Whoever has the screen may call them. */
export const reportRoutes = ({ areas }: HttpParts): Route[] =>
  ALL_REPORTS.flatMap((report) => {
    // A test holds that every report is a screen of the contract.
    const policy = { function: report.path as ScreenPath }
    const path = `/reports/${report.path}`
    return [
      userRoute({
        method: 'GET',
        path,
        policy,
        summary: `${report.title.en}: filters and columns`,
        input: null,
        answer: reportView,
        handle: async ({ user, language }) => reportViewFor(report, user, language),
      }),
      userRoute({
        method: 'GET',
        path: `${path}/rows`,
        policy,
        summary: `${report.title.en}: rows`,
        input: reportQuery,
        answer: reportRows,
        handle: async ({ input, db, user, language }) =>
          runReport(report, questionOf(input), { db, user, language, nameArea: await areas.for(user.scope) }),
      }),
      userRoute({
        method: 'GET',
        path: `${path}/count`,
        policy,
        summary: `${report.title.en}: number of rows and totals`,
        input: reportQuery,
        answer: reportRows,
        handle: async ({ input, db, user, language }) =>
          countReport(report, questionOf(input), { db, user, language, nameArea: await areas.for(user.scope) }),
      }),
    ]
  })

type Input = {
  filters?: string | undefined
  fromAlarm?: string | undefined
  page: number
  size: number
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

const questionOf = ({ filters, fromAlarm, page, size, sortBy, sortOrder }: Input) => ({ filters, fromAlarm, page, size, sortBy, sortOrder })
