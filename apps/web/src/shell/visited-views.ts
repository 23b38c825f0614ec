import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'

/** A screen that was visited, with the question in its address, so that coming back shows the same rows. */
export type View = { readonly path: string; readonly search: ScreenSearch }

/** Where closing the last tab leads (spec 2.11). */
export const DASHBOARD = '/dashboard'

const NOT_KEPT: ReadonlySet<string> = new Set(['/', DASHBOARD])

/** Whether the screen keeps its state behind its tab; the personal center is reloaded each time (spec 2.2). */
export const isKept = (path: string): boolean => !NOT_KEPT.has(path)

/** Spec 2.11. */
export const MAX_VIEWS = 15

/** A screen is visited: its tab keeps its place and learns the new address. Beyond fifteen the oldest other tab goes. */
export function visit(views: readonly View[], view: View): readonly View[] {
  const known = views.findIndex(({ path }) => path === view.path)
  if (known >= 0) return views.with(known, view)
  return [...views.slice(Math.max(0, views.length - MAX_VIEWS + 1)), view]
}

/** Where to go after tabs were closed; null: stay. */
export type Closed = { readonly views: readonly View[]; readonly next: View | null }

const home: View = { path: DASHBOARD, search: {} }

/** Closing the active tab goes to the last remaining one, or to the dashboard. */
export function close(views: readonly View[], path: string, active: string): Closed {
  const left = views.filter((view) => view.path !== path)
  return { views: left, next: path === active ? (left.at(-1) ?? home) : null }
}

/** The tab that was clicked stays, and is shown. */
export function closeOthers(views: readonly View[], path: string, active: string): Closed {
  const left = views.filter((view) => view.path === path)
  return { views: left, next: path === active ? null : (left[0] ?? home) }
}

/** Screens that are no longer the user's go; when one of them is shown, as if it had been closed. */
export function closeGone(views: readonly View[], gone: readonly string[], active: string): Closed {
  const left = views.filter(({ path }) => !gone.includes(path))
  return { views: left, next: gone.includes(active) ? (left.at(-1) ?? home) : null }
}

export const closeAll = (): Closed => ({ views: [], next: home })

const KEY = 'visitedViews'

export function readViews(): readonly View[] {
  const kept = sessionStorage.getItem(KEY)
  return kept === null ? [] : (JSON.parse(kept) as readonly View[])
}

export const keepViews = (views: readonly View[]): void => sessionStorage.setItem(KEY, JSON.stringify(views))
