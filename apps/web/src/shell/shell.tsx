import { BOARD_SCREENS } from '@tanker/contract/board'
import type { Alarm } from '@tanker/contract/alarms'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { queryClient } from '../platform/calls/query-client.ts'
import { readSession } from '../platform/calls/session.ts'
import { closeAlarms, startFeed, useFeed } from '../platform/feed/feed.ts'
import { listedAlarms } from '../platform/feed/live-alarms.ts'
import { text } from '../platform/language.ts'
import { MOBILE_BELOW } from '../platform/ui/tokens.ts'
import { AlarmDialogs } from './alarm-dialogs.tsx'
import { gradeHeard } from './alarm-sound.ts'
import { AlarmList, focusLiveAlarms } from './alarm-list.tsx'
import { ALARM_DESK, useMenus, usePrivileges } from '../platform/account/account-queries.ts'
import { type MenuLink, menuLinks } from '../platform/account/menu-groups.ts'
import { OwnSignInsDialog } from '../screens/shell-dialogs.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Header } from './header.tsx'
import { KeepAliveScreens } from './keep-alive-screens.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { QuickAccess } from './quick-access.tsx'
import './shell.css'
import { SEARCH_FIELD } from './menu-search.tsx'
import { grantedScreens } from './refused-screens.ts'
import { Sidebar } from './sidebar.tsx'
import { TabStrip } from './tab-strip.tsx'
import { UploadBar } from './upload-bar.tsx'
import { WallHeader } from './wall-header.tsx'
import { useAlarmNotifications } from './use-alarm-notifications.ts'
import { useAhead } from './use-ahead.ts'
import { useOpenViews } from './use-open-views.ts'
import { useRights } from './use-rights.ts'
import { mutedUntil } from './muted-sound.ts'
import { playWarningSound } from './warning-sound.ts'

const WORDS = {
  skip: { zh: '跳到主要内容', en: 'Skip to the main content' },
  skipToAlarms: { zh: '跳到实时报警', en: 'Skip to the live alarms' },
} as const

/** On a wall nothing leads anywhere. */
const NO_LINKS: readonly MenuLink[] = []

const SIDEBAR_COOKIE = 'sidebar'

const keptSidebar = (): boolean => !document.cookie.includes(`${SIDEBAR_COOKIE}=closed`)
const isNarrow = (): boolean => innerWidth < MOBILE_BELOW

/** Open or closed is kept (spec 2.11, 3.1); a narrow window closes it by itself without changing what is kept. */
const useSidebar = () => {
  const [open, setOpen] = useState(() => !isNarrow() && keptSidebar())
  useEffect(() => {
    const narrow = matchMedia(`(width < ${MOBILE_BELOW}px)`)
    const follow = (): void => setOpen(!narrow.matches && keptSidebar())
    narrow.addEventListener('change', follow)
    return () => narrow.removeEventListener('change', follow)
  }, [])
  const toggle = (): void => {
    if (!isNarrow()) document.cookie = `${SIDEBAR_COOKIE}=${open ? 'closed' : 'open'}; path=/; max-age=31536000; samesite=lax`
    setOpen(!open)
  }
  const leave = (): void => setOpen(!isNarrow() && keptSidebar())
  useSearchKey(() => setOpen(true))
  return { open, toggle, leave }
}

/** Ctrl+K leads to the search of the menu, which opens for it. */
function useSearchKey(open: () => void): void {
  const search = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    flushSync(open)
    document.querySelector<HTMLElement>(`.${SEARCH_FIELD}`)?.focus()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => search(event)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const Console = () => {
  const { data: privileges, isError: noPrivileges } = usePrivileges()
  const { data: menus, isError: noMenus } = useMenus()
  const sidebar = useSidebar()
  const { alarms, connected } = useFeed()
  const main = useRef<HTMLElement>(null)
  const tabs = useOpenViews()
  const onRights = useRights(privileges, menus, tabs)

  const links = useMemo(() => (menus ? menuLinks(menus) : []), [menus])
  const notify = useAlarmNotifications(links)
  const follow = useEffectEvent(() => {
    if (!privileges) return
    const onFresh = (fresh: readonly Alarm[], restored: boolean): void => {
      const grade = gradeHeard(fresh, { restored, muted: mutedUntil(readSession().token.userName) > 0 })
      if (grade !== null) playWarningSound(grade)
      notify(fresh, restored)
    }
    return startFeed(privileges, onFresh, onRights)
  })
  // The line stays when no more than the rights have changed.
  const alarmTypes = privileges?.stUserAlarm.alarmTypeIds
  useEffect(() => follow(), [alarmTypes])

  // A new screen is announced from its beginning.
  useEffect(() => main.current?.focus({ preventScroll: true }), [tabs.shown.path])

  const [changingPassword, setChangingPassword] = useState(false)
  const [showingSignIns, setShowingSignIns] = useState(false)
  const isWall = 'wall' in tabs.shown.search && BOARD_SCREENS.some((path) => tabs.shown.path === `/${path}`)
  const granted = useMemo(() => (menus ? grantedScreens(menus) : null), [menus])
  useAhead(links)
  const hasDesk = links.some(({ url }) => url === ALARM_DESK)
  const close = (ids: readonly string[]): void => {
    if (privileges) closeAlarms(ids, privileges).catch(() => {}) // `call` shows the reason
  }

  return (
    <div className="shell" data-menu={sidebar.open ? 'open' : 'closed'}>
      <a className="skip-link" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {text(WORDS.skip)}
      </a>
      {alarms.list.length > 0 && !isWall && (
        <a className="skip-link" href="#live-alarms" onClick={(event) => (event.preventDefault(), focusLiveAlarms())}>
          {text(WORDS.skipToAlarms)}
        </a>
      )}
      {isWall ? (
        <WallHeader privileges={privileges} hasDesk={hasDesk} dialogs={alarms.dialogs} />
      ) : (
        <Header
          privileges={privileges}
          connected={connected}
          hasDesk={hasDesk}
          menuOpen={sidebar.open}
          onToggleMenu={sidebar.toggle}
          onChangePassword={() => setChangingPassword(true)}
          onShowSignIns={() => setShowingSignIns(true)}
        />
      )}
      <ConnectionBanner failed={noPrivileges || noMenus} />
      <UploadBar />
      <div className="shell-body">
        {sidebar.open && !isWall && <Sidebar links={links} views={tabs.views} onNavigate={sidebar.leave} />}
        <main id="main" ref={main} tabIndex={-1} className="main">
          {!isWall && (
            <>
              <TabStrip
                tabs={tabs}
                onRefresh={(path) => {
                  void queryClient.invalidateQueries()
                  tabs.restart(path)
                }}
              />
              <Breadcrumb />
            </>
          )}
          <KeepAliveScreens shown={tabs.shown} views={tabs.views} rounds={tabs.rounds} granted={granted} />
        </main>
      </div>
      {!isWall && <QuickAccess links={links} />}
      {showingSignIns && <OwnSignInsDialog onClose={() => setShowingSignIns(false)} />}
      {changingPassword && <PasswordDialog onClose={() => setChangingPassword(false)} />}
      <AlarmList
        lines={alarms.list}
        links={isWall ? NO_LINKS : links}
        onClose={isWall ? null : () => close(listedAlarms(alarms).map(({ id }) => id))}
      />
      {!isWall && <AlarmDialogs alarms={alarms.dialogs} links={links} onAcknowledge={({ id }) => close([id])} />}
    </div>
  )
}

export const Shell = () => (
  <QueryClientProvider client={queryClient}>
    <Console />
  </QueryClientProvider>
)
