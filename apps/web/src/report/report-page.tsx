import { text } from '../platform/language.ts'
import { useScreenAddress } from '../platform/screen-frame/screen-address.ts'
import { ReadFailed } from '../platform/ui/read-failed.tsx'
import { useNamedViews } from '../platform/views/use-named-views.ts'
import type { LoadAction } from './actions.ts'
import { openedView, reportAt } from './opened-view.ts'
import '../platform/screen-frame/report.css'
import { ReportTable } from './report-table.tsx'
import { useReportView } from './report-query.ts'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '报表加载失败', en: 'The report could not be loaded' },
} as const

/** The one page for every report, drawn from the server's description. `loadAction` loads what a button starts. */
export const ReportPage = ({ loadAction }: { readonly loadAction: LoadAction }) => {
  const { path: screen, search } = useScreenAddress()
  const views = useNamedViews()
  const named = views.data?.views ?? []
  const view = useReportView(reportAt(screen, search, named))
  // Together, not one after the other: a view says which rows are read first.
  if (view.isPending || views.isPending) return <p className="waiting">{text(WORDS.loading)}</p>
  if (view.isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void view.refetch()} />
  const opened = openedView(named, view.data.path, search)
  return <ReportTable key={`${view.data.path} ${opened.view?.id ?? ''}`} view={view.data} opened={opened} loadAction={loadAction} />
}
