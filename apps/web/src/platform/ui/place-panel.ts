const MARGIN = 8
const GAP = 6

/** Puts an open popover beside what it belongs to: below it where there is room, above it low on the screen, and never over an edge. */
export function placePanel(panel: HTMLElement, beside: Element, widthPx: number, gapPx: number = GAP): void {
  const at = beside.getBoundingClientRect()
  const width = Math.min(widthPx, innerWidth - 2 * MARGIN)
  panel.style.width = `${width}px`
  const roomBelow = innerHeight - at.bottom - gapPx - MARGIN
  const roomAbove = at.top - gapPx - MARGIN
  const isBelow = panel.scrollHeight <= roomBelow || roomBelow >= roomAbove
  panel.style.top = isBelow ? `${at.bottom + gapPx}px` : 'auto'
  panel.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + gapPx}px`
  panel.style.left = `${Math.max(MARGIN, Math.min(at.left, innerWidth - width - MARGIN))}px`
  panel.style.maxHeight = `${Math.max(isBelow ? roomBelow : roomAbove, 0)}px`
}
