import { useEffect } from 'react'

/** An open dialog or popover takes the keys for itself. */
const isCovered = (): boolean => document.querySelector('dialog[open], .popover:popover-open') !== null

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

function useKey(isActive: boolean, key: string, act: () => void, whileTyping: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!isCovered() && (whileTyping || !isTyping(event.target))) act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isActive, key, act, whileTyping])
}

/** Escape closes what stands over the map: the measuring line, else the card or the place that was looked for. */
export const useEscape = (isActive: boolean, close: () => void): void => useKey(isActive, 'escape', close, true)

/** A letter that does something where nothing is typed. */
export const useLetter = (isActive: boolean, letter: string, act: () => void): void => useKey(isActive, letter, act, false)
