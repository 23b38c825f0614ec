import type { ReportView } from '@tanker/contract/report-view'
import { text } from '../platform/language.ts'
import { toast } from '../platform/ui/toast.ts'
import { actionsOnList, actionsOnTicked, applyingTo, type ListAction, type Row } from './actions.ts'

const WORDS = {
  needRow: { zh: '请至少选择一条记录', en: 'Please select at least one row' }, // spec 5.4
  noneApplies: { zh: '所选记录均不能进行此操作', en: 'This action applies to none of the selected rows' },
} as const

type ActionButtonsProps = {
  readonly view: ReportView
  /** The action that is being loaded or is at work. */
  readonly running: string | null
  readonly onAction: (action: ListAction, rows: readonly Row[]) => void
}

/** Buttons beside the title, for actions that need no row. */
export const ListButtons = ({ view, running, onAction }: ActionButtonsProps) =>
  actionsOnList(view).map((action) => (
    <button
      key={action.name}
      type="button"
      className={action.primary ? 'button button-primary' : 'button'}
      disabled={running === action.name}
      onClick={() => onAction(action, [])}
    >
      {action.list}
    </button>
  ))

/** Buttons for the ticked rows; each takes those to which it applies. */
export const TickedButtons = ({ view, running, onAction, ticked }: ActionButtonsProps & { readonly ticked: readonly Row[] }) =>
  actionsOnTicked(view).map((action) => {
    const rows = applyingTo(action, ticked)
    const start = (): void => {
      if (rows.length > 0) onAction(action, rows)
      else toast('warning', text(ticked.length === 0 ? WORDS.needRow : WORDS.noneApplies))
    }
    return (
      <button key={action.name} type="button" className="button" disabled={running === action.name} onClick={start}>
        {action.rows}
        {rows.length > 0 ? ` (${rows.length})` : ''}
      </button>
    )
  })
