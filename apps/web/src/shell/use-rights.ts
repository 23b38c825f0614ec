import type { Menus, UserPrivileges } from '@tanker/contract/session'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { queryClient } from '../platform/calls/query-client.ts'
import { keepAccount } from '../platform/calls/session.ts'
import { reloadFleet } from '../platform/feed/feed.ts'
import { text } from '../platform/language.ts'
import { toast } from '../platform/ui/toast.ts'
import { FIRST_CALLS, MENUS, PRIVILEGES } from '../platform/account/account-queries.ts'
import { menuLinks } from '../platform/account/menu-groups.ts'
import { titleOfPath } from './screen-titles.ts'
import type { OpenViews } from './use-open-views.ts'
import { closeGone } from './visited-views.ts'

const CHANGED = { zh: '您的权限已更新', en: 'Your rights have been changed' } as const

const closedWords = (titles: readonly string[]): string =>
  text({
    zh: `您的权限已变更，以下页面已关闭：${titles.join('、')}`,
    en: `Your rights have been changed. Closed: ${titles.join(', ')}`,
  })

const isFirstCall = (queryKey: readonly unknown[]): boolean => FIRST_CALLS.some(([name]) => name === queryKey[0])

/**
 * Follows what the user may do while the web console is open: menu and privileges are asked for again, tabs whose screen is gone
 * are closed with a message, and everything else is refreshed. Returns the callback for each stamp received by the feed.
 */
export function useRights(privileges: UserPrivileges | undefined, menus: Menus | undefined, tabs: OpenViews): (stamp: string) => void {
  const held = useRef<string | null>(null)
  const known = useRef<ReadonlySet<string> | null>(null)

  const closeWhatIsGone = useEffectEvent((menus: Menus | undefined) => {
    if (!menus) return
    const now = new Set(menuLinks(menus).map(({ url }) => `/${url}`))
    const gone = [...(known.current ?? [])].filter((path) => !now.has(path))
    known.current = now
    const closed = closeGone(tabs.views, gone, tabs.shown.path)
    if (closed.views.length === tabs.views.length) return
    const titles = tabs.views.filter(({ path }) => gone.includes(path)).flatMap(({ path }) => titleOfPath(path) ?? [])
    tabs.apply(closed)
    toast('warning', closedWords(titles.map((title) => text(title))))
  })
  useEffect(() => closeWhatIsGone(menus), [menus])

  const takeStamp = useEffectEvent(() => {
    if (!privileges) return
    const isFirst = held.current === null
    held.current = privileges.stamp
    keepAccount(privileges.account)
    if (isFirst) return
    toast('info', text(CHANGED))
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isFirstCall(queryKey) })
    reloadFleet()
  })
  const stamp = privileges?.stamp
  useEffect(() => takeStamp(), [stamp])

  return useCallback((heard: string) => {
    if (held.current === null || held.current === heard) return
    // The menu first: what is no longer the user's has left the screen before it could be asked for again.
    void queryClient.refetchQueries({ queryKey: MENUS }).then(() => queryClient.refetchQueries({ queryKey: PRIVILEGES }))
  }, [])
}
