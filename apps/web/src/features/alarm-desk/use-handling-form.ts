import { useCallback, useRef } from 'react'
import type { HandlingKeys } from './handle-form.tsx'

/** The form of the opened alarm, and keys that wait for it while the alarm opens. */
export function useHandlingForm() {
  const form = useRef<HandlingKeys | null>(null)
  const waiting = useRef<{ readonly digit: string | null } | null>(null)
  const setForm = useCallback((arrived: HandlingKeys | null): void => {
    form.current = arrived
    const keys = waiting.current
    if (!arrived || !keys) return
    waiting.current = null
    arrived.take(keys.digit)
  }, [])
  return {
    form,
    setForm,
    takeAfterOpening: (digit: string | null): void => {
      waiting.current = { digit }
    },
  }
}
