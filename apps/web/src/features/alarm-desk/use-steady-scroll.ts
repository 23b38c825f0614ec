import { type PointerEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { arrivedLines, scrollShift, unseenAbove } from './queue-position.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Keeps the line that is read where it is when lines come and go: the one under the mouse, else the first in sight once the queue is
 * scrolled. `unseen` counts new lines above the window, `fresh` are those of the last change. `kept`: another value is another queue.
 * `isWhole`: all lines of the queue have been read.
 */
export function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rowPx: number,
  kept: string,
  isWhole: boolean,
) {
  const before = useRef<{ ids: readonly string[]; kept: string | null; isWhole: boolean }>({ ids: [], kept: null, isWhole: false })
  const scrollTop = useRef(0)
  const pointerY = useRef<number | null>(null)
  const seen = useRef(new Set<string>())
  const [fresh, setFresh] = useState(NONE)
  const [unseen, setUnseen] = useState(0)

  const look = useCallback(
    (shown: readonly string[]): void => {
      const element = scroller.current
      if (!element) return
      const first = Math.ceil(element.scrollTop / rowPx)
      for (const id of shown.slice(first, Math.floor((element.scrollTop + element.clientHeight) / rowPx))) seen.current.add(id)
      setUnseen(unseenAbove(shown, seen.current, first))
    },
    [scroller, rowPx],
  )

  useLayoutEffect(() => {
    const element = scroller.current
    const { ids: old, kept: oldKept, isWhole: wasWhole } = before.current
    if (!element || ids === old) return
    before.current = { ids, kept, isWhole }
    if (oldKept !== kept || old.length === 0) {
      // A queue that was just opened has nothing new.
      seen.current = new Set(ids)
      if (oldKept !== null && oldKept !== kept) element.scrollTop = 0
      setFresh(NONE)
      setUnseen(0)
      return
    }
    const known = new Set(old)
    const added = arrivedLines(old, ids, wasWhole)
    const isNew = new Set(added)
    seen.current = new Set(ids.filter((id) => seen.current.has(id) || !(known.has(id) || isNew.has(id))))
    const y = pointerY.current
    if (y !== null || scrollTop.current > 0) {
      const index = Math.min(old.length - 1, Math.floor((scrollTop.current + (y ?? rowPx - 1)) / rowPx))
      const wanted = Math.max(0, scrollTop.current + scrollShift(old, ids, index, rowPx))
      // A short queue gets room below, so that it can move under lines that came above.
      const content = element.querySelector<HTMLElement>('[data-rows]')
      if (content) content.style.minHeight = `${wanted === 0 ? 0 : wanted + element.clientHeight}px`
      element.scrollTop = wanted
      scrollTop.current = element.scrollTop
    }
    setFresh(added.length === 0 ? NONE : new Set(added))
    look(ids)
  }, [ids, kept, isWhole, rowPx, scroller, look])

  return {
    fresh,
    unseen,
    onScroll: (): void => {
      const element = scroller.current
      if (!element) return
      scrollTop.current = element.scrollTop
      const content = element.querySelector<HTMLElement>('[data-rows]')
      if (element.scrollTop === 0 && content) content.style.minHeight = ''
      look(ids)
    },
    onPointerMove: (event: PointerEvent): void => {
      pointerY.current = event.pointerType === 'touch' ? null : event.clientY - event.currentTarget.getBoundingClientRect().top
    },
    onPointerLeave: (): void => {
      pointerY.current = null
    },
  }
}
