import { useScreenAddress } from '../platform/screen-frame/screen-address.ts'
import { ReportPage } from '../report/report-page.tsx'
import { loadAction } from './load-action.ts'
import { rowPageOf } from './row-pages.ts'

/** What the address says: a list, or one of its rows where that has a page. */
export const ReportScreen = () => {
  const { path, search } = useScreenAddress()
  return rowPageOf(path, search) ?? <ReportPage loadAction={loadAction} />
}
