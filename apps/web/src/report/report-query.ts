import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallError, call } from '../calls/call.ts'
import type { Asked } from './asked.ts'

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
