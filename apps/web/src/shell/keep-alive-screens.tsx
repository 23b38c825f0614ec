import { SCREENS } from '@tanker/contract/screens'
import { CatchBoundary, useNavigate } from '@tanstack/react-router'
import { Activity, type ComponentType, Suspense, useMemo, useRef } from 'react'
import { text } from '../platform/language.ts'
import { type ScreenAddress, ScreenAddressContext } from '../platform/screen-frame/screen-address.ts'
import { screenLoad, loadDashboard, loadReportScreen, SCREEN_COMPONENTS } from '../screens/screen-components.ts'
import { ScreenError } from '../screens/screen-error.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { isRefused } from './refused-screens.ts'
import { DASHBOARD, isKept, type View } from './visited-views.ts'

const WORDS = { loading: { zh: '正在加载…', en: 'Loading…' } } as const

const ReportScreen = lazyScreen(loadReportScreen)
const NotFound = lazyScreen(screenLoad(() => import('./not-found.tsx').then(({ NotFound }) => NotFound)))

const COMPONENTS = new Map<string, ComponentType>([
  ['/', lazyScreen(screenLoad(() => import('./first-screen.tsx').then(({ FirstScreen }) => FirstScreen)))],
  [DASHBOARD, lazyScreen(loadDashboard)],
  ...SCREENS.map((screen): [string, ComponentType] => [
    `/${screen.path}`,
    screen.kind === 'report' ? ReportScreen : lazyScreen(SCREEN_COMPONENTS[screen.path]),
  ]),
])

const ScreenRefused = lazyScreen(screenLoad(() => import('./screen-refused.tsx').then(({ ScreenRefused }) => ScreenRefused)))

type OneScreenProps = { readonly view: View; readonly active: boolean; readonly Screen: ComponentType }

const OneScreen = ({ view, active, Screen }: OneScreenProps) => {
  const navigate = useNavigate()
  const { path, search } = view
  const address = useMemo(
    (): ScreenAddress => ({
      path: path.slice(1),
      search,
      ask: (next, { replace } = { replace: false }) => void navigate({ to: path, search: next, replace }),
    }),
    [path, search, navigate],
  )
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <div className="screen">
        <ScreenAddressContext value={address}>
          <CatchBoundary getResetKey={() => search} errorComponent={ScreenError}>
            <Suspense fallback={<p className="waiting">{text(WORDS.loading)}</p>}>
              <Screen />
            </Suspense>
          </CatchBoundary>
        </ScreenAddressContext>
      </div>
    </Activity>
  )
}

type KeepAliveScreensProps = {
  /** What the browser's address says. */
  readonly shown: View
  readonly views: readonly View[]
  /** How often each screen was restarted, by path. */
  readonly rounds: Readonly<Record<string, number>>
  /** The screens of the user's menu; null until it has been read. */
  readonly granted: ReadonlySet<string> | null
}

const screenOf = (path: string, granted: ReadonlySet<string> | null): ComponentType =>
  isRefused(path, granted) ? ScreenRefused : (COMPONENTS.get(path) ?? NotFound)

/**
 * The screen of the address and, out of sight, those of the other tabs with all that was typed, chosen and scrolled in
 * them (spec 2.11: cached views). Out of sight they ask nothing of the server.
 */
export const KeepAliveScreens = ({ shown, views, rounds, granted }: KeepAliveScreensProps) => {
  // After a reload of the page a tab's screen begins when the tab is first seen again.
  const begun = useRef(new Set<string>())
  const hidden = views.filter(({ path }) => path !== shown.path && begun.current.has(path) && isKept(path))
  begun.current = new Set([...hidden.map(({ path }) => path), shown.path])
  return [...hidden, shown]
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((view) => (
      <OneScreen
        key={`${view.path} ${rounds[view.path] ?? 0}`}
        view={view}
        active={view.path === shown.path}
        Screen={screenOf(view.path, granted)}
      />
    ))
}
