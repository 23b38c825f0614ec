import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type AskingDialogProps = {
  readonly title: string
  /** The word for leaving it, which has the focus, and the word for doing it. */
  readonly cancel: string
  readonly confirm: string
  /** It is being done. */
  readonly busy?: boolean
  readonly className?: string
  readonly onCancel: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
}

/** Asks before something is done: one button leaves it, the other does it. */
export const AskingDialog = ({ title, cancel, confirm, busy = false, className, onCancel, onConfirm, children }: AskingDialogProps) => (
  <Dialog
    {...(className === undefined ? {} : { className })}
    title={title}
    onEscape={onCancel}
    actions={
      <>
        <button type="button" className="button" data-first onClick={onCancel}>
          {cancel}
        </button>
        <button type="button" className="button button-primary" disabled={busy} onClick={onConfirm}>
          {confirm}
        </button>
      </>
    }
  >
    {children}
  </Dialog>
)
