import type { ReportView } from '@tanker/contract/report-view'
import { language, text } from '../platform/language.ts'
import type { GridColumn } from '../platform/ui/data-grid.tsx'
import { type ActionGroup, actionGroups, inRow, type ListAction, mostInRow, type Row } from './actions.ts'
import { textWidthPx } from './column-widths.ts'
import { ActionsHeading, oneButtonPx, OverflowMenu } from './overflow-menu.tsx'

const WORDS = { operation: { zh: '操作', en: 'Action' } } as const

/** The usual label and the gap beside it. */
const actionWidthPx = language === 'zh' ? 40 : 60
const gapPx = 10
const paddingPx = 20
/** A column of one button with its own title. */
const titledWidthPx = language === 'zh' ? 52 : 70
const titlePaddingPx = 26

type OnAction = (action: ListAction, rows: readonly Row[]) => void

const labelsPx = (actions: readonly ListAction[]): number =>
  actions.reduce((sum, { row }) => sum + Math.max(actionWidthPx, Math.ceil(textWidthPx(row ?? '')) + gapPx), 0)

/** Wide enough for the buttons of each row of the page. */
function widthPx(group: ActionGroup, rows: readonly Row[]): number {
  if (group.title !== null) {
    const longest = Math.max(...[group.title, ...group.actions.map(({ row }) => row ?? '')].map(textWidthPx))
    return Math.max(titledWidthPx, Math.round(longest) + titlePaddingPx)
  }
  const shown = rows.map((row) => labelsPx(inRow(group, row)))
  return paddingPx + Math.max(mostInRow(group, rows) * actionWidthPx, ...shown)
}

const buttons = (group: ActionGroup, rows: readonly Row[], onAction: OnAction): GridColumn<Row> => ({
  key: ` ${group.title ?? ''}`,
  widthPx: widthPx(group, rows),
  title: group.title ?? text(WORDS.operation),
  pinned: 'end',
  cell: (row) => {
    const actions = inRow(group, row)
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

const menu = (group: Pick<ActionGroup, 'actions'>, onAction: OnAction): GridColumn<Row> => ({
  key: ' actions',
  widthPx: oneButtonPx,
  title: <ActionsHeading />,
  pinned: 'end',
  cell: (row) => {
    const actions = inRow(group, row)
    if (actions.length === 0) return null
    return (
      <OverflowMenu
        actions={actions.map((action) => ({ name: action.name, label: action.row ?? '', onPick: () => onAction(action, [row]) }))}
      />
    )
  },
})

/** Columns of the actions that apply to each row; on a phone one button for all of them, unless no row has more than one. */
export function actionColumns(view: ReportView, rows: readonly Row[], isNarrow: boolean, onAction: OnAction): GridColumn<Row>[] {
  const groups = actionGroups(view)
  const all = { title: null, actions: groups.flatMap(({ actions }) => actions) }
  if (isNarrow && mostInRow(all, rows) > 1) return [menu(all, onAction)]
  return groups.map((group) => buttons(group, rows, onAction))
}
