import { useEffect } from 'react'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'

/** After a sign-in the first screen goes first. */
const AFTER_MS = 1_200

const load = () => import('../screens/screens-ahead.ts')

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
  const soon = (): void =>
    void load().then(
      ({ fetchSoon }) => fetchSoon(path, search),
      () => {},
    )
  const now = (): void =>
    void load().then(
      ({ fetchNow }) => fetchNow(path, search),
      () => {},
    )
  return { onPointerEnter: soon, onFocus: soon, onPointerDown: now }
}
