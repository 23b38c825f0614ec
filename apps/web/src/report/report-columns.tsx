import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { language, text } from '../language.ts'
import type { GridColumn } from '../ui/data-grid.tsx'
import { type ReportColumn, unknownText } from './cell-text.ts'
import { CELLS, type Place } from './cells.tsx'
import { columnTitle, fittedWidthPx, textWidthPx } from './column-widths.ts'
import { OverflowMenu, ActionsHeading, oneButtonPx } from './overflow-menu.tsx'
import type { Asked } from './report-query.ts'

export type Row = ReportRows['content'][number]
export type RateUnit = 'permille' | 'percent'

export const idOf = (row: Row): string => String(row['id'])

const WORDS = {
  totals: { zh: '合计', en: 'Total' },
  operation: { zh: '操作', en: 'Action' },
  handle: { zh: '处理', en: 'Handle' },
  confirm: { zh: '改判', en: 'Change verdict' },
  sign: { zh: '签收', en: 'Sign' },
  resend: { zh: '重发', en: 'Resend' },
  topUp: { zh: '充值', en: 'Recharge' },
  correct: { zh: '修正围栏', en: 'Correct' },
  decide: { zh: '审批', en: 'Decide' },
  look: { zh: '查看', en: 'View' },
  detail: { zh: '详情', en: 'Details' },
  continueTest: { zh: '继续', en: 'Continue' },
  cancelTest: { zh: '取消', en: 'Cancel' },
  showTest: { zh: '查看', en: 'View' },
  showGauge: { zh: '查看', en: 'View' },
  printTest: { zh: '打印', en: 'Print' },
  curve: { zh: '曲线', en: 'Levels' },
  retry: { zh: '重试', en: 'Retry' },
  abort: { zh: '中止', en: 'Abort' },
  save: { zh: '下载', en: 'Save' },
  remove: { zh: '删除', en: 'Delete' },
  selectPage: { zh: '选择本页全部', en: 'Select all on this page' },
  selectRow: { zh: '选择此行', en: 'Select this row' },
} as const

/** A loss rate in per cent where the user wants it so (spec 9). */
export const shownIn = (rateUnit: RateUnit, column: ReportColumn): ReportColumn =>
  column.kind === 'loss-rate' && rateUnit === 'percent' ? { ...column, unit: '%' } : column
const valueIn = (rateUnit: RateUnit, { kind }: ReportColumn, value: unknown): unknown =>
  kind === 'loss-rate' && rateUnit === 'percent' && typeof value === 'number' ? value / 10 : value

/** Widths by column name, as the rows of the page need them; without rows as their kinds have them. */
export const columnWidths = (
  columns: readonly ReportColumn[],
  rows: readonly Row[],
  totals: ReportRows['totals'],
): ReadonlyMap<string, number> =>
  new Map(
    columns.map((column) => {
      const { name, kind, sortable } = column
      const shown = rows.map((row) => row[name])
      const fitted = fittedWidthPx(column, totals?.[name] === undefined ? shown : [...shown, totals[name]])
      const title = textWidthPx(columnTitle(column)) + (sortable ? 38 : 22)
      const unknown = Math.max(0, ...rows.map((row) => textWidthPx(unknownText(row, column) ?? '') + 18))
      return [name, Math.ceil(Math.max(title, unknown, fitted ?? CELLS[kind].widthPx))]
    }),
  )

type DataColumns = {
  /** As `columnWidths` has them. */
  readonly widths: ReadonlyMap<string, number>
  readonly columns: readonly ReportColumn[]
  readonly totals: ReportRows['totals']
  readonly asked: Asked
  readonly rateUnit: RateUnit
  readonly onSort: (by: string, order: 'asc' | 'desc') => void
  readonly openPlace: (place: Place) => void
}

/** The columns of the report as the grid draws them. */
export const dataColumns = ({ widths, columns, totals, asked, rateUnit, onSort, openPlace }: DataColumns): GridColumn<Row>[] =>
  columns.map((given, index) => {
    const column = shownIn(rateUnit, given)
    const kind = CELLS[column.kind]
    const sum = totals?.[column.name]
    const sorted = asked.sortBy === column.name ? asked.sortOrder : null
    const draw = (value: unknown) => kind.draw(valueIn(rateUnit, column, value), column, { openPlace })
    return {
      key: column.name,
      title: columnTitle(column),
      hint: column.hint,
      widthPx: widths.get(column.name) ?? kind.widthPx,
      // Who reads far to the right still sees whose row it is.
      ...(index === 0 ? { pinned: 'start' as const } : { grows: true }),
      ...(kind.align ? { align: kind.align } : {}),
      ...(column.sortable ? { sort: sorted, onSort: () => onSort(column.name, sorted === 'desc' ? 'asc' : 'desc') } : {}),
      cell: (row) => {
        const unknown = unknownText(row, column)
        return unknown === undefined ? draw(row[column.name]) : <span className="cell-unknown">{unknown}</span>
      },
      total: sum !== undefined ? draw(sum) : index === 0 ? text(WORDS.totals) : null,
    }
  })

