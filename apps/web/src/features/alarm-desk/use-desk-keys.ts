import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type DeskCommand, deskCommand, focusPlace } from './desk-keys.ts'

/** Hears the keys of the desk while it is the screen that is shown and no dialog or panel is open. The answer of `act`: the key was used. */
export function useDeskKeys(desk: RefObject<HTMLElement | null>, act: (command: DeskCommand) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const focused = document.activeElement
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open], .popover:popover-open')) return
    // The menu, the header and the live list have keys of their own.
    if (focused && focused !== document.body && focused.id !== 'main' && !desk.current?.contains(focused)) return
    const command = deskCommand(event, focused === document.body || focused?.id === 'main' ? 'page' : focusPlace(focused))
    if (command !== null && act(command)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
