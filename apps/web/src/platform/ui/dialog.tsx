import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

type DialogProps = {
  readonly title: ReactNode
  readonly children: ReactNode
  /** The buttons below the line; null where the body has its own. */
  readonly actions: ReactNode
  readonly className?: string
  /** Escape; null when only the buttons may close it. A click outside never does. */
  readonly onEscape: (() => void) | null
}

export const Dialog = ({ title, children, actions, className = '', onEscape }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the dialog leaves the page: a dialog that is closed gives the focus back, one that is only removed does not.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Not a button: a dialog that comes up by itself must not take the next key press for an answer.
    const first = shown?.querySelector<HTMLElement>('[data-first]') ?? shown
    first?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onEscape?.()
      }}
      onKeyDown={(event) => {
        // A second Escape would close a dialog past `cancel`.
        if (event.key === 'Escape' && !onEscape) event.preventDefault()
      }}
    >
      <h2 id={titleId} className="dialog-title">
        {title}
      </h2>
      <div className="dialog-body">{children}</div>
      {actions !== null && <div className="dialog-actions">{actions}</div>}
    </dialog>
  )
}
