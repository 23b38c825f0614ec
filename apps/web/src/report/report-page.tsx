import { text } from '../platform/language.ts'
import { useScreenAddress } from '../platform/screen-frame/screen-address.ts'
import { ReadFailed } from '../platform/ui/read-failed.tsx'
import type { LoadAction } from './actions.ts'
import '../platform/screen-frame/report.css'
import { ReportTable } from './report-table.tsx'
import { useReportView } from './report-query.ts'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '报表加载失败', en: 'The report could not be loaded' },
} as const

/** The one page for every report, drawn from the server's description. `loadAction` loads what a button starts. */
export const ReportPage = ({ loadAction }: { readonly loadAction: LoadAction }) => {
  const {
    path: screen,
    search: { tab },
  } = useScreenAddress()
  const path = tab?.startsWith(`${screen}/`) ? tab : screen
  const view = useReportView(path)
  if (view.isPending) return <p className="waiting">{text(WORDS.loading)}</p>
  if (view.isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void view.refetch()} />
  return <ReportTable key={view.data.path} view={view.data} loadAction={loadAction} />
}
