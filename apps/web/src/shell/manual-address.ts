import { SCREENS } from '@tanker/contract/screens'
import { language } from '../platform/language.ts'

const BESIDE_SCREENS: Readonly<Record<string, string>> = { dashboard: 'personal-center' }
const paths: ReadonlySet<string> = new Set(SCREENS.map(({ path }) => path))

/** The section of the console manual for a route; '' for one that has none. The sections of screens have their routes as ids. */
export const manualSection = (path: string): string => (paths.has(path) ? path : (BESIDE_SCREENS[path] ?? ''))

/** The manual of this user, in the user's language, at the section of a route. The water-truck manual is one page without sections. */
export const manualAddress = (path: string, { waterTruckAccount }: { readonly waterTruckAccount: boolean }): string => {
  if (waterTruckAccount) return `/manual/water-truck/${language}.html`
  const section = manualSection(path)
  return `/manual/console/${language}.html${section === '' ? '' : `#${section}`}`
}

const FIELDS = 'input, textarea, select, [contenteditable]'

/** Whether a key pressed there is a character of a text or chooses something. */
export const isTyping = (focused: Element | null): boolean => focused?.closest(FIELDS) != null
