import { idIn, useScreenAddress } from '../platform/screen-frame/screen-address.ts'
import { ReportPage } from '../report/report-page.tsx'
import { loadAction } from './load-action.ts'
import { ROW_PAGES } from './row-pages.ts'

/** What the address says: a list, or one of its rows where that has a page. */
export const ReportScreen = () => {
  const { path, search } = useScreenAddress()
  const row = ROW_PAGES[path]
  const id = idIn(search, row?.word ?? '')
  return row && id !== null ? <row.Page id={id} /> : <ReportPage loadAction={loadAction} />
}
