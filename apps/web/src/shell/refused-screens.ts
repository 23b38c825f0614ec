import { menuLinks } from '../platform/account/menu-groups.ts'
import { menusRead } from '../platform/account/account-queries.ts'
import { explainRefusedScreens } from '../platform/calls/refused-screen.ts'
import type { Menus } from '@tanker/contract/session'
import { titleOfPath } from './screen-titles.ts'
import { DASHBOARD } from './visited-views.ts'

/** The screens of a menu, as addresses. */
export const grantedScreens = (menus: Menus): ReadonlySet<string> => new Set(menuLinks(menus).map(({ url }) => `/${url}`))

/** A screen that exists but is not in the menu of the user. */
export const isRefused = (path: string, granted: ReadonlySet<string> | null): boolean =>
  granted !== null && path !== DASHBOARD && titleOfPath(path) !== undefined && !granted.has(path)

// The menu may come after the first refusal of the screen.
explainRefusedScreens(async () => isRefused(location.pathname, grantedScreens(await menusRead())))
