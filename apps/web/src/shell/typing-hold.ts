/** Someone types while the last key is no older. */
const typesForMs = 5_000
/** A dialog waits no longer for someone who types; an emergency even less. */
const longestHoldMs = { emergency: 5_000, other: 20_000 } as const

type HoldFacts = {
  readonly emergency: boolean
  /** When the alarm reached this page, ms. */
  readonly arrivedAt: number
  /** A field has the focus, or a dialog with a form. */
  readonly inForm: boolean
  /** When a key was pressed in it last, ms; null: never. */
  readonly lastKeyAt: number | null
  readonly now: number
}

/** Whether the dialog of an alarm waits, so that it takes no key that was meant for a form. */
export const isHeldBack = ({ emergency, arrivedAt, inForm, lastKeyAt, now }: HoldFacts): boolean =>
  inForm &&
  lastKeyAt !== null &&
  now - lastKeyAt < typesForMs &&
  now - arrivedAt < (emergency ? longestHoldMs.emergency : longestHoldMs.other)

const FIELDS = 'input, textarea, select, [contenteditable=true]'

/** Whether an element is a field, or stands in a dialog with one. */
export const isInForm = (element: Element | null): boolean =>
  element !== null && (element.matches(FIELDS) || element.closest('dialog[open]')?.querySelector(FIELDS) != null)
