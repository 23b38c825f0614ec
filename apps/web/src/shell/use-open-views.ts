import { pageVisitCalls } from '@tanker/contract/endpoints/page-visits'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { call } from '../platform/calls/call.ts'
import { useEffect, useMemo, useState } from 'react'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { titleOfPath } from './screen-titles.ts'
import { type Closed, keepViews, readViews, type View, visit } from './visited-views.ts'

export type OpenViews = {
  /** What the browser's address says, be it a screen or not. */
  readonly shown: View
  /** The tabs, in the order in which they were opened. */
  readonly views: readonly View[]
  /** How often each was restarted, by path. */
  readonly rounds: Readonly<Record<string, number>>
  open(view: View): void
  apply(closed: Closed): void
  restart(path: string): void
}

/** The tabs of the web console, kept as long as the browser's tab lives. */
export function useOpenViews(): OpenViews {
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const search = useLocation({ select: (location) => location.search as ScreenSearch })
  const shown = useMemo((): View => ({ path, search }), [path, search])
  const [views, setViews] = useState<readonly View[]>(readViews)
  const [rounds, setRounds] = useState<OpenViews['rounds']>({})

  useEffect(() => {
    if (titleOfPath(shown.path) !== undefined) setViews((now) => visit(now, shown))
  }, [shown])
  useEffect(() => keepViews(views), [views])
  useEffect(() => {
    const page = titleOfPath(path) === undefined ? '/404' : path
    // Ignore failures: visit statistics are best effort.
    if (path !== '/') call(pageVisitCalls.count, { page }, { purpose: 'silent' }).catch(() => {})
  }, [path])

  const open = (view: View): void => void navigate({ to: view.path, search: view.search })
  return {
    shown,
    views,
    rounds,
    open,
    apply({ views: left, next }) {
      setViews(left)
      if (next) open(next)
    },
    restart: (again) => setRounds((now) => ({ ...now, [again]: (now[again] ?? 0) + 1 })),
  }
}
