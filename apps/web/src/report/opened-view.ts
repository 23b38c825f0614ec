import type { NamedView } from '@tanker/contract/named-views'
import type { ReportView } from '@tanker/contract/report-view'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { NO_VIEW } from '../platform/views/use-named-views.ts'
import { type Asked, searchOf } from './asked.ts'

/** The view with which a list is shown; `gone`: the address names one that the user can no longer open. */
export type OpenedView = { readonly view: NamedView | null; readonly gone: boolean }

/** The view that the address names, or with which the list opens where the address says nothing else. */
export function openedView(views: readonly NamedView[], report: string, search: ScreenSearch): OpenedView {
  const { view: named, tab: _, ...others } = search
  if (named === NO_VIEW) return { view: null, gone: false }
  if (named === undefined) {
    const isPlain = Object.keys(others).length === 0
    return { view: (isPlain && views.find((one) => one.isDefault && one.report === report)) || null, gone: false }
  }
  const view = views.find((one) => String(one.id) === named && one.report === report)
  return { view: view ?? null, gone: view === undefined }
}

/** The report that a screen shows at this address: its tab, or the one that the view belongs to. */
export function reportAt(screen: string, search: ScreenSearch, views: readonly NamedView[]): string {
  const below = (report: string | undefined): boolean => report?.startsWith(`${screen}/`) === true
  if (below(search['tab'])) return search['tab'] ?? screen
  const report = views.find(({ id }) => String(id) === search['view'])?.report
  return below(report) ? (report ?? screen) : screen
}

/** The addresses of a list: of what is asked, as it was at first, and of another view of it, null for none. */
export function addressesOf(report: Pick<ReportView, 'path' | 'tabs'>, view: NamedView | null, search: ScreenSearch) {
  // A view that was opened without its tab is still on it when it is left.
  const tab = search['tab'] ?? (view && report.tabs.length > 0 ? report.path : undefined)
  const plain: ScreenSearch = tab === undefined ? {} : { tab }
  const of = (one: Pick<NamedView, 'id'> | null): ScreenSearch => (one ? { view: String(one.id) } : { ...plain, view: NO_VIEW })
  return {
    asking: (asked: Asked): ScreenSearch => searchOf(asked, tab, view?.id ?? null),
    atFirst: view ? of(view) : plain,
    of,
  }
}
