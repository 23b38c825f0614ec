import type { FilterKind, FilterValue, ReportView } from '@tanker/contract/report-view'
import { type SubmitEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { useScreenAddress } from '../platform/screen-frame/screen-address.ts'
import { DataGrid } from '../platform/ui/data-grid.tsx'
import { Pagination } from '../platform/ui/pagination.tsx'
import { StaleNote } from '../platform/ui/stale-note.tsx'
import { toast } from '../platform/ui/toast.ts'
import { ListButtons, TickedButtons } from './action-buttons.tsx'
import { actionColumns } from './action-columns.tsx'
import { type LoadAction, actionsOnTicked, idOf, type Row } from './actions.ts'
import type { Place } from './cells.tsx'
import { filtersOfOneLine, type FilterValues, missingFilters, withFilter } from '../platform/screen-frame/filter-values.ts'
import { FilterField } from './filters.tsx'
import { EmptyList } from './empty-list.tsx'
import { emptyIn, type EmptyColumns, resultOf } from './empty-columns.ts'
import { keepColumns, keptColumns, leftOutColumns, shownColumns } from './hidden-columns.ts'
import { ListViews } from './list-views.tsx'
import { LongListNotice } from './long-list-notice.tsx'
import { NoTotalsNotice } from './no-totals-notice.tsx'
import { LossNotice } from './loss-notice.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { dayOf, withinDay } from './one-day.ts'
import { addressesOf, type OpenedView } from './opened-view.ts'
import { PickedChips } from './picked-chips.tsx'
import { type Picked, togglePicked } from './picked.ts'
import { usePrintedList } from './printed-list.tsx'
import { ReportChart } from './report-chart.tsx'
import { chosenColumn, columnWidths, dataColumns, type RateUnit } from './report-columns.tsx'
import { type Asked, PAGE_SIZES, readAsked } from './asked.ts'
import { readReportAgain, useReportCount, useReportRows } from './report-query.ts'
import { ReportTabs } from './report-tabs.tsx'
import { ReportTools } from './report-tools.tsx'
import { useActions } from './use-actions.tsx'
import { truckIn, useListTruck, useTruckLookedAt } from './use-list-truck.ts'
import { useNarrow } from './use-narrow.ts'
import { choiceOf } from './view-content.ts'

const WORDS = {
  search: { zh: '查询', en: 'Search' },
  reset: { zh: '重置', en: 'Reset' },
  fromAlarm: { zh: '仅显示所点击的报警', en: 'Showing the clicked alarm only' },
  more: { zh: '更多条件', en: 'More filters' },
  fewer: { zh: '收起', en: 'Fewer filters' },
  showAll: { zh: '显示全部', en: 'Show all' },
} as const

const NO_ROWS: readonly Row[] = []
const NO_COLUMNS: EmptyColumns['names'] = new Set()

const missing = (labels: readonly string[]): string => text({ zh: `请选择${labels.join('、')}`, en: `Please choose: ${labels.join(', ')}` })

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

/** Columns without a value in this result; while another one is being read, those of the last. */
function useEmptyColumns(view: ReportView, asked: Asked, rows: readonly Row[]): EmptyColumns['names'] {
  const [held, setHeld] = useState<EmptyColumns | null>(null)
  const now = rows.length === 0 ? held : emptyIn(held, resultOf(asked), view.columns, rows, asked.sortBy)
  if (now !== held) setHeld(now)
  return now?.names ?? NO_COLUMNS
}

const NO_VIEW_OPENED: OpenedView = { view: null, gone: false }

type ReportTableProps = { readonly view: ReportView; readonly opened?: OpenedView; readonly loadAction: LoadAction }

export const ReportTable = ({ view, opened = NO_VIEW_OPENED, loadAction }: ReportTableProps) => {
  const { path } = view
  const { search, ask: askScreen } = useScreenAddress()
  const content = opened.view?.content ?? null
  const [atFirst, without] = useListTruck()
  const reader = { organisationId: readSession().userInfo.organisationId, now: new Date(), truckId: atFirst }
  const asked = readAsked(view, search, reader, content)
  const openedFromAlarm = asked.fromAlarm !== null && asked.filters === null
  const [everyS, setEveryS] = useState(view.live === null ? null : (view.live.find((one) => one >= usualEveryS) ?? null))
  const rows = useReportRows(path, asked, everyS)
  useTruckLookedAt(truckIn(view, asked), { isChosen: search['filters'] !== undefined, atFirst, without }, rows)
  const shownRows = (rows.isError && openedFromAlarm ? null : rows.data?.content) ?? NO_ROWS
  const count = useReportCount(path, asked, rows.data !== undefined && rows.data.totalElements === null)
  const total = rows.data?.totalElements ?? count.data?.totalElements ?? null
  const moreThan = total === null ? (count.data?.moreThan ?? null) : null
  const totals = rows.data?.totals ?? count.data?.totals ?? null
  const left = rows.data?.leftOut ?? count.data?.leftOut

  const [typed, setTyped] = useTyped(view, asked, search['filters'] ?? String(atFirst))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [kept, setKept] = useState(() => (content ? choiceOf(content) : keptColumns(path)))
  const empty = useEmptyColumns(view, asked, rows.isPlaceholderData ? NO_ROWS : shownRows)
  const leftOut = leftOutColumns(view.columns, kept, empty)
  const [place, setPlace] = useState<Place | null>(null)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [allFilters, setAllFilters] = useState(false)
  const isNarrow = useNarrow()
  const [rateUnit, setRateUnit] = useState<RateUnit>(content?.rateUnit ?? 'permille')
  useEffect(() => setChosen(new Set()), [search])

  const address = addressesOf(view, opened.view, search)
  const ask = (more: Partial<Asked>): void => askScreen(address.asking({ ...asked, ...more }))
  const { picked: _picked, ...unpicked } = asked
  const pick = (picked: Picked | undefined): void => askScreen(address.asking({ ...unpicked, ...(picked ? { picked } : {}), page: 0 }))
  const readAgain = (): void => readReportAgain(path)
  const actions = useActions(view, loadAction, () => {
    setChosen(new Set())
    readAgain()
  })
  const startOver = (): void => askScreen(address.atFirst)
  const backToView = (): void => {
    if (content === null) return
    setKept(choiceOf(content))
    setRateUnit(content.rateUnit)
    startOver()
  }

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const without = missingFilters(view, typed)
    if (without.length > 0) return void toast('warning', missing(without))
    setFiltersOpen(false)
    askScreen(address.asking({ ...unpicked, filters: typed, fromAlarm: null, page: 0 }))
    readAgain()
  }

  // One line of filters, and those that restrict something; on a phone all of them behind a button of their own.
  const shownFilters = isNarrow || allFilters ? view.filters : filtersOfOneLine(view.filters, typed, filtersAtFirst)
  const { from = null, until = null } = dayOf(view, asked.filters) ?? {}
  const ofDay = useMemo(() => withinDay(view.columns, from === null || until === null ? null : { from, until }), [view, from, until])
  const visible = shownColumns(ofDay, leftOut, isNarrow)
  const paper = usePrintedList(path, asked, { title: view.title, columns: shownColumns(ofDay, leftOut, false), rateUnit })
  const widths = useMemo(() => columnWidths(ofDay, shownRows, totals, left), [ofDay, shownRows, totals, left])
  const columns = [
    ...(actionsOnTicked(view).length > 0 ? [chosenColumn({ rows: shownRows, chosen, onChoose: setChosen })] : []),
    ...dataColumns({
      view,
      widths,
      columns: visible,
      totals,
      leftOut: left,
      asked,
      rateUnit,
      onSort: (sortBy, sortOrder) => ask({ sortBy, sortOrder, page: 0 }),
      openPlace: setPlace,
    }),
    ...actionColumns(view, shownRows, isNarrow, actions.start),
  ]

  return (
    <div className="report">
      <header className="report-head">
        <h1>{view.title}</h1>
        <ListViews
          view={view}
          opened={opened}
          asked={asked}
          reader={reader}
          choice={kept}
          rateUnit={rateUnit}
          onOpen={(one) => askScreen(address.of(one))}
          onBack={backToView}
        />
        {openedFromAlarm && (
          <p className="report-from-alarm">
            {text(WORDS.fromAlarm)}
            <button className="cell-button" onClick={startOver}>
              {text(WORDS.showAll)}
            </button>
          </p>
        )}
        <ListButtons view={view} running={actions.running} onAction={actions.start} />
        <ReportTools
          view={view}
          asked={asked}
          filtersOpen={filtersOpen}
          onFiltersOpen={setFiltersOpen}
          actions={
            <TickedButtons
              view={view}
              running={actions.running}
              onAction={actions.start}
              ticked={shownRows.filter((row) => chosen.has(idOf(row)))}
            />
          }
          rateUnit={rateUnit}
          onRateUnit={setRateUnit}
          onPrint={paper.print}
          everyS={everyS}
          onEveryS={setEveryS}
          choice={kept}
          empty={empty}
          onChoice={(next) => {
            setKept(next)
            // Of a view they are saved with the view.
            if (content === null) keepColumns(path, next)
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
      <ReportChart
        view={view}
        asked={asked}
        rows={shownRows}
        pending={rows.isPending}
        onPick={(picked) => pick(togglePicked(asked.picked, picked))}
      />
      <PickedChips view={view} asked={asked} rows={shownRows} onChange={pick} />
      <LossNotice view={view} rows={shownRows} pending={rows.isPending} />
      <LongListNotice view={view} total={total ?? moreThan} />
      <NoTotalsNotice columns={visible} moreThan={moreThan} />
      <DataGrid
        label={view.title}
        columns={columns}
        rows={shownRows}
        rowKey={idOf}
        busy={rows.isFetching}
        withTotals={totals !== null && visible.some(({ name }) => totals[name] !== undefined)}
        empty={
          <EmptyList
            view={view}
            asked={asked}
            rows={rows}
            onShowAll={startOver}
            onWithout={(filters) => askScreen(address.asking({ ...unpicked, filters, page: 0 }))}
          />
        }
      />
      <footer className="report-foot">
        <Pagination
          page={asked.page}
          size={asked.size}
          sizes={PAGE_SIZES}
          total={total}
          moreThan={moreThan}
          atLeast={asked.page * asked.size + shownRows.length + (shownRows.length === asked.size ? 1 : 0)}
          onChange={(page, size) => ask({ page, size })}
        />
      </footer>
      {actions.dialog}
      {paper.sheet}
      {place && <PlaceDialog place={place} onClose={() => setPlace(null)} />}
    </div>
  )
}
