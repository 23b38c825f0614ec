import { cargoCalls } from '@tanker/contract/endpoints/cargo'
import type { OperationRow } from '@tanker/contract/flow-change'
import type { FilterKind, FilterValue } from '@tanker/contract/report-view'
import { productName } from '@tanker/domain/products/product-name'
import type { Text } from '@tanker/domain/texts/text'
import { keepPreviousData } from '@tanstack/react-query'
import { BoardLink } from '../../platform/account/board-link.tsx'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { readSession } from '../../platform/calls/session.ts'
import { text } from '../../platform/language.ts'
import { firstPeriod } from '../../platform/screen-frame/filter-values.ts'
import { FilterField } from '../../report/filters.tsx'
import { ownFilter } from '../../platform/screen-frame/own-filter.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { shownDecimal, shownDuration, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { DataGrid, type GridColumn } from '../../platform/ui/data-grid.tsx'
import { CloseIcon } from '../../platform/ui/icons.tsx'
import { toast } from '../../platform/ui/toast.ts'
import './flow-change.css'
import { OperationFlow } from './operation-flow.tsx'

const WORDS = {
  title: { zh: '流量变化', en: 'Flow-rate change' },
  scope: { zh: '组织或车辆', en: 'Organisation or truck' },
  period: { zh: '时间', en: 'Period' },
  compartments: { zh: '仓', en: 'Compartments' },
  plate: { zh: '车牌号', en: 'Plate' },
  compartment: { zh: '仓', en: 'No.' },
  product: { zh: '油品', en: 'Product' },
  direction: { zh: '作业', en: 'Operation' },
  started: { zh: '开始时间', en: 'Started' },
  lasted: { zh: '时长', en: 'Duration' },
  moved: { zh: '油量 (L)', en: 'Moved (L)' },
  average: { zh: '平均流量 (L/min)', en: 'Average (L/min)' },
  steps: { zh: '突变次数', en: 'Steps' },
  place: { zh: '地点', en: 'Place' },
  open: { zh: '进行中', en: 'going on' },
  flow: { zh: '流量曲线', en: 'Flow' },
  show: { zh: '查看', en: 'Show' },
  close: { zh: '关闭', en: 'Close' },
  empty: { zh: '暂无数据', en: 'No data' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '数据加载失败，请重试', en: 'The operations could not be loaded, please try again' },
  again: { zh: '重试', en: 'Try again' },
  more: { zh: '仅显示最近 500 次作业，请缩小范围。', en: 'Only the newest 500 operations are shown. Please narrow the filters.' },
  needScope: { zh: '请选择组织或车辆', en: 'Please choose an organisation or a truck' },
} as const

const DIRECTION_TEXTS: Readonly<Record<OperationRow['direction'], Text>> = {
  loading: { zh: '装油', en: 'Loading' },
  unloading: { zh: '卸油', en: 'Unloading' },
}

const SCOPE = ownFilter('scope', 'truck-or-organisation', WORDS.scope)
const PERIOD = ownFilter('period', 'period', WORDS.period, { maxDays: 31 }) // spec 5.4
const COMPARTMENTS = ownFilter('compartments', 'compartment', WORDS.compartments)

type Asked = {
  readonly scope: FilterValue<'truck-or-organisation'>
  readonly period: FilterValue<'period'>
  readonly compartments: readonly number[]
}

/** The whole of the user's organisation, today and the six days before. */
const firstAsked = (): Asked => {
  const now = new Date()
  return {
    scope: { truckIds: [], organisationIds: [readSession().userInfo.organisationId] },
    period: firstPeriod(PERIOD, new Date(now.getFullYear(), now.getMonth(), now.getDate())),
    compartments: [],
  }
}

const useOperations = ({ scope, period, compartments }: Asked) =>
  useEndpoint(cargoCalls.operations, { ...scope, ...period, compartments }, { purpose: 'action', placeholderData: keepPreviousData })

const keyOf = ({ truckId, compartment, startedAt }: OperationRow): string => `${truckId} ${compartment} ${startedAt}`

