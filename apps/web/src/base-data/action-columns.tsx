import type { RowOperation } from '@tanker/contract/base-data/define-entity'
import type { ReportView } from '@tanker/contract/report-view'
import { language, text } from '../language.ts'
import { OverflowMenu, ActionsHeading, oneButtonPx } from '../report/overflow-menu.tsx'
import type { GridColumn } from '../ui/data-grid.tsx'
import type { EntityAction } from './base-data-desk.tsx'

type Row = Readonly<Record<string, unknown>>

const WORDS = {
  edit: { zh: '编辑', en: 'Edit' },
  toggle: { zh: '启停', en: 'Switch' },
  delete: { zh: '删除', en: 'Delete' },
  history: { zh: '历史', en: 'History' },
  enable: { zh: '启用', en: 'Enable' },
  disable: { zh: '停用', en: 'Disable' },
} as const

/** Which function each needs; null: the screen is enough. */
const NEEDED = { edit: 'change', toggle: 'change', history: null, delete: 'delete' } as const satisfies Record<string, RowOperation | null>
type UsualAction = keyof typeof NEEDED

const actionWidthPx = language === 'zh' ? 52 : 70
const letterPx = language === 'zh' ? 14 : 7.5

/** What may be done with a row of base data. */
type ShownAction = {
  readonly action: EntityAction
  readonly title: string
  readonly widthPx: number
  readonly label: (row: Row) => string
}

/** What this kind of base data has of its own, then the usual, as far as the role grants them; who may only look sees the history. */
function actionsOf({ entity, columns }: ReportView): ShownAction[] {
  if (!entity) return []
  const toggles = columns.some(({ name }) => name === 'status')
  const own = entity.own
    .filter(({ on }) => on === 'row')
    .map(({ name, label }) => ({
      action: name,
      title: label,
      widthPx: Math.max(actionWidthPx, Math.round(label.length * letterPx) + 26),
      label: () => label,
    }))
  const usual = (Object.keys(NEEDED) as UsualAction[])
    .filter((action) => (NEEDED[action] === null || entity.actions.includes(NEEDED[action])) && (action !== 'toggle' || toggles))
    .map((action) => ({
      action,
      title: text(WORDS[action]),
      widthPx: actionWidthPx,
      label: (row: Row) => text(action === 'toggle' ? WORDS[row['status'] === 'enabled' ? 'disable' : 'enable'] : WORDS[action]),
    }))
  return [...own, ...usual]
}

type OnAction = (action: EntityAction, row: Row) => void

/** A button for each action in a cell of its own at the right edge, so that the arrow keys reach every one. */
const eachAction = (actions: readonly ShownAction[], onAction: OnAction): GridColumn<Row>[] =>
  actions.map(({ action, title, widthPx, label }) => ({
    key: ` ${action}`,
    widthPx,
    title,
    pinned: 'end',
    cell: (row) => (
      <button type="button" className="cell-button" tabIndex={-1} onClick={() => onAction(action, row)}>
        {label(row)}
      </button>
    ),
  }))

const overflowMenu = (actions: readonly ShownAction[], onAction: OnAction): GridColumn<Row> => ({
  key: ' more',
  widthPx: oneButtonPx,
  title: <ActionsHeading />,
  pinned: 'end',
  cell: (row) => (
    <OverflowMenu
      actions={actions.map(({ action, label }) => ({ name: action, label: label(row), onPick: () => onAction(action, row) }))}
    />
  ),
})

/** The columns of what may be done with a row of base data; none for other lists. */
export function actionColumns(view: ReportView, isNarrow: boolean, onAction: OnAction): GridColumn<Row>[] {
  const actions = actionsOf(view)
  return isNarrow && actions.length > 1 ? [overflowMenu(actions, onAction)] : eachAction(actions, onAction)
}
