import { useEffect, useRef, useState } from 'react'

const CLOSES_AFTER_S = 300
const WARNS_BEFORE_S = 30

/** The seconds until a screen that is not used closes, once it warns; `isOver`: it has. */
export function idleOf(unusedS: number): { readonly isOver: boolean; readonly leftS: number | null } {
  const left = Math.max(0, Math.ceil(CLOSES_AFTER_S - unusedS))
  return { isOver: left === 0, leftS: left > 0 && left <= WARNS_BEFORE_S ? left : null }
}

/** Whether the user has touched nothing for five minutes; keys and pointer count, and `stay`. */
export function useIdle(isWatched: boolean) {
  const usedAt = useRef(performance.now())
  const [unusedS, setUnusedS] = useState(0)
  const idle = idleOf(unusedS)
  const stay = (): void => {
    usedAt.current = performance.now()
    setUnusedS(0)
  }
  useEffect(() => {
    if (!isWatched || idle.isOver) return
    // It was not on the screen, or showed nothing, until now.
    usedAt.current = performance.now()
    setUnusedS(0)
    const used = (): void => {
      usedAt.current = performance.now()
    }
    const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
    for (const name of events) addEventListener(name, used, { passive: true })
    const timer = setInterval(() => setUnusedS((performance.now() - usedAt.current) / 1_000), 1_000)
    return () => {
      clearInterval(timer)
      for (const name of events) removeEventListener(name, used)
    }
  }, [isWatched, idle.isOver])
  return { ...idle, stay }
}
