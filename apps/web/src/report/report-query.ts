import { reportCalls } from '@tanker/contract/endpoints/reports'
import type { ReportView } from '@tanker/contract/report-view'
import { keepPreviousData } from '@tanstack/react-query'
import { CallError } from '../platform/calls/call.ts'
import { readSession } from '../platform/calls/session.ts'
import { fetchAhead, invalidate, useEndpoint } from '../platform/calls/use-endpoint.ts'
import { lookedAtTruck } from '../platform/feed/looked-at-truck.ts'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { fetchNamedViews } from '../platform/views/use-named-views.ts'
import { type Asked, readAsked } from './asked.ts'
import { openedView, reportAt } from './opened-view.ts'

export const useReportView = (path: string) => useEndpoint(reportCalls(path).view, null, { staleTime: Infinity })

/** How a report looks, before it is shown. */
export const fetchView = (path: string): Promise<ReportView> => fetchAhead(reportCalls(path).view, null, Infinity)

/** The rows that a report will ask for at this address, before it is shown. */
export async function fetchFirstRows(screen: string, search: ScreenSearch): Promise<void> {
  const [views, first] = await Promise.all([fetchNamedViews(), fetchView(reportAt(screen, search, []))])
  const path = reportAt(screen, search, views)
  const view = path === screen ? first : await fetchView(path)
  const reader = { organisationId: readSession().userInfo.organisationId, now: new Date(), truckId: lookedAtTruck() }
  const asked = readAsked(view, search, reader, openedView(views, view.path, search).view?.content)
  // A screen with tabs has the rows of its first one.
  await fetchAhead(reportCalls(view.path).rows, valuesOf(asked))
}

/** What the rows of a page depend on. */
export const valuesOf = ({ page, size, sortBy, sortOrder, ...asked }: Asked) => ({ ...pickedOf(asked), page, size, sortBy, sortOrder })

/** Stands for what is not asked. */
const NOTHING: Asked = { filters: null, fromAlarm: null, page: 0, size: 50, sortBy: '', sortOrder: 'asc' }

/** What count and chart depend on. */
const filtersOf = ({ filters, fromAlarm }: Pick<Asked, 'filters' | 'fromAlarm'>) => ({
  fromAlarm,
  filters: filters === null ? null : JSON.stringify(filters),
})

/** The same with what was picked in the chart, on which the chart itself does not depend. */
export const pickedOf = ({ picked, ...asked }: Pick<Asked, 'filters' | 'fromAlarm' | 'picked'>) => ({
  ...filtersOf(asked),
  ...(picked === undefined ? {} : { picked: JSON.stringify(picked) }),
})

export const useReportRows = (path: string, asked: Asked | null, everyS: number | null) =>
  useEndpoint(reportCalls(path).rows, valuesOf(asked ?? NOTHING), {
    purpose: 'action',
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // What was refused is refused the next time too, and would be said again each time.
    refetchInterval: ({ state: { error } }) =>
      everyS === null || (error instanceof CallError && error.outcome === 'refused') ? false : everyS * 1000,
  })

/** A large list answers without its length and its totals: they are asked for once for all its pages. */
export const useReportCount = (path: string, asked: Asked | null, wanted: boolean) =>
  useEndpoint(reportCalls(path).count, pickedOf(asked ?? NOTHING), { purpose: 'poll', enabled: wanted })

/** The chart of a report over its whole answer. Its place says what was refused. */
export const useReportChart = (path: string, asked: Asked, wanted: boolean) =>
  useEndpoint(reportCalls(path).chart, filtersOf(asked), { purpose: 'silent', enabled: wanted, placeholderData: keepPreviousData })

/** Reads the rows of a report again, with its count and its chart: at once where it is shown, else when it is shown next. */
export const readReportAgain = (path: string): void => {
  const { rows, count, chart } = reportCalls(path)
  for (const one of [rows, count, chart]) void invalidate(one)
}
