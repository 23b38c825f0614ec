/** What a key does in the desk. */
export type DeskCommand = 'down' | 'up' | 'open' | 'handle' | 'take' | 'next' | 'back' | 'tick' | 'help' | { readonly digit: string }

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Where the focus is: `field` takes letters itself, `control` takes Enter and arrows, `page` takes nothing. */
export type FocusPlace = 'field' | 'control' | 'page'

const LETTERS: Readonly<Record<string, DeskCommand>> = { j: 'down', k: 'up', h: 'handle', a: 'take', n: 'next', x: 'tick', '?': 'help' }
const OF_PAGE: Readonly<Record<string, DeskCommand>> = { ArrowDown: 'down', ArrowUp: 'up', Enter: 'open' }

/** The command of a key; null where the key belongs to the field, the control or the browser. */
export const deskCommand = ({ key, ctrlKey, metaKey, altKey }: Pressed, place: FocusPlace): DeskCommand | null => {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Escape') return 'back'
  if (place === 'field') return null
  if (/^[1-9]$/.test(key)) return { digit: key }
  return LETTERS[key.toLowerCase()] ?? (place === 'page' ? (OF_PAGE[key] ?? null) : null)
}

const TEXT_FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'
const CONTROLS = 'button, a, input, summary, [role=region]'

/** Where the focus is, by the element that has it. */
export const focusPlace = (element: Element | null): FocusPlace => {
  if (!element) return 'page'
  if (element.matches(TEXT_FIELDS)) return 'field'
  return element.matches(CONTROLS) ? 'control' : 'page'
}
