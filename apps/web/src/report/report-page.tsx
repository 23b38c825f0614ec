import { text } from '../language.ts'
import { useScreenAddress } from '../screen-frame/screen-address.ts'
import { AntdFrame } from '../ui/antd-frame.tsx'
import './report.css'
import { ReportTable } from './report-table.tsx'
import { useReportView } from './report-query.ts'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '报表加载失败', en: 'The report could not be loaded' },
  again: { zh: '重试', en: 'Try again' },
} as const

/** The one page for every report: drawn from what the server says of it. */
export const ReportPage = () => {
  const {
    path: screen,
    search: { tab },
  } = useScreenAddress()
  const path = tab?.startsWith(`${screen}/`) ? tab : screen
  const view = useReportView(path)
  if (view.isPending) return <p className="waiting">{text(WORDS.loading)}</p>
  if (view.isError) {
    return (
      <div className="waiting" role="alert">
        <p>{text(WORDS.failed)}</p>
        <button className="button" onClick={() => void view.refetch()}>
          {text(WORDS.again)}
        </button>
      </div>
    )
  }
  return (
    <AntdFrame>
      <ReportTable key={view.data.path} view={view.data} />
    </AntdFrame>
  )
}
