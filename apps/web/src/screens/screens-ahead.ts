import { SCREENS } from '@tanker/contract/screens'
import { fetchDesk } from '../features/alarm-desk/desk-queries.ts'
import { ALARM_DESK } from '../platform/account/account-queries.ts'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { fetchNamedViews } from '../platform/views/use-named-views.ts'
import { fetchFirstRows, fetchView } from '../report/report-query.ts'
import { loadAction } from './load-action.ts'
import { loadReportScreen, SCREEN_COMPONENTS } from './screen-components.ts'

/** A pointer that stays on a link so long is likely to click; one that passes over it is not. */
const DWELL_MS = 60

const KINDS = new Map<string, 'report' | 'screen'>(SCREENS.map(({ path, kind }) => [path, kind]))

/** Code of a screen. A failure is silent: the screen says so when it is opened. */
const fetchCode = (path: string): Promise<unknown> =>
  KINDS.get(path) === 'report' ? loadReportScreen() : (SCREEN_COMPONENTS[path as keyof typeof SCREEN_COMPONENTS]?.() ?? Promise.resolve())

/** What a screen asks first; of screens without it only the code is fetched. */
const fetchRows = async (path: string, search: ScreenSearch): Promise<void> => {
  if (KINDS.get(path) === 'report') return fetchFirstRows(path, search).then(() => {})
  if (path === ALARM_DESK) return fetchDesk(search)
}

let dwelling: ReturnType<typeof setTimeout> | undefined

/** The pointer or the focus is on a link to a screen: its code, and its first rows where they are those of a report or the alarm desk. */
const fetchSoon = (path: string, search: ScreenSearch): void => {
  clearTimeout(dwelling)
  dwelling = setTimeout(() => fetchNow(path, search), DWELL_MS)
}

/** The pointer is down on it: the rows are on their way before the screen is drawn. */
const fetchNow = (path: string, search: ScreenSearch): void => {
  clearTimeout(dwelling)
  fetchCode(path).catch(() => {})
  fetchRows(path, search).catch(() => {})
}

const idle = (): Promise<void> =>
  new Promise((done) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(done, 50)
    else requestIdleCallback(() => done(), { timeout: 2_000 })
  })

/** While nothing else is to do: what all lists need, then how each list of the menu looks, one after another. */
async function fetchWhileIdle(paths: readonly string[]): Promise<void> {
  await idle()
  // An alarm is urgent: its screen comes first.
  if (paths.includes(ALARM_DESK)) await fetchCode(ALARM_DESK)
  await Promise.all([loadReportScreen(), loadAction('add-row'), fetchNamedViews()])
  for (const path of paths.filter((one) => KINDS.get(one) === 'report')) {
    await idle()
    await fetchView(path)
  }
}

export const ahead = { fetchSoon, fetchNow, fetchWhileIdle } as const
