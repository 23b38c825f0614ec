import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { placePanel } from './place-panel.ts'

const gapPx = 2

type PanelBeside = {
  /** A popover that only this opens and closes. */
  readonly panel: RefObject<HTMLElement | null>
  readonly field: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  /** The panel is at least so wide, and as wide as its field. */
  readonly widthPx: number
  /** Changes when the panel has more or less in it. */
  readonly size: number
  readonly onShown: () => void
}

/** Keeps a panel at its field while it is open, also where a dialog around it scrolls; it lies above all else. */
export function usePanelBeside({ panel, field, isOpen, widthPx, size, onShown }: PanelBeside): void {
  const place = useEffectEvent(() => {
    if (panel.current && field.current)
      placePanel(panel.current, field.current, Math.max(widthPx, field.current.getBoundingClientRect().width), gapPx)
  })
  const isShown = useEffectEvent(onShown)
  useLayoutEffect(() => {
    const shown = panel.current
    if (!isOpen || !shown) return undefined
    const follow = (): void => place()
    shown.showPopover()
    place()
    isShown()
    document.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      document.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
      shown.hidePopover()
    }
  }, [isOpen, panel])
  useLayoutEffect(() => {
    if (isOpen) place()
  }, [isOpen, size])
}
