import { useEffect, useRef, useState } from 'react'
import { advance, type Play, playByKey, seek, type Skips, type Span, toggle } from './play-clock.ts'

const TYPED = 'input:not([type=range]), textarea, select, [contenteditable], dialog'
/** Anything that is typed into; a button takes the space bar and Enter for itself, and leaves the other keys. */
const takesKey = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element && target.closest(key === ' ' || key === 'Enter' ? `${TYPED}, button` : TYPED) !== null

/** A step after a tab stood in the background is no leap. */
const MOST_STEP_MS = 250

/** The moment that is shown, moved by time, keys and the bar. `startAt`: where it begins; null for the start of the span. */
export function usePlay(span: Span | null, startAt: number | null, skips: Skips) {
  const [play, setPlay] = useState<Play>({ at: startAt ?? 0, isPlaying: false, rate: 64 })
  const newest = useRef({ span, skips })
  useEffect(() => {
    newest.current = { span, skips }
  })
  const from = span?.from
  const to = span?.to
  // Another question is shown from its start, or from the second of a link.
  useEffect(() => {
    if (from === undefined || to === undefined) return
    setPlay((now) => seek({ ...now, isPlaying: false }, startAt ?? from, { from, to }))
  }, [from, to, startAt])
  useEffect(() => {
    if (!play.isPlaying) return
    let last = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      const { span: within, skips: over } = newest.current
      const elapsed = Math.min(MOST_STEP_MS, now - last)
      last = now
      if (within) setPlay((before) => advance(before, elapsed, within, over))
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [play.isPlaying])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { span: within } = newest.current
      if (!within || event.ctrlKey || event.metaKey || event.altKey || takesKey(event.target, event.key)) return
      if (document.querySelector('dialog[open], .popover:popover-open') !== null) return
      setPlay((now) => {
        const next = playByKey(now, event.key, event.shiftKey, within)
        return next ?? now
      })
      if (playByKey({ at: within.from, isPlaying: false, rate: 1 }, event.key, event.shiftKey, within) !== null) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    play,
    setRate: (rate: Play['rate']) => setPlay((now) => ({ ...now, rate })),
    seekTo: (at: number) => setPlay((now) => (newest.current.span ? seek(now, at, newest.current.span) : now)),
    toggle: () => setPlay((now) => (newest.current.span ? toggle(now, newest.current.span) : now)),
  }
}
