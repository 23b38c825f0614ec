import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { placePanel } from './place-panel.ts'
import './popover.css'

type PopoverProps = {
  /** What the button says to readers when its content is not words. */
  readonly label: string
  readonly trigger: ReactNode
  readonly buttonClass: string
  readonly width: number
  /** −1 inside a grid, where arrows and Enter reach it. */
  readonly tabIndex?: number
  /** Of the button, for a label. */
  readonly id?: string
  /** What it opens is about to be needed: the pointer or the focus is on the button. */
  readonly onNear?: () => void
  /** Drawn only while open. */
  readonly children: (close: () => void) => ReactNode
}

/** A button with a panel at it; the browser closes it on Escape and on a click outside and gives the focus back. */
export const Popover = ({ label, trigger, buttonClass, width, tabIndex, id: buttonId, onNear, children }: PopoverProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useLayoutEffect(() => {
    if (open && button.current && panel.current) placePanel(panel.current, button.current, width)
  }, [open, width])

  return (
    <>
      <button
        ref={button}
        id={buttonId}
        type="button"
        className={buttonClass}
        tabIndex={tabIndex}
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
        title={label}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popover"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
