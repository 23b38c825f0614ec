import type { FilterKind, FilterValue, ReportRows, ReportView } from '@tanker/contract/report-view'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Pagination from 'antd/es/pagination'
import { type SubmitEvent, useEffect, useState } from 'react'
import { queryClient } from '../calls/query-client.ts'
import { text } from '../language.ts'
import { DataGrid, type GridColumn } from '../ui/data-grid.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.ts'
import { CELLS, type Place, type ReportColumn } from './cells.tsx'
import { ColumnChooser, keepColumns, keptColumns } from './column-chooser.tsx'
import { type FilterValues, missingFilters, withFilter } from './filter-values.ts'
import { FilterField } from './filters.tsx'
import { HandleDialog } from './handle-dialog.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { type Asked, PAGE_SIZES, readAsked, type ReportSearch, useReportCount, useReportRows } from './report-query.ts'

const WORDS = {
  search: { zh: '查询', en: 'Search' },
  reset: { zh: '重置', en: 'Reset' },
  handle: { zh: '处理', en: 'Handle' },
  handleChosen: { zh: '处理所选', en: 'Handle selected' },
  needRow: { zh: '请至少选择一条记录', en: 'Please select at least one row' },
  selectPage: { zh: '选择本页全部', en: 'Select all on this page' },
  selectRow: { zh: '选择此行', en: 'Select this row' },
  empty: { zh: '暂无数据', en: 'No data' },
  emptyWhy: { zh: '所选车辆、时间和条件下没有记录', en: 'There is no record for these trucks, this period and these filters' },
  again: { zh: '重试', en: 'Try again' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '数据加载失败，请重试', en: 'The rows could not be loaded, please try again' },
  fromAlarm: { zh: '仅显示所点击的报警', en: 'Showing the clicked alarm only' },
  showAll: { zh: '显示全部', en: 'Show all' },
  totals: { zh: '合计', en: 'Total' },
  operation: { zh: '操作', en: 'Action' },
  filters: { zh: '筛选', en: 'Filters' },
} as const

const missing = (labels: readonly string[]): string => text({ zh: `请选择${labels.join('、')}`, en: `Please choose: ${labels.join(', ')}` })

type Row = ReportRows['content'][number]

const idOf = (row: Row): string => String(row['id'])

/** About what a title takes: Chinese characters are as wide as the font is high, others half as wide. */
const titleWidthPx = (title: string): number => Array.from(title).reduce((sum, character) => sum + (character > '\u2e80' ? 13 : 7.4), 18)

/** The address of what is asked; what the report starts with anyway is left out. */
const searchOf = ({ filters, fromAlarm, page, size, sortBy, sortOrder }: Asked): ReportSearch => ({
  ...(filters === null ? {} : { filters: JSON.stringify(filters) }),
  ...(fromAlarm === null ? {} : { fromAlarm }),
  page: String(page),
  size: String(size),
  sortBy,
  sortOrder,
})

