import type { ReportView } from '@tanker/contract/report-view'
import { language, text } from '../platform/language.ts'
import type { GridColumn } from '../platform/ui/data-grid.tsx'
import { actionsOnRows, inRow, type ListAction, mostInRow, type Row } from './actions.ts'
import { textWidthPx } from './column-widths.ts'
import { ActionsHeading, oneButtonPx, OverflowMenu } from './overflow-menu.tsx'

const WORDS = { operation: { zh: '操作', en: 'Actions' } } as const

/** The usual label and the gap beside it. */
const actionWidthPx = language === 'zh' ? 40 : 60
const gapPx = 10
const paddingPx = 20
type OnAction = (action: ListAction, rows: readonly Row[]) => void

const labelsPx = (actions: readonly ListAction[]): number =>
  actions.reduce((sum, { row }) => sum + Math.max(actionWidthPx, Math.ceil(textWidthPx(row ?? '')) + gapPx), 0)

/** Wide enough for the buttons of each row of the page. */
const widthPx = (actions: readonly ListAction[], rows: readonly Row[]): number =>
  paddingPx + Math.max(mostInRow(actions, rows) * actionWidthPx, ...rows.map((row) => labelsPx(inRow(actions, row))))

const buttons = (all: readonly ListAction[], rows: readonly Row[], onAction: OnAction): GridColumn<Row> => ({
  key: ' actions',
  widthPx: widthPx(all, rows),
  title: text(WORDS.operation),
  pinned: 'end',
  cell: (row) => {
    const actions = inRow(all, row)
    if (actions.length === 0) return null
    return (
      <span className="cell-actions">
        {actions.map((action) => (
          <button key={action.name} type="button" className="cell-button" tabIndex={-1} onClick={() => onAction(action, [row])}>
            {action.row}
          </button>
        ))}
      </span>
    )
  },
})

const menu = (all: readonly ListAction[], onAction: OnAction): GridColumn<Row> => ({
  key: ' actions',
  widthPx: oneButtonPx,
  title: <ActionsHeading />,
  pinned: 'end',
  cell: (row) => {
    const actions = inRow(all, row)
    if (actions.length === 0) return null
    return (
      <OverflowMenu
        actions={actions.map((action) => ({ name: action.name, label: action.row ?? '', onPick: () => onAction(action, [row]) }))}
      />
    )
  },
})

/** The column of the actions that apply to each row; on a phone one button for all of them, unless no row has more than one. */
export function actionColumns(view: ReportView, rows: readonly Row[], isNarrow: boolean, onAction: OnAction): GridColumn<Row>[] {
  const all = actionsOnRows(view)
  if (all.length === 0) return []
  return [isNarrow && mostInRow(all, rows) > 1 ? menu(all, onAction) : buttons(all, rows, onAction)]
}
