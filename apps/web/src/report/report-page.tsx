import { type ComponentType, lazy } from 'react'
import { text } from '../language.ts'
import { useScreenAddress } from '../screen-frame/screen-address.ts'
import { AntdFrame } from '../ui/antd-frame.tsx'
import { ReadFailed } from '../ui/read-failed.tsx'
import './report.css'
import { ReportTable } from './report-table.tsx'
import { useReportView } from './report-query.ts'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '报表加载失败', en: 'The report could not be loaded' },
} as const

/** Where a row opens as a page of its own on the screen of its list: the word of the address that names it, and who draws it. */
const ROW_PAGES: Readonly<Record<string, { readonly word: string; readonly Page: ComponentType<{ id: number }> }>> = {
  'cargo_monitor/data_analysis/gauge_learning': {
    word: 'gauge',
    Page: lazy(() => import('../gauge-learning/gauge-page.tsx').then((module) => ({ default: module.GaugePage }))),
  },
  'setting/base_data/test': {
    word: 'test',
    Page: lazy(() => import('../device-tests/device-test-page.tsx').then((module) => ({ default: module.DeviceTestPage }))),
  },
}

/** What the address says: a list, or one of its rows where that has a page. */
export const ReportPage = () => {
  const { path, search } = useScreenAddress()
  const row = ROW_PAGES[path]
  const id = Number(search[row?.word ?? ''])
  return row && id > 0 ? <row.Page id={id} /> : <ReportList />
}

/** The one page for every report: drawn from what the server says of it. */
const ReportList = () => {
  const {
    path: screen,
    search: { tab },
  } = useScreenAddress()
  const path = tab?.startsWith(`${screen}/`) ? tab : screen
  const view = useReportView(path)
  if (view.isPending) return <p className="waiting">{text(WORDS.loading)}</p>
  if (view.isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void view.refetch()} />
  return (
    <AntdFrame>
      <ReportTable key={view.data.path} view={view.data} />
    </AntdFrame>
  )
}
