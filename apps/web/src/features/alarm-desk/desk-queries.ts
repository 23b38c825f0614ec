import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { DeskLine } from '@tanker/contract/alarm-desk'
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { useEffect, useMemo, useState } from 'react'
import { deskRefreshMs } from '../../platform/account/account-queries.ts'
import { call, type Purpose } from '../../platform/calls/call.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { fetchAhead, invalidate, keyOf, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { onAlarmChange } from '../../platform/feed/alarm-changes.ts'
import type { ScreenSearch } from '../../platform/screen-frame/screen-address.ts'
import { BESIDE } from './beside.ts'
import { type DeskFilter, readDesk } from './desk-address.ts'

/** Lines that are read at a time. */
const pageLines = 100
/** Pages of the queue that are read, all again at each alarm; beyond them the filters find a line. */
const MAX_QUEUE_PAGES = 10
/** Lines of a queue that is read to its bound. */
export const listedAtMost = pageLines * MAX_QUEUE_PAGES

/** Reads everything again that the desk shows. */
export const refreshDesk = (): void => {
  void invalidate(alarmDeskCalls.list)
  void invalidate(alarmDeskCalls.detail)
  void invalidate(alarmDeskCalls.counts)
}

/** Reads the queue and the opened alarm again at each alarm of the feed. The header reads the counts. */
export const useLiveDesk = (): void =>
  useEffect(
    () =>
      onAlarmChange(() => {
        void invalidate(alarmDeskCalls.list)
        void invalidate(alarmDeskCalls.detail)
      }),
    [],
  )

const inputOf = ({ state, organisationIds, families, grades, owner, plate }: DeskFilter) => ({
  state,
  owner,
  size: pageLines,
  ...(organisationIds.length === 0 ? {} : { organisationIds: organisationIds.join(',') }),
  ...(families.length === 0 ? {} : { families: families.join(',') }),
  ...(grades.length === 0 ? {} : { grades: grades.join(',') }),
  ...(plate === '' ? {} : { plate }),
})

const queueOf = (filter: DeskFilter, purpose: Purpose) => {
  const input = inputOf(filter)
  return infiniteQueryOptions({
    queryKey: keyOf(alarmDeskCalls.list, input),
    queryFn: ({ pageParam, signal }) => call(alarmDeskCalls.list, { ...input, page: pageParam }, { purpose, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.content.length < pageLines || pages.length >= MAX_QUEUE_PAGES ? undefined : pages.length),
  })
}

/** What the desk of an address shows first, fetched before it is opened: the queue, and the alarm that the address names or the first one. */
export async function fetchDesk(search: ScreenSearch): Promise<void> {
  const { filter, alarmId } = readDesk(search)
  const staleTime = deskRefreshMs
  const queue = queryClient.fetchInfiniteQuery({ ...queueOf(filter, 'silent'), staleTime })
  const opened = alarmId ?? (BESIDE.matches ? (await queue).pages[0]?.content[0]?.id : undefined)
  if (opened !== undefined) await fetchAhead(alarmDeskCalls.detail, { alarmId: opened }, staleTime)
  await queue
}

/** The happenings of a filter: those that are there, as far as they were scrolled to. */
export const useQueue = (filter: DeskFilter) => {
  const query = useInfiniteQuery({ ...queueOf(filter, 'poll'), refetchInterval: deskRefreshMs })
  // A happening may slip from one page to the next while they are read.
  const lines = useMemo(() => {
    const byId = new Map<string, DeskLine>()
    for (const { content } of query.data?.pages ?? []) for (const line of content) if (!byId.has(line.id)) byId.set(line.id, line)
    return [...byId.values()]
  }, [query.data])
  // Each page counts all lines; the last was read last.
  const last = query.data?.pages.at(-1)
  return { query, lines, totals: last && { lines: last.totalElements, alarms: last.alarms, grades: last.grades } }
}

/** The lines without those that this user just handled: they go at once, not with the next answer. */
export const useWithoutHandled = (lines: readonly DeskLine[]) => {
  const [handled, setHandled] = useState<ReadonlySet<string>>(new Set())
  const left = useMemo(() => (handled.size === 0 ? lines : lines.filter(({ id }) => !handled.has(id))), [lines, handled])
  return {
    left,
    hide: (ids: readonly string[]): void =>
      // Only what is still in the answer has to be remembered.
      setHandled((before) => new Set([...ids, ...lines.map(({ id }) => id).filter((id) => before.has(id))])),
  }
}

export const useDetail = (alarmId: string | null) =>
  useEndpoint(
    alarmDeskCalls.detail,
    { alarmId: alarmId ?? '0' },
    { purpose: 'silent', enabled: alarmId !== null, refetchInterval: deskRefreshMs, retry: false },
  )

/** To whom alarms can be assigned, and a shift handed over. */
export const usePeople = (enabled: boolean) =>
  useEndpoint(alarmDeskCalls.people, null, { purpose: 'silent', enabled, staleTime: 300_000 }).data ?? []
