import { useEffect } from 'react'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'

/** After a sign-in the first screen goes first. */
const AFTER_MS = 1_200

type Ahead = (typeof import('../screens/screens-ahead.ts'))['ahead']

let loaded: Ahead | undefined
const load = (): Promise<Ahead> => import('../screens/screens-ahead.ts').then(({ ahead }) => (loaded = ahead))

/** At once where it is loaded: even a promise that is kept would run after the click has drawn the screen. */
const withAhead = (use: (ahead: Ahead) => void): void => {
  if (loaded) use(loaded)
  else load().then(use, () => {})
}

/** A user who pays for each byte is spared what may never be opened. */
const savesData = (): boolean => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/** Fetches what the screens of the menu need while nothing else is to do. What does not come is fetched again when it is needed. */
export const useAhead = (links: readonly MenuLink[]): void =>
  useEffect(() => {
    if (links.length === 0 || savesData()) return undefined
    const timer = setTimeout(() => {
      load()
        .then(({ fetchWhileIdle }) => fetchWhileIdle(links.map(({ url }) => url)))
        .catch(() => {})
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [links])

/** Handlers of a link to a screen, which is fetched before it is clicked. */
export const aheadOf = (path: string, search: ScreenSearch) => {
  const soon = (): void => withAhead(({ fetchSoon }) => fetchSoon(path, search))
  const now = (): void => withAhead(({ fetchNow }) => fetchNow(path, search))
  return { onPointerEnter: soon, onFocus: soon, onPointerDown: now }
}
