import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import './popover.css'

type PopoverProps = {
  /** What the button says to readers when its content is not words. */
  readonly label: string
  readonly trigger: ReactNode
  readonly buttonClass: string
  readonly width: number
  /** −1 inside a grid, where arrows and Enter reach it. */
  readonly tabIndex?: number
  /** Drawn only while open. */
  readonly children: (close: () => void) => ReactNode
}

const MARGIN = 8
const GAP = 6

/** A button with a panel at it; the browser closes it on Escape and on a click outside and gives the focus back. */
export const Popover = ({ label, trigger, buttonClass, width, tabIndex, children }: PopoverProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useLayoutEffect(() => {
    if (!open || !button.current || !panel.current) return
    const at = button.current.getBoundingClientRect()
    const shownWidth = Math.min(width, innerWidth - 2 * MARGIN)
    panel.current.style.width = `${shownWidth}px`
    const roomBelow = innerHeight - at.bottom - GAP - MARGIN
    const roomAbove = at.top - GAP - MARGIN
    // Low on the screen it opens upwards.
    const isBelow = panel.current.scrollHeight <= roomBelow || roomBelow >= roomAbove
    panel.current.style.top = isBelow ? `${at.bottom + GAP}px` : 'auto'
    panel.current.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + GAP}px`
    panel.current.style.left = `${Math.max(MARGIN, Math.min(at.left, innerWidth - shownWidth - MARGIN))}px`
    panel.current.style.maxHeight = `${isBelow ? roomBelow : roomAbove}px`
  }, [open, width])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonClass}
        tabIndex={tabIndex}
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
        title={label}
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