type ChosenRows = {
  readonly rows: readonly Row[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
}

/** The boxes at the left edge. */
export const chosenColumn = ({ rows, chosen, onChoose }: ChosenRows): GridColumn<Row> => {
  const all = rows.length > 0 && rows.every((row) => chosen.has(idOf(row)))
  return {
    key: ' chosen',
    widthPx: 36,
    pinned: 'start',
    title: (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={text(WORDS.selectPage)}
        checked={all}
        onChange={() => onChoose(new Set(all ? [] : rows.map(idOf)))}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={text(WORDS.selectRow)}
        checked={chosen.has(idOf(row))}
        onChange={() => {
          const next = new Set(chosen)
          if (!next.delete(idOf(row))) next.add(idOf(row))
          onChoose(next)
        }}
      />
    ),
  }
}

export type RowOperation =
  | 'handle'
  | 'confirm'
  | 'sign'
  | 'resend'
  | 'topUp'
  | 'decide'
  | 'correct'
  | 'look'
  | 'detail'
  | 'curve'
  | 'retry'
  | 'abort'
  | 'save'
  | 'remove'
  | 'continueTest'
  | 'cancelTest'
  | 'showTest'
  | 'printTest'
  | 'showGauge'

/** Row actions that have a button of their own in the row. */
const ROW_BUTTONS = [
  'handleAlarm',
  'signHandover',
  'resendMessage',
  'topUp',
  'decideFence',
  'correctFence',
  'openDetail',
  'openCurve',
  'retryUpgrade',
  'abortUpgrade',
  'saveFirmware',
  'removeFirmware',
  'showTest',
  'runTest',
  'showGauge',
] as const

/** The longest word for an action and the gap beside it. */
const actionWidthPx = language === 'zh' ? 40 : 60

/** An open test is gone on with or given up, a report is looked at or printed. */
const testActions = (row: Row, mayRun: boolean): RowOperation[] =>
  row['result'] !== 'open'
    ? ['showTest', ...(row['reportNo'] === null ? [] : (['printTest'] as const))]
    : mayRun
      ? ['continueTest', 'cancelTest']
      : ['showTest']

/** An alarm of a truck that worked outside a fence. */
const isAboutFence = (row: Row): boolean => ['unloaded-outside', 'loaded-outside'].includes(String(row['kind']))

/** What may be done with this row, on a phone behind one button; null when nothing may be done with any. */
export const actionsColumn = (
  view: ReportView,
  isNarrow: boolean,
  onAction: (action: RowOperation, row: Row) => void,
): GridColumn<Row> | null => {
  const may = new Set(view.rowActions)
  const isJudged = view.columns.some(({ name }) => name === 'confirm')
  const actionsOf = (row: Row): RowOperation[] => [
    ...(may.has('handleAlarm') ? (row['handled'] !== true ? (['handle'] as const) : isJudged ? (['confirm'] as const) : []) : []),
    ...(may.has('signHandover') && row['state'] !== 'signed' ? (['sign'] as const) : []),
    ...(may.has('resendMessage') && row['state'] === 'failed' ? (['resend'] as const) : []),
    ...(may.has('topUp') ? (['topUp'] as const) : []),
    ...(may.has('decideFence') ? ([row['status'] === 'pending' ? 'decide' : 'look'] as const) : []),
    ...(may.has('correctFence') && isAboutFence(row) ? (['correct'] as const) : []),
    ...(may.has('retryUpgrade') && ['failed', 'stopped'].includes(String(row['state'])) ? (['retry'] as const) : []),
    ...(may.has('abortUpgrade') && ['waiting', 'sending', 'synchronizing'].includes(String(row['state'])) ? (['abort'] as const) : []),
    ...(may.has('saveFirmware') ? (['save'] as const) : []),
    ...(may.has('removeFirmware') ? (['remove'] as const) : []),
    ...(may.has('showTest') ? testActions(row, may.has('runTest')) : []),
    ...(may.has('showGauge') ? (['showGauge'] as const) : []),
    ...(may.has('openDetail') ? (['detail'] as const) : []),
    ...(may.has('openCurve') ? (['curve'] as const) : []),
  ]
  const most = ROW_BUTTONS.filter((action) => may.has(action)).length
  if (most === 0) return null
  const overflowMenu = isNarrow && most > 1
  return {
    key: ' actions',
    widthPx: overflowMenu ? oneButtonPx : 20 + most * actionWidthPx,
    title: overflowMenu ? <ActionsHeading /> : text(WORDS.operation),
    pinned: 'end',
    cell: (row) => {
      const actions = actionsOf(row)
      if (actions.length === 0) return null
      if (overflowMenu)
        return (
          <OverflowMenu
            actions={actions.map((action) => ({ name: action, label: text(WORDS[action]), onPick: () => onAction(action, row) }))}
          />
        )
      return (
        <span className="cell-actions">
          {actions.map((action) => (
            <button key={action} type="button" className="cell-button" tabIndex={-1} onClick={() => onAction(action, row)}>
              {text(WORDS[action])}
            </button>
          ))}
        </span>
      )
    },
  }
}
