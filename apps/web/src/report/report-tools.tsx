import { reportCalls } from '@tanker/contract/endpoints/reports'
import type { DownloadOptions } from '../platform/calls/download.ts'
import { saveDownload, type SavedWords } from '../platform/calls/save-download.ts'
import type { ReportView } from '@tanker/contract/report-view'
import type { ReactNode } from 'react'
import { text } from '../platform/language.ts'
import { ChevronDownIcon, ChevronUpIcon } from '../platform/ui/icons.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { ExportButton } from './export-button.tsx'
import { columnTitle } from './column-widths.ts'
import { type ColumnChoice, hiddenAmong, type HiddenColumns } from './hidden-columns.ts'
import { type RateUnit, shownIn } from './report-columns.tsx'
import { type Asked, exportValues } from './asked.ts'

const WORDS = {
  filters: { zh: '筛选', en: 'Filters' },
  rate: { zh: '损耗率单位', en: 'Loss rate in' },
  live: { zh: '自动刷新', en: 'Refresh' },
  csv: { zh: '导出 CSV', en: 'Export as CSV' },
  print: { zh: '打印', en: 'Print' },
  off: { zh: '关闭', en: 'Off' },
} as const

type ReportToolsProps = {
  readonly view: ReportView
  readonly asked: Asked
  readonly filtersOpen: boolean
  readonly onFiltersOpen: (open: boolean) => void
  /** Buttons of the actions on ticked rows. */
  readonly actions: ReactNode
  readonly rateUnit: RateUnit
  readonly onRateUnit: (unit: RateUnit) => void
  /** Reads the list and opens the browser's print dialog. */
  readonly onPrint: (options: DownloadOptions) => Promise<void>
  readonly everyS: number | null
  readonly onEveryS: (everyS: number | null) => void
  readonly choice: ColumnChoice
  /** Columns without a value in the rows that are shown; an export has them. */
  readonly empty: HiddenColumns
  readonly onChoice: (choice: ColumnChoice) => void
}

/** What stands beside the title: how the list is loaded and exported, and what can be done with ticked rows. */
export const ReportTools = (props: ReportToolsProps) => {
  const { view, asked, filtersOpen, rateUnit, everyS, choice } = props
  const hidden = hiddenAmong(view.columns, choice.hidden)
  const columns = view.columns
    .filter(({ name }) => !hidden.has(name))
    .map((column) => ({ name: column.name, title: columnTitle(shownIn(rateUnit, column)) }))
  const exportAs = (format: 'xlsx' | 'csv') => (options: DownloadOptions & SavedWords) =>
    saveDownload(reportCalls(view.path).export, exportValues(view, asked, columns, rateUnit, new Date(), format), options)
  return (
    <div className="report-tools">
      <button className="button report-filters-button" aria-expanded={filtersOpen} onClick={() => props.onFiltersOpen(!filtersOpen)}>
        {text(WORDS.filters)}
        {filtersOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
      </button>
      {view.live && (
        <label className="report-live">
          {text(WORDS.live)}
          <select
            className="report-select"
            value={everyS ?? ''}
            onChange={({ target }) => props.onEveryS(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{text(WORDS.off)}</option>
            {view.live.map((seconds) => (
              <option key={seconds} value={seconds}>
                {text({ zh: `${seconds}秒`, en: `${seconds} s` })}
              </option>
            ))}
          </select>
        </label>
      )}
      {view.columns.some(({ kind }) => kind === 'loss-rate') && (
        <label className="report-live">
          {text(WORDS.rate)}
          <select className="report-select" value={rateUnit} onChange={({ target }) => props.onRateUnit(target.value as RateUnit)}>
            <option value="permille">‰</option>
            <option value="percent">%</option>
          </select>
        </label>
      )}
      {props.actions}
      <ExportButton
        start={exportAs('xlsx')}
        others={[
          { label: WORDS.csv, start: exportAs('csv') },
          { label: WORDS.print, start: props.onPrint },
        ]}
      />
      <ColumnChooser columns={view.columns} choice={choice} empty={props.empty} onChange={props.onChoice} />
    </div>
  )
}
