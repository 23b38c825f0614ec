import type { FilterKind, FilterValue, ReportView } from '@tanker/contract/report-view'
import Pagination from 'antd/es/pagination'
import { lazy, type SubmitEvent, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { EntityAction } from '../base-data/base-data-desk.tsx'
import { actionColumns } from '../base-data/action-columns.tsx'
import { CallError } from '../calls/call.ts'
import { queryClient } from '../calls/query-client.ts'
import { readSession } from '../calls/session.ts'
import { text } from '../language.ts'
import { useScreenAddress } from '../screen-frame/screen-address.ts'
import { shownWhole } from '../shown-values.ts'
import { DataGrid } from '../ui/data-grid.tsx'
import { StaleNote } from '../ui/stale-note.tsx'
import { toast } from '../ui/toast.ts'
import type { Place } from './cells.tsx'
import { keepColumns, keptColumns } from './column-chooser.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { filtersOfOneLine, type FilterValues, missingFilters, withFilter } from './filter-values.ts'
import { FilterField } from './filters.tsx'
import { HandleDialog } from './handle-dialog.tsx'
import { LossNotice } from './loss-notice.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { ReportChart } from './report-chart.tsx'
import {
  chosenColumn,
  columnWidths,
  dataColumns,
  actionsColumn,
  idOf,
  type RateUnit,
  type Row,
  type RowOperation,
} from './report-columns.tsx'
import { type Asked, PAGE_SIZES, readAsked, searchOf, useReportCount, useReportRows } from './report-query.ts'
import { ReportTabs } from './report-tabs.tsx'
import { ReportTools } from './report-tools.tsx'
import { useNarrow } from './use-narrow.ts'
import { ResendDialog } from './resend-dialog.tsx'
import { SignDialog } from './sign-dialog.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'
import { RowDrawer } from './row-drawer.tsx'

const WORDS = {
  search: { zh: '查询', en: 'Search' },
  reset: { zh: '重置', en: 'Reset' },
  needRow: { zh: '请至少选择一条记录', en: 'Please select at least one row' },
  empty: { zh: '暂无数据', en: 'No data' },
  emptyWhy: { zh: '所选车辆、时间和条件下没有记录', en: 'There is no record for these trucks, this period and these filters' },
  emptyList: { zh: '没有符合条件的记录', en: 'There is no record for these filters' },
  again: { zh: '重试', en: 'Try again' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '数据加载失败，请重试', en: 'The rows could not be loaded, please try again' },
  fromAlarm: { zh: '仅显示所点击的报警', en: 'Showing the clicked alarm only' },
  more: { zh: '更多条件', en: 'More filters' },
  fewer: { zh: '收起', en: 'Fewer filters' },
  showAll: { zh: '显示全部', en: 'Show all' },
} as const

const BaseDataDesk = lazy(() => import('../base-data/base-data-desk.tsx').then((module) => ({ default: module.BaseDataDesk })))

const TestDesk = lazy(() => import('../device-tests/test-desk.tsx').then((module) => ({ default: module.TestDesk })))

const DecideDialog = lazy(() => import('../fences/decide-dialog.tsx').then((module) => ({ default: module.DecideDialog })))

const CorrectDialog = lazy(() => import('../fences/correct-dialog.tsx').then((module) => ({ default: module.CorrectDialog })))

const FirmwareDesk = lazy(() => import('../firmware/firmware-desk.tsx').then((module) => ({ default: module.FirmwareDesk })))

const NO_ROWS: readonly Row[] = []

const missing = (labels: readonly string[]): string => text({ zh: `请选择${labels.join('、')}`, en: `Please choose: ${labels.join(', ')}` })

/** What is open over the list. */
type Open =
  | { readonly action: 'handle' | 'confirm'; readonly alarmIds: readonly string[] }
  | { readonly action: 'decide'; readonly ids: readonly string[] }
  | { readonly action: 'correct'; readonly alarmId: string }
  | { readonly action: 'sign' | 'resend' | 'topUp' | 'detail' | 'curve'; readonly row: Row }
  | { readonly action: 'place'; readonly place: Place }

/** Actions of the lists of upgrades and of firmware. */
const isFirmwareAction = (action: RowOperation): action is 'retry' | 'abort' | 'save' | 'remove' =>
  ['retry', 'abort', 'save', 'remove'].includes(action)

/** Actions that open the test of the row. */
const opensTest = (action: RowOperation): action is 'continueTest' | 'showTest' | 'printTest' =>
  ['continueTest', 'showTest', 'printTest'].includes(action)

/** So many stand on one line of an ordinary screen. */
const filtersAtFirst = 3

/** How often a live list reads itself again before the user has chosen. */
const usualEveryS = 30

/** The filters as they are typed. Back, forward and a click on another alarm change the address from outside. */
function useTyped(view: ReportView, asked: Asked, inAddress: string | undefined) {
  const [typed, setTyped] = useState<FilterValues>(asked.filters ?? {})
  const typeAsked = useEffectEvent(() => setTyped(asked.filters ?? {}))
  useEffect(() => typeAsked(), [view, inAddress])
  return [typed, setTyped] as const
}

export const ReportTable = ({ view }: { view: ReportView }) => {
  const { path } = view
  const { search, ask: askScreen } = useScreenAddress()
  const asked = readAsked(view, search)
  const openedFromAlarm = asked.fromAlarm !== null && asked.filters === null
  const [everyS, setEveryS] = useState(view.live === null ? null : (view.live.find((one) => one >= usualEveryS) ?? null))
  const rows = useReportRows(path, asked, everyS)
  const content = (rows.isError && openedFromAlarm ? null : rows.data?.content) ?? NO_ROWS
  const count = useReportCount(path, asked, rows.data !== undefined && rows.data.totalElements === null)
  const total = rows.data?.totalElements ?? count.data?.totalElements ?? null
  const totals = rows.data?.totals ?? count.data?.totals ?? null

  const [typed, setTyped] = useTyped(view, asked, search['filters'])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [hidden, setHidden] = useState(() => keptColumns(path))
  const [open, setOpen] = useState<Open | null>(null)
  const [testToCancel, setTestToCancel] = useState<Row | null>(null)
  const [firmwareAsked, setFirmwareAsked] = useState<{ readonly action: RowOperation; readonly row: Row } | null>(null)
  const [entityAsked, setEntityAsked] = useState<{ readonly action: EntityAction; readonly row: Row } | null>(null)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [allFilters, setAllFilters] = useState(false)
  const isNarrow = useNarrow()
  const [rateUnit, setRateUnit] = useState<RateUnit>('permille')
  const canHandle = view.rowActions.includes('handleAlarm')
  const canDecide = view.rowActions.includes('decideFence') && readSession().notDemo
  const canAbort = view.rowActions.includes('abortUpgrade')
  const isFirmware = view.rowActions.includes('orderUpgrade') || view.rowActions.includes('saveFirmware')
  const canMove = view.entity?.movable === true && view.entity.actions.includes('change')

  useEffect(() => setChosen(new Set()), [search])

  const ask = (more: Partial<Asked>): void => askScreen(searchOf({ ...asked, ...more }, search['tab']))
  const readAgain = (): void =>
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === path && queryKey[0] !== 'report' })
  const changedRows = (): void => {
    setChosen(new Set())
    readAgain()
  }
  const startOver = (): void => askScreen(search['tab'] === undefined ? {} : { tab: search['tab'] })

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const without = missingFilters(view, typed)
    if (without.length > 0) return void toast('warning', missing(without))
    setFiltersOpen(false)
    ask({ filters: typed, fromAlarm: null, page: 0 })
    readAgain()
  }

  const handleChosen = (): void => {
    if (chosen.size === 0) toast('warning', text(WORDS.needRow)) // spec 5.4
    else setOpen(canDecide ? { action: 'decide', ids: [...chosen] } : { action: 'handle', alarmIds: [...chosen] })
  }

  const handled = (): void => {
    setOpen(null)
    setChosen(new Set())
    readAgain()
  }

  // One line of filters, and those that restrict something; on a phone all of them behind a button of their own.
  const shownFilters = isNarrow || allFilters ? view.filters : filtersOfOneLine(view.filters, typed, filtersAtFirst)
  const shownColumns = view.columns.filter(({ name }) => !hidden.has(name))
  // A phone has room for little beside the plate, least for a name that is mostly the same.
  const visible = isNarrow ? shownColumns.toSorted((a, b) => Number(a.kind === 'company') - Number(b.kind === 'company')) : shownColumns
  const widths = useMemo(() => columnWidths(view.columns, content, totals), [view, content, totals])
  const actions = actionsColumn(view, isNarrow, (action, row) => {
    if (isFirmwareAction(action)) return setFirmwareAsked({ action, row })
    if (action === 'cancelTest') return setTestToCancel(row)
    if (action === 'showGauge') return askScreen({ ...search, gauge: idOf(row) })
    if (opensTest(action)) return askScreen({ ...search, test: idOf(row), ...(action === 'printTest' ? { print: '1' } : {}) })
    if (action === 'correct') return setOpen({ action, alarmId: idOf(row) })
    setOpen(
      action === 'handle' || action === 'confirm'
        ? { action, alarmIds: [idOf(row)] }
        : action === 'decide' || action === 'look'
          ? { action: 'decide', ids: [idOf(row)] }
          : { action, row },
    )
  })
  const columns = [
    ...(canHandle || canMove || canDecide || canAbort ? [chosenColumn({ rows: content, chosen, onChoose: setChosen })] : []),
    ...dataColumns({
      widths,
      columns: visible,
      totals,
      asked,
      rateUnit,
      onSort: (sortBy, sortOrder) => ask({ sortBy, sortOrder, page: 0 }),
      openPlace: (place) => setOpen({ action: 'place', place }),
    }),
    ...actionColumns(view, isNarrow, (action, row) => setEntityAsked({ action, row })),
    ...(actions === null ? [] : [actions]),
  ]

  return (
    <div className="report">
      <header className="report-head">
        <h1>{view.title}</h1>
        {openedFromAlarm && (
          <p className="report-from-alarm">
            {text(WORDS.fromAlarm)}
            <button className="cell-button" onClick={startOver}>
              {text(WORDS.showAll)}
            </button>
          </p>
        )}
        {view.entity && (
          <Suspense>
            <BaseDataDesk
              view={view.entity}
              asked={entityAsked}
              onClose={() => setEntityAsked(null)}
              onChanged={changedRows}
              chosen={[...chosen]}
            />
          </Suspense>
        )}
        {view.rowActions.includes('runTest') && (
          <Suspense>
            <TestDesk toCancel={testToCancel} onClose={() => setTestToCancel(null)} onChanged={changedRows} />
          </Suspense>
        )}
        {isFirmware && (
          <Suspense>
            <FirmwareDesk
              view={view}
              asked={firmwareAsked}
              onClose={() => setFirmwareAsked(null)}
              onChanged={changedRows}
              chosen={content.filter((row) => chosen.has(idOf(row)))}
            />
          </Suspense>
        )}
        <ReportTools
          view={view}
          asked={asked}
          filtersOpen={filtersOpen}
          onFiltersOpen={setFiltersOpen}
          onHandle={canHandle || canDecide ? handleChosen : null}
          chosen={chosen.size}
          rateUnit={rateUnit}
          onRateUnit={setRateUnit}
          everyS={everyS}
          onEveryS={setEveryS}
          hidden={hidden}
          onHidden={(next) => {
            setHidden(next)
            keepColumns(path, next)
          }}
        />
      </header>
      <ReportTabs view={view} />
      <form className="report-filters" data-open={filtersOpen} onSubmit={submit}>
        {shownFilters.map((filter) => (
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
          <button type="button" className="button" onClick={startOver}>
            {text(WORDS.reset)}
          </button>
          {!isNarrow && view.filters.length > filtersAtFirst && (
            <button type="button" className="cell-button" aria-expanded={allFilters} onClick={() => setAllFilters(!allFilters)}>
              {text(allFilters ? WORDS.fewer : WORDS.more)}
            </button>
          )}
        </div>
      </form>
      <StaleNote query={rows} />
      <ReportChart view={view} asked={asked} rows={content} />
      <LossNotice view={view} rows={content} />
      <DataGrid
        label={view.title}
        columns={columns}
        rows={content}
        rowKey={idOf}
        busy={rows.isFetching}
        withTotals={totals !== null && visible.some(({ name }) => totals[name] !== undefined)}
        empty={
          rows.error instanceof CallError && rows.error.outcome === 'refused' && openedFromAlarm ? (
            // A refusal stays one: the alarm was superseded by late data, or there is none.
            <>
              <p>{rows.error.message}</p>
              <button type="button" className="button" tabIndex={-1} onClick={startOver}>
                {text(WORDS.showAll)}
              </button>
            </>
          ) : rows.isError && rows.data === undefined ? (
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
              <p>{view.emptyHint ?? text(view.entity ? WORDS.emptyList : WORDS.emptyWhy)}</p>
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
          showTotal={() =>
            total === null ? '' : text({ zh: `共 ${shownWhole(total)} 条`, en: total === 1 ? '1 row' : `${shownWhole(total)} rows` })
          }
          onChange={(page, size) => ask({ page: size === asked.size ? page - 1 : 0, size })}
        />
      </footer>
      {open?.action === 'handle' && <HandleDialog alarmIds={open.alarmIds} onDone={handled} onCancel={() => setOpen(null)} />}
      {open?.action === 'confirm' && <ConfirmDialog alarmIds={open.alarmIds} onDone={handled} onCancel={() => setOpen(null)} />}
      {open?.action === 'sign' && <SignDialog row={open.row} onDone={handled} onCancel={() => setOpen(null)} />}
      {open?.action === 'resend' && <ResendDialog row={open.row} onDone={handled} onCancel={() => setOpen(null)} />}
      {open?.action === 'topUp' && <TopUpDialog row={open.row} onDone={handled} onCancel={() => setOpen(null)} />}
      {(open?.action === 'detail' || open?.action === 'curve') && (
        <RowDrawer view={view} row={open.row} shows={open.action} onClose={() => setOpen(null)} />
      )}
      {open?.action === 'decide' && (
        <Suspense>
          <DecideDialog ids={open.ids} onDone={handled} onCancel={() => setOpen(null)} />
        </Suspense>
      )}
      {open?.action === 'correct' && (
        <Suspense>
          <CorrectDialog about={{ alarmId: open.alarmId }} onDone={handled} onCancel={() => setOpen(null)} />
        </Suspense>
      )}
      {open?.action === 'place' && <PlaceDialog place={open.place} onClose={() => setOpen(null)} />}
    </div>
  )
}
