import { chartRows, reportExport, reportQuery, reportRows, reportView, sharedChoices } from '@tanker/contract/report-view'
import type { ScreenPath } from '@tanker/contract/screens'
import { ALL_REPORTS } from '@tanker/reports/all-reports'
import { type AnyReport, type ReportScreen, reportsOf } from '@tanker/reports/define-report'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { XLSX } from '../http/file-answer.ts'
import type { HttpParts } from '../http/parts.ts'
import { type AskedByUser, fileRoute, type Route, userRoute } from '../http/routes.ts'
import { describedExport, describedQuery } from './described-filters.ts'
import { exportOf } from './export-body.ts'
import { exportReport } from './export-report.ts'
import type { FindAlarm, Requester } from './question.ts'
import { reportViewFor } from './report-view-for.ts'
import { chartOfReport, countReport, runReport } from './runner.ts'
import { driverChoices, placeChoices } from './shared-choices.ts'

type Asking = Pick<AskedByUser<unknown>, 'db' | 'user' | 'language' | 'timeZone'>

/** Choices of the filters by depot, station and driver. */
const choiceRoutes = (): Route[] =>
  (['depot', 'station', 'driver'] as const).map((kind) =>
    userRoute({
      method: 'GET',
      path: `/reports/choices/${kind}`,
      policy: 'session',
      summary: `Choices of a filter by ${kind}`,
      input: null,
      answer: sharedChoices,
      handle: async ({ db }) => (kind === 'driver' ? driverChoices(db) : placeChoices(db, kind)),
    }),
  )

/** The calls of each report, and of each tab of a screen. Users with the screen may make them. `findAlarm`: for lists opened from an alarm. */
export const reportRoutes = (parts: HttpParts, findAlarm: FindAlarm): Route[] => [
  ...choiceRoutes(),
  ...ALL_REPORTS.flatMap((screen) => {
    const reports = reportsOf(screen)
    const first = reports[0]
    // The screen's own path describes its first tab.
    const described = 'tabs' in screen && first ? [viewRoute(first, screen, screen.path, parts)] : []
    return [
      ...described,
      ...reports.flatMap((report) => [viewRoute(report, screen, report.path, parts), ...rowRoutes(report, screen, parts, findAlarm)]),
    ]
  }),
]

// A test checks that every report screen is a screen of the contract.
const policyOf = (screen: ReportScreen) => ({ function: screen.path as ScreenPath })

const viewRoute = (report: AnyReport, screen: ReportScreen, path: string, { settings }: HttpParts): Route =>
  userRoute({
    method: 'GET',
    path: `/reports/${path}`,
    policy: policyOf(screen),
    summary: `${report.title.en}: filters and columns`,
    input: null,
    answer: reportView,
    handle: async ({ user, language }) => reportViewFor(report, screen, user, language, settings),
  })

const rowRoutes = (report: AnyReport, screen: ReportScreen, { areas, now, limits, settings }: HttpParts, findAlarm: FindAlarm): Route[] => {
  const policy = policyOf(screen)
  const requester = async ({ db, user, language, timeZone }: Asking): Promise<Requester> => ({
    db,
    user,
    language,
    zone: timeZone,
    now: now(),
    nameArea: await areas.for(user.scope),
    findAlarm,
  })
  const path = `/reports/${report.path}`
  const query = describedQuery(report)
  return [
    userRoute({
      method: 'GET',
      path: `${path}/rows`,
      policy,
      summary: `${report.title.en}: rows`,
      input: reportQuery,
      describedInput: query,
      answer: reportRows,
      handle: async (asked) => runReport(report, questionOf(asked.input), await requester(asked), settings),
    }),
    userRoute({
      method: 'GET',
      path: `${path}/count`,
      policy,
      summary: `${report.title.en}: number of rows and totals`,
      input: reportQuery,
      describedInput: query,
      answer: reportRows,
      handle: async (asked) => countReport(report, questionOf(asked.input), await requester(asked)),
    }),
    userRoute({
      method: 'GET',
      path: `${path}/chart`,
      policy,
      summary: `${report.title.en}: its chart over all rows`,
      input: reportQuery,
      describedInput: query,
      answer: chartRows,
      handle: async (asked) => chartOfReport(report, questionOf(asked.input), await requester(asked)),
    }),
    fileRoute({
      method: 'POST',
      path: `${path}/export`,
      policy,
      summary: `${report.title.en}: as a spreadsheet`,
      input: reportExport,
      describedInput: describedExport(report),
      file: XLSX,
      handle: async (asked) => {
        const body = exportOf(report, asked.input)
        return exportReport(
          report,
          body,
          await requester({ ...asked, language: body.language }),
          leftSignal(asked.reply, limits.exportWithinMs),
        )
      },
    }),
  ]
}

type Input = z.output<typeof reportQuery>

const questionOf = ({ filters, fromAlarm, page, size, sortBy, sortOrder }: Input) => ({ filters, fromAlarm, page, size, sortBy, sortOrder })

/** Aborted when the browser disconnects before the end, or when it takes too long; its connection is closed then. */
function leftSignal({ raw }: FastifyReply, withinMs: number): AbortSignal {
  const left = new AbortController()
  const late = setTimeout(() => {
    left.abort()
    raw.destroy()
  }, withinMs)
  raw.once('close', () => clearTimeout(late))
  if (raw.closed) left.abort()
  else raw.once('close', () => !raw.writableFinished && left.abort())
  return left.signal
}
