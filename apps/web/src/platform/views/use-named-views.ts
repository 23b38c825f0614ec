import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import type { NamedView } from '@tanker/contract/named-views'
import { SCREENS } from '@tanker/contract/screens'
import { fetchAhead, useEndpoint } from '../calls/use-endpoint.ts'
import type { ScreenSearch } from '../screen-frame/screen-address.ts'

/** What others share arrives with the next list that is opened after this long. */
const freshMs = 60_000

/** The views that the user may open. A failure is silent: lists open without views then. */
export const useNamedViews = (enabled = true) => useEndpoint(namedViewCalls.list, null, { purpose: 'silent', staleTime: freshMs, enabled })

/** The same before a list is shown; none where they cannot be read. */
export const fetchNamedViews = (): Promise<readonly NamedView[]> =>
  fetchAhead(namedViewCalls.list, null, freshMs).then(
    ({ views }) => views,
    () => [],
  )

/** In an address: the list as it is for all users, although it opens with a view otherwise. */
export const NO_VIEW = 'none'

/** The address of a view. */
export const addressOfView = ({
  id,
  report,
}: Pick<NamedView, 'id' | 'report'>): { readonly to: string; readonly search: ScreenSearch } => ({
  to: `/${SCREENS.find(({ path }) => report === path || report.startsWith(`${path}/`))?.path ?? report}`,
  search: { view: String(id) },
})
