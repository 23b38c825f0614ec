import type { ReportView } from '@tanker/contract/report-view'
import { CallError } from '../platform/calls/call.ts'
import { language, text } from '../platform/language.ts'
import { excludingFilters, type FilterValues, withoutFilters } from '../platform/screen-frame/filter-values.ts'
import type { Asked } from './asked.ts'
import { pickedWords } from './picked.ts'
import type { useReportRows } from './report-query.ts'

const WORDS = {
  empty: { zh: '暂无数据', en: 'No data' },
  emptyWhy: { zh: '所选车辆和时间内没有记录', en: 'There is no record of these trucks in this period' },
  emptyList: { zh: '没有记录', en: 'There is no record' },
  excluded: { zh: '没有记录符合这些条件', en: 'No record matches these filters' },
  remove: { zh: '清除条件', en: 'Remove filters' },
  showAll: { zh: '显示全部', en: 'Show all' },
  again: { zh: '重试', en: 'Try again' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '数据加载失败，请重试', en: 'The rows could not be loaded, please try again' },
} as const

type EmptyListProps = {
  readonly view: ReportView
  readonly asked: Asked
  readonly rows: ReturnType<typeof useReportRows>
  readonly onShowAll: () => void
  /** Asks again with these filters, and without what was picked in the chart. */
  readonly onWithout: (filters: FilterValues | null) => void
}

/** What a list without rows says: that it is loading, why it has none, or which filters leave none, with the way out. */
export const EmptyList = ({ view, asked, rows, onShowAll, onWithout }: EmptyListProps) => {
  if (rows.error instanceof CallError && rows.error.outcome === 'refused' && asked.fromAlarm !== null && asked.filters === null)
    // A refusal stays one: the alarm was superseded by late data, or there is none.
    return (
      <>
        <p>{rows.error.message}</p>
        <button type="button" className="button" tabIndex={-1} onClick={onShowAll}>
          {text(WORDS.showAll)}
        </button>
      </>
    )
  if (rows.isError && rows.data === undefined)
    return (
      <>
        <p>{text(WORDS.failed)}</p>
        <button type="button" className="button" tabIndex={-1} onClick={() => void rows.refetch()}>
          {text(WORDS.again)}
        </button>
      </>
    )
  if (rows.isPending) return text(WORDS.loading)
  const filters = excludingFilters(view.filters, asked.filters ?? {})
  const labels = [...filters.map(({ label }) => label), ...pickedWords(view, asked.picked, []).map(({ label }) => label)]
  if (labels.length > 0)
    return (
      <>
        <b>{text(WORDS.excluded)}</b>
        <p>{labels.join(language === 'zh' ? '、' : ', ')}</p>
        <button
          type="button"
          className="button"
          tabIndex={-1}
          onClick={() => onWithout(asked.filters && withoutFilters(asked.filters, filters))}
        >
          {text(WORDS.remove)}
        </button>
      </>
    )
  return (
    <>
      <b>{text(WORDS.empty)}</b>
      <p>{view.emptyHint ?? text(view.entity ? WORDS.emptyList : WORDS.emptyWhy)}</p>
    </>
  )
}
