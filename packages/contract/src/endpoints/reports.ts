import type { z } from 'zod'
import { CSV, endpoint, XLSX } from '../endpoint.ts'
import { chartRows, reportExport, reportQuery, reportRows, reportView, sharedChoices } from '../report-view.ts'
import { SCREENS, type ScreenPath } from '../screens.ts'

/** What the declaration of a report adds for the API description; the browser needs its path only. */
type ReportAbout = { readonly title?: string; readonly query?: z.ZodType; readonly export?: z.ZodType }

/** A tab stands below the path of its screen. A test checks that every report belongs to a screen. */
const screenOf = (path: string): ScreenPath =>
  SCREENS.find((screen) => path === screen.path || path.startsWith(`${screen.path}/`))?.path ?? (path as ScreenPath)

/** The calls of one report, or of one tab of a screen. Users with the screen may make them. */
export const reportCalls = (path: string, about: ReportAbout = {}) => {
  const { title = path } = about
  const policy = { permission: screenOf(path) } as const
  const query = {
    method: 'GET',
    policy,
    input: reportQuery,
    ...(about.query === undefined ? {} : { describedInput: about.query }),
  } as const
  return {
    view: endpoint({
      method: 'GET',
      path: `/reports/${path}`,
      policy,
      summary: `${title}: filters and columns`,
      input: null,
      answer: reportView,
    }),
    rows: endpoint({ ...query, path: `/reports/${path}/rows`, summary: `${title}: rows`, answer: reportRows }),
    count: endpoint({ ...query, path: `/reports/${path}/count`, summary: `${title}: number of rows and totals`, answer: reportRows }),
    chart: endpoint({ ...query, path: `/reports/${path}/chart`, summary: `${title}: its chart over all rows`, answer: chartRows }),
    export: endpoint({
      method: 'POST',
      path: `/reports/${path}/export`,
      policy,
      summary: `${title}: as a spreadsheet, or as CSV`,
      input: reportExport,
      ...(about.export === undefined ? {} : { describedInput: about.export }),
      answer: XLSX,
      orAnswers: [CSV],
    }),
  }
}

const choicesOf = <K extends string>(kind: K) =>
  endpoint({
    method: 'GET',
    path: `/reports/choices/${kind}`,
    policy: 'session',
    summary: `Choices of a filter by ${kind}`,
    input: null,
    answer: sharedChoices,
  })

/** Choices of the filters by depot, station and driver. */
export const choiceCalls = { depot: choicesOf('depot'), station: choicesOf('station'), driver: choicesOf('driver') }