const columnsOf = (picked: string | null, onPick: (row: OperationRow) => void): readonly GridColumn<OperationRow>[] => [
  {
    key: 'show',
    title: text(WORDS.flow),
    widthPx: 92,
    cell: (row) => (
      <button type="button" className="cell-button" tabIndex={-1} aria-pressed={keyOf(row) === picked} onClick={() => onPick(row)}>
        {text(WORDS.show)}
      </button>
    ),
  },
  {
    key: 'plate',
    title: text(WORDS.plate),
    widthPx: 108,
    cell: ({ truckId, signCode }) => (
      <BoardLink search={{ truck: String(truckId) }} tabIndex={-1}>
        {signCode}
      </BoardLink>
    ),
  },
  { key: 'compartment', title: text(WORDS.compartment), widthPx: 60, align: 'end', cell: ({ compartment }) => compartment },
  { key: 'direction', title: text(WORDS.direction), widthPx: 96, cell: ({ direction }) => text(DIRECTION_TEXTS[direction]) },
  { key: 'product', title: text(WORDS.product), widthPx: 110, cell: ({ oilCode }) => text(productName(oilCode)) },
  { key: 'started', title: text(WORDS.started), widthPx: 152, cell: ({ startedAt }) => shownTime(startedAt) },
  {
    key: 'lasted',
    title: text(WORDS.lasted),
    widthPx: 116,
    align: 'end',
    cell: ({ startedAt, endedAt }) => (endedAt === null ? text(WORDS.open) : shownDuration(Date.parse(endedAt) - Date.parse(startedAt))),
  },
  {
    key: 'moved',
    title: text(WORDS.moved),
    widthPx: 108,
    align: 'end',
    cell: ({ movedL }) => (movedL === null ? '–' : shownDecimal(movedL, 1)),
  },
  {
    key: 'average',
    title: text(WORDS.average),
    widthPx: 136,
    align: 'end',
    cell: ({ averageLpm }) => (averageLpm === null ? '–' : shownWhole(averageLpm)),
  },
  {
    key: 'steps',
    title: text(WORDS.steps),
    widthPx: 84,
    align: 'end',
    cell: ({ steps }) => (steps > 0 ? <b className="flow-steps">{steps}</b> : 0),
  },
  { key: 'place', title: text(WORDS.place), widthPx: 150, grows: true, cell: ({ place }) => <span title={place}>{place || '–'}</span> },
]

const operationName = ({ signCode, compartment, direction, startedAt }: OperationRow): string =>
  text({
    zh: `${signCode} ${compartment}仓 ${DIRECTION_TEXTS[direction].zh} ${shownTime(startedAt)}`,
    en: `${signCode}, compartment ${compartment}, ${DIRECTION_TEXTS[direction].en.toLowerCase()}, ${shownTime(startedAt)}`,
  })

/** cargo_monitor/event_report/flow_change: how fast it flowed in every loading and unloading; a hose tapped off shows as a step. */
export const FlowChange = () => {
  const [asked, setAsked] = useState(firstAsked)
  const [typed, setTyped] = useState(asked)
  const [picked, setPicked] = useState<OperationRow | null>(null)
  const { data, isError, isPending, isFetching, refetch } = useOperations(asked)
  const shown = picked ?? data?.rows.find(({ steps }) => steps > 0) ?? data?.rows[0] ?? null
  const columns = useMemo(() => columnsOf(shown && keyOf(shown), setPicked), [shown])

  const search = (): void => {
    if (typed.scope.truckIds.length + typed.scope.organisationIds.length === 0) return void toast('warning', text(WORDS.needScope)) // spec 5.4
    setPicked(null)
    setAsked(typed)
    if (typed === asked) void refetch()
  }

  return (
    <ScreenFrame
      title={text(WORDS.title)}
      onSearch={search}
      filters={
        <>
          <FilterField
            filter={SCOPE}
            value={typed.scope}
            onChange={(value) =>
              setTyped({
                ...typed,
                scope: (value as FilterValue<'truck-or-organisation'> | undefined) ?? { truckIds: [], organisationIds: [] },
              })
            }
          />
          <FilterField
            filter={PERIOD}
            value={typed.period}
            onChange={(value: FilterValue<FilterKind> | undefined) =>
              value !== undefined && setTyped({ ...typed, period: value as FilterValue<'period'> })
            }
          />
          <FilterField
            filter={COMPARTMENTS}
            value={[...typed.compartments]}
            onChange={(value: FilterValue<FilterKind> | undefined) =>
              setTyped({ ...typed, compartments: (value as number[] | undefined) ?? [] })
            }
          />
        </>
      }
    >
      <div className="flow-parts">
        <DataGrid
          label={text(WORDS.title)}
          columns={columns}
          rows={data?.rows ?? []}
          rowKey={keyOf}
          busy={isFetching}
          empty={
            isError ? (
              <>
                <p>{text(WORDS.failed)}</p>
                <button type="button" className="button" tabIndex={-1} onClick={() => void refetch()}>
                  {text(WORDS.again)}
                </button>
              </>
            ) : isPending ? (
              text(WORDS.loading)
            ) : (
              text(WORDS.empty)
            )
          }
        />
        {data?.more && <p className="flow-more">{text(WORDS.more)}</p>}
        {shown && (
          <section className="flow-picked" aria-label={text(WORDS.flow)}>
            <header>
              <h2>{operationName(shown)}</h2>
              {picked && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={text(WORDS.close)}
                  title={text(WORDS.close)}
                  onClick={() => setPicked(null)}
                >
                  <CloseIcon />
                </button>
              )}
            </header>
            <OperationFlow operation={shown} />
          </section>
        )}
      </div>
    </ScreenFrame>
  )
}
