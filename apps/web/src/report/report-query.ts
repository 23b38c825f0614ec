import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallError, call } from '../calls/call.ts'
import type { FormValues } from '../calls/form-encoding.ts'
import { readSession } from '../calls/session.ts'
import { language } from '../language.ts'
import type { ScreenSearch } from '../screen-frame/screen-address.ts'
import { firstValues, type FilterValues, readFilters } from './filter-values.ts'

export const PAGE_SIZES = [20, 50, 100, 200] as const

export type Asked = {
  /** Null when the page was opened from an alarm: the server then shows that alarm. */
  readonly filters: FilterValues | null
  readonly fromAlarm: string | null
  readonly page: number
  readonly size: number
  readonly sortBy: string
  readonly sortOrder: 'asc' | 'desc'
}

const startOfToday = (): Date => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate())
}

/** Filters of the address that this report has; required ones that are missing there stand as they do at first. */
const readValues = (view: ReportView, written: string | undefined): FilterValues | null => {
  const given = readFilters(written)
  if (given === null) return null
  const first = firstValues(view, readSession().userInfo.companyId, startOfToday())
  const known = view.filters.flatMap(({ name, required }) => {
    const value = given[name] ?? (required ? first[name] : undefined)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(known)
}

export const readAsked = (view: ReportView, search: ScreenSearch): Asked => {
  const fromAlarm = /^\d{1,19}$/.test(search['fromAlarm'] ?? '') ? (search['fromAlarm'] ?? null) : null
  const size = Number(search['size'])
  const column = view.columns.find(({ name, sortable }) => sortable && name === search['sortBy'])
  return {
    fromAlarm,
    filters:
      readValues(view, search['filters']) ??
      (fromAlarm === null ? firstValues(view, readSession().userInfo.companyId, startOfToday()) : null),
    page: Math.max(0, Math.trunc(Number(search['page'] ?? 0)) || 0),
    size: PAGE_SIZES.find((one) => one === size) ?? 50,
    sortBy: column?.name ?? view.sort.by,
    sortOrder: search['sortOrder'] === 'asc' || search['sortOrder'] === 'desc' ? search['sortOrder'] : view.sort.order,
  }
}

/** The address of what is asked. */
export const searchOf = ({ filters, fromAlarm, page, size, sortBy, sortOrder }: Asked, tab: string | undefined): ScreenSearch => ({
  ...(tab === undefined ? {} : { tab }),
  ...(filters === null ? {} : { filters: JSON.stringify(filters) }),
  ...(fromAlarm === null ? {} : { fromAlarm }),
  page: String(page),
  size: String(size),
  sortBy,
  sortOrder,
})

export const useReportView = (path: string) =>
  useQuery({ queryKey: ['report', path], queryFn: () => call<ReportView>('GET', `/reports/${path}`), staleTime: Infinity })

const valuesOf = ({ filters, fromAlarm, ...others }: Asked) => ({
  ...others,
  fromAlarm,
  filters: filters === null ? null : JSON.stringify(filters),
})

export const useReportRows = (path: string, asked: Asked | null, everyS: number | null) =>
  useQuery<ReportRows>({
    queryKey: ['reportRows', path, asked],
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // What was refused is refused the next time too, and would be said again each time.
    refetchInterval: ({ state: { error } }) =>
      everyS === null || (error instanceof CallError && error.outcome === 'refused') ? false : everyS * 1000,
    queryFn: ({ signal }) =>
      call<ReportRows>('GET', `/reports/${path}/rows`, { values: asked ? valuesOf(asked) : {}, purpose: 'action', signal }),
  })

/** A large list answers without its length and its totals: they are asked for once for all its pages. */
export const useReportCount = (path: string, asked: Asked | null, wanted: boolean) =>
  useQuery({
    queryKey: ['reportCount', path, asked?.filters, asked?.fromAlarm],
    enabled: wanted,
    queryFn: ({ signal }) =>
      call<ReportRows>('GET', `/reports/${path}/count`, { values: asked ? valuesOf(asked) : {}, purpose: 'poll', signal }),
  })

/** The chart of a report over its whole answer. */
export const useReportChart = (path: string, asked: Asked, wanted: boolean) =>
  useQuery({
    queryKey: ['reportChart', path, asked.filters, asked.fromAlarm],
    enabled: wanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<ReportRows['content']>('GET', `/reports/${path}/chart`, { values: valuesOf(asked), purpose: 'poll', signal }),
  })

const fileTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** What an export sends (spec 7.5): the filters that are not empty, the columns on the page with their titles, and their order. */
export const exportValues = (
  view: ReportView,
  asked: Asked,
  columns: readonly { readonly name: string; readonly title: string }[],
  rateUnit: 'permille' | 'percent',
): FormValues => ({
  ...Object.fromEntries(Object.entries(asked.filters ?? {}).map(([name, value]) => [name, JSON.stringify(value)])),
  fromAlarm: asked.filters === null ? asked.fromAlarm : null,
  fields: columns.map(({ name }) => name).join(','),
  headers: columns.map(({ title }) => title.replaceAll(',', '，')).join(','),
  fileName: `${view.title} ${fileTime.format(new Date()).replaceAll(/\D/g, '')}`,
  language,
  sortBy: asked.sortBy,
  sortOrder: asked.sortOrder,
  rateUnit,
})
