import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../calls/call.ts'
import { readSession } from '../calls/session.ts'
import { firstValues, type FilterValues, readFilters } from './filter-values.ts'

export const PAGE_SIZES = [20, 50, 100, 200] as const

/** What the address says of a report: a copied address shows another user the same rows. */
export type ReportSearch = Readonly<Record<string, string>>

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

export const readAsked = (view: ReportView, search: ReportSearch): Asked => {
  const fromAlarm = /^\d{1,19}$/.test(search['fromAlarm'] ?? '') ? (search['fromAlarm'] ?? null) : null
  const size = Number(search['size'])
  const column = view.columns.find(({ name, sortable }) => sortable && name === search['sortBy'])
  return {
    fromAlarm,
    filters:
      readFilters(search['filters']) ?? (fromAlarm === null ? firstValues(view, readSession().userInfo.companyId, startOfToday()) : null),
    page: Math.max(0, Math.trunc(Number(search['page'] ?? 0)) || 0),
    size: PAGE_SIZES.find((one) => one === size) ?? 50,
    sortBy: column?.name ?? view.sort.by,
    sortOrder: search['sortOrder'] === 'asc' || search['sortOrder'] === 'desc' ? search['sortOrder'] : view.sort.order,
  }
}

export const useReportView = (path: string) =>
  useQuery({ queryKey: ['report', path], queryFn: () => call<ReportView>('GET', `/reports/${path}`), staleTime: Infinity })

const valuesOf = ({ filters, fromAlarm, ...others }: Asked) => ({
  ...others,
  fromAlarm,
  filters: filters === null ? null : JSON.stringify(filters),
})

export const useReportRows = (path: string, asked: Asked | null) =>
  useQuery({
    queryKey: ['reportRows', path, asked],
    enabled: asked !== null,
    placeholderData: keepPreviousData,
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
