import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { ROW_HEIGHT } from './tokens.ts'

const SPARE = 6

/** Which rows of a long list stand in the window of a scrolling element. */
export const rowsInView = (
  scrollTop: number,
  height: number,
  count: number,
  rowPx: number = ROW_HEIGHT,
): { readonly first: number; readonly end: number } => {
  const first = Math.max(0, Math.min(Math.floor(scrollTop / rowPx) - SPARE, count))
  return { first, end: Math.min(count, Math.ceil((scrollTop + height) / rowPx) + SPARE) }
}

export const useVirtualRows = (scroller: RefObject<HTMLElement | null>, count: number, rowPx: number = ROW_HEIGHT) => {
  const [range, setRange] = useState({ first: 0, end: Math.min(count, 40) })

  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const next = rowsInView(element.scrollTop, element.clientHeight, count, rowPx)
    setRange((held) => (held.first === next.first && held.end === next.end ? held : next))
  }, [scroller, count, rowPx])

  useLayoutEffect(() => {
    measure()
    const element = scroller.current
    if (!element) return
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [measure, scroller])

  /** Scrolls as little as needed to bring a row into view; `above` and `below` are covered by what sticks there. */
  const reveal = (row: number, above: number, below: number): void => {
    const element = scroller.current
    if (!element) return
    const top = row * rowPx
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowPx > element.scrollTop + element.clientHeight - above - below) {
      element.scrollTop = top + rowPx - element.clientHeight + above + below
    }
    measure()
  }

  return { ...range, onScroll: measure, reveal }
}
