import { useSyncExternalStore } from 'react'

/** As in report.css: below it filters and actions make room for the rows. */
const narrow = matchMedia('(width < 700px)')

const subscribe = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** The screen is a phone's. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