export const ReportTable = ({ view, path }: { view: ReportView; path: string }) => {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as ReportSearch
  const asked = readAsked(view, search)
  const rows = useReportRows(path, asked)
  const content = rows.data?.content ?? []
  const count = useReportCount(path, asked, rows.data !== undefined && rows.data.totalElements === null)
  const total = rows.data?.totalElements ?? count.data?.totalElements ?? null
  const totals = rows.data?.totals ?? count.data?.totals ?? null

  const [typed, setTyped] = useState<FilterValues>(asked.filters ?? {})
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [hidden, setHidden] = useState(() => keptColumns(path))
  const [handling, setHandling] = useState<readonly string[] | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const canHandle = view.rowActions.includes('handleAlarm')

  // Back, forward and a click on another alarm change the address from outside.
  useEffect(() => setTyped(readAsked(view, search).filters ?? {}), [view, search['filters']])
  useEffect(() => setChosen(new Set()), [search])

  const ask = (more: Partial<Asked>): void => void navigate({ to: '.', search: searchOf({ ...asked, ...more }) })

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const without = missingFilters(view, typed)
    if (without.length > 0) return void toast('warning', missing(without))
    setFiltersOpen(false)
    ask({ filters: typed, fromAlarm: null, page: 0 })
    void queryClient.invalidateQueries({ queryKey: ['reportRows', path] })
  }

  const handleChosen = (): void => {
    if (chosen.size === 0) toast('warning', text(WORDS.needRow)) // spec 5.4
    else setHandling([...chosen])
  }

  const handled = (): void => {
    setHandling(null)
    setChosen(new Set())
    void queryClient.invalidateQueries({ queryKey: ['reportRows', path] })
  }

  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  const allChosen = content.length > 0 && content.every((row) => chosen.has(idOf(row)))

  const reportColumn = (column: ReportColumn, isFirst: boolean): GridColumn<Row> => {
    const kind = CELLS[column.kind]
    const sum = totals?.[column.name]
    const sorted = asked.sortBy === column.name ? asked.sortOrder : null
    const title = column.unit === null ? column.label : `${column.label} (${column.unit})`
    return {
      key: column.name,
      title,
      hint: column.hint,
      widthPx: Math.max(kind.widthPx, titleWidthPx(title) + (column.sortable ? 16 : 0)),
      grows: true,
      ...(kind.align ? { align: kind.align } : {}),
      ...(column.sortable
        ? { sort: sorted, onSort: () => ask({ sortBy: column.name, sortOrder: sorted === 'desc' ? 'asc' : 'desc', page: 0 }) }
        : {}),
      cell: (row) => kind.draw(row[column.name], column, { openPlace: setPlace }),
      total: column.total && sum !== undefined ? kind.draw(sum, column, { openPlace: setPlace }) : isFirst ? text(WORDS.totals) : null,
    }
  }

  const visible = view.columns.filter(({ name }) => !hidden.has(name))
  const columns: GridColumn<Row>[] = visible.map((column, index) => reportColumn(column, index === 0))
  if (canHandle) {
    columns.unshift({
      key: ' chosen',
      widthPx: 36,
      title: (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={text(WORDS.selectPage)}
          checked={allChosen}
          onChange={() => setChosen(new Set(allChosen ? [] : content.map(idOf)))}
        />
      ),
      cell: (row) => (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={text(WORDS.selectRow)}
          checked={chosen.has(idOf(row))}
          onChange={() => toggle(idOf(row))}
        />
      ),
    })
    columns.push({
      key: ' handle',
      widthPx: 72,
      title: text(WORDS.operation),
      pinned: true,
      cell: (row) => (
        <button type="button" className="cell-button" tabIndex={-1} onClick={() => setHandling([idOf(row)])}>
          {text(WORDS.handle)}
        </button>
      ),
    })
  }

  return (
    <div className="report">
      <header className="report-head">
        <h1>{view.title}</h1>
        {asked.fromAlarm !== null && asked.filters === null && (
          <p className="report-from-alarm">
            {text(WORDS.fromAlarm)}
            <button className="cell-button" onClick={() => void navigate({ to: '.', search: {} })}>
              {text(WORDS.showAll)}
            </button>
          </p>
        )}
        <div className="report-tools">
          <button className="button report-filters-button" aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
            {text(WORDS.filters)}
            {filtersOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
          </button>
          {canHandle && (
            <button className="button" onClick={handleChosen}>
              {text(WORDS.handleChosen)}
              {chosen.size > 0 ? ` (${chosen.size})` : ''}
            </button>
          )}
          <ColumnChooser
            columns={view.columns}
            hidden={hidden}
            onChange={(next) => {
              setHidden(next)
              keepColumns(path, next)
            }}
          />
        </div>
      </header>
      <form className="report-filters" data-open={filtersOpen} onSubmit={submit}>
        {view.filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={typed[filter.name]}
            onChange={(value: FilterValue<FilterKind> | undefined) => setTyped((held) => withFilter(held, filter.name, value))}
          />
        ))}
        <div className="report-buttons">
          <button type="submit" className="button button-primary">
            {text(WORDS.search)}
          </button>
          <button type="button" className="button" onClick={() => void navigate({ to: '.', search: {} })}>
            {text(WORDS.reset)}
          </button>
        </div>
      </form>
      <DataGrid
        label={view.title}
        columns={columns}
        rows={content}
        rowKey={idOf}
        busy={rows.isFetching}
        withTotals={totals !== null && view.columns.some(({ total: summed }) => summed)}
        empty={
          rows.isError ? (
            <>
              <p>{text(WORDS.failed)}</p>
              <button type="button" className="button" tabIndex={-1} onClick={() => void rows.refetch()}>
                {text(WORDS.again)}
              </button>
            </>
          ) : rows.isPending ? (
            text(WORDS.loading)
          ) : (
            <>
              <b>{text(WORDS.empty)}</b>
              <p>{text(WORDS.emptyWhy)}</p>
            </>
          )
        }
      />
      <footer className="report-foot">
        <Pagination
          current={asked.page + 1}
          pageSize={asked.size}
          pageSizeOptions={[...PAGE_SIZES]}
          total={total ?? asked.page * asked.size + content.length + (content.length === asked.size ? 1 : 0)}
          showSizeChanger
          showLessItems
          size="small"
          showTotal={() => (total === null ? '' : text({ zh: `共 ${total} 条`, en: `${total} rows` }))}
          onChange={(page, size) => ask({ page: size === asked.size ? page - 1 : 0, size })}
        />
      </footer>
      {handling && <HandleDialog alarmIds={handling} onDone={handled} onCancel={() => setHandling(null)} />}
      {place && <PlaceDialog place={place} onClose={() => setPlace(null)} />}
    </div>
  )
}
