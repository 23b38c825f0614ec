import { text } from '../platform/language.ts'
import { MoreIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'

const MORE = { zh: '操作', en: 'Actions' } as const

/** What can be done with one row, each by its word. */
export type Action = { readonly name: string; readonly label: string; readonly onPick: () => void }

/** A column that is so wide has room for the one button. */
export const oneButtonPx = 44

/** One button that opens the list of what can be done with a row: a phone has no room for more. */
export const OverflowMenu = ({ actions }: { readonly actions: readonly Action[] }) => (
  <Popover label={text(MORE)} trigger={<MoreIcon />} buttonClass="cell-icon" width={160} tabIndex={-1}>
    {(close) =>
      actions.map(({ name, label, onPick }) => (
        <button
          key={name}
          type="button"
          className="popover-item"
          onClick={() => {
            close()
            onPick()
          }}
        >
          {label}
        </button>
      ))
    }
  </Popover>
)

/** The heading of a column of such buttons. */
export const ActionsHeading = () => (
  <span role="img" className="cell-icon" aria-label={text(MORE)}>
    <MoreIcon />
  </span>
)
