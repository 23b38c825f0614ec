import { choiceCalls, reportCalls } from '@tanker/contract/endpoints/reports'
import type { reportQuery } from '@tanker/contract/report-view'
import { type AnyReport, type ReportScreen, reportsOf } from '@tanker/reports/define-report'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { HttpParts } from '../platform/http/parts.ts'
import { type AskedByUser, handle, type Route } from '../platform/http/routes.ts'
import { askedWords, type AskedWords, pickedWords } from './asked-words.ts'
import { describedExport, describedQuery } from './described-filters.ts'
import { exportOf } from './export-body.ts'
import { exportReport } from './export-report.ts'
import { firstTruck } from './first-truck.ts'
import type { FindAlarm, Requester } from './question.ts'
import { reportViewFor } from './report-view-for.ts'
import { chartOfReport, countReport, runReport } from './runner.ts'
import { driverChoices, placeChoices } from './shared-choices.ts'

type Asking = Pick<AskedByUser<unknown>, 'db' | 'user' | 'language' | 'timeZone'>

/** The calls of each report, and of each tab of a screen. `findAlarm`: for lists opened from an alarm. */
export const reportRoutes = (screens: readonly ReportScreen[], parts: HttpParts, findAlarm: FindAlarm): Route[] => [
  handle(choiceCalls.depot, ({ db }) => placeChoices(db, 'depot')),
  handle(choiceCalls.station, ({ db }) => placeChoices(db, 'station')),
  handle(choiceCalls.driver, ({ db }) => driverChoices(db)),
  ...screens.flatMap((screen) => {
    const reports = reportsOf(screen)
    const first = reports[0]
    // The screen's own path describes its first tab.
    const described = first && first.path !== screen.path ? [viewRoute(first, screen, screen.path, parts)] : []
    return [
      ...described,
      ...reports.flatMap((report) => [viewRoute(report, screen, report.path, parts), ...rowRoutes(report, parts, findAlarm)]),
    ]
  }),
]

const viewRoute = (report: AnyReport, screen: ReportScreen, path: string, { settings }: HttpParts): Route =>
  handle(reportCalls(path, { title: report.title.en }).view, async ({ db, user, language }) => {
    const isOfOneTruck = Object.values(report.filters).some(({ kind }) => kind === 'truck')
    return reportViewFor(report, screen, user, language, settings, isOfOneTruck ? await firstTruck(db) : null)
  })

const rowRoutes = (report: AnyReport, { areas, now, limits, settings }: HttpParts, findAlarm: FindAlarm): Route[] => {
  const requester = async ({ db, user, language, timeZone }: Asking): Promise<Requester> => ({
    db,
    user,
    language,
    zone: timeZone,
    now: now(),
    nameArea: await areas.for(user.scope),
    findAlarm,
  })
  const calls = reportCalls(report.path, { title: report.title.en, query: describedQuery(report), export: describedExport(report) })
  return [
    handle(calls.rows, async (asked) => {
      const by = await requester(asked)
      const rows = await runReport(report, questionOf(asked.input), by, settings)
      return asked.input.withWords === undefined ? rows : { ...rows, asked: await wordsOfQuestion(report, asked.input, by) }
    }),
    handle(calls.count, async (asked) => countReport(report, questionOf(asked.input), await requester(asked))),
    handle(calls.chart, async (asked) => chartOfReport(report, questionOf(asked.input), await requester(asked))),
    handle(calls.export, async (asked) => {
      const body = exportOf(report, asked.input)
      return exportReport(
        report,
        body,
        await requester({ ...asked, language: body.language }),
        leftSignal(asked.reply, limits.exportWithinMs),
      )
    }),
  ]
}

type Input = z.output<typeof reportQuery>

const questionOf = ({ filters, fromAlarm, picked, page, size, sortBy, sortOrder }: Input) => ({
  filters,
  fromAlarm,
  picked,
  page,
  size,
  sortBy,
  sortOrder,
})

/** What was asked, as paper names it. */
const wordsOfQuestion = async (report: AnyReport, { filters, fromAlarm, picked }: Input, by: Requester): Promise<AskedWords[]> => [
  ...(fromAlarm === undefined ? await askedWords(report, filters, by, by.language) : []),
  ...(await pickedWords(report, picked, by, by.language)),
]

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
