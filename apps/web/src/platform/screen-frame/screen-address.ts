import { MAX_INTEGER } from '@tanker/contract/input-bounds'
import { createContext, use } from 'react'

/** What stands behind the ? of an address. Texts: alarm ids have more digits than a number holds. */
export type ScreenSearch = Readonly<Record<string, string>>

/** The address of a screen. A hidden screen keeps its own address, independent of the browser's. */
export type ScreenAddress = {
  /** Route without its first slash, as in SCREENS. */
  readonly path: string
  readonly search: ScreenSearch
  /** Asks another question of the same screen; `replace`: the browser's way back skips the one before. */
  ask(search: ScreenSearch, options?: { readonly replace: boolean }): void
}

const idOf = (written: string): number | null => {
  const id = /^\d{1,10}$/.test(written) ? Number(written) : 0
  return id >= 1 && id <= MAX_INTEGER ? id : null
}

/** The row that a word of the address names by its id; null where it names none. */
export const idIn = (search: ScreenSearch, word: string): number | null => idOf(search[word] ?? '')

/** The trucks that the address of a screen of several trucks names, each once, at most `most`. */
export const trucksIn = (search: ScreenSearch, most: number): readonly number[] => {
  const named = (search['trucks'] ?? search['truck'] ?? '').split(',').flatMap((one) => idOf(one) ?? [])
  return [...new Set(named)].slice(0, most)
}

export const ScreenAddressContext = createContext<ScreenAddress | null>(null)

/** The address of the screen that this component is part of. */
export function useScreenAddress(): ScreenAddress {
  const address = use(ScreenAddressContext)
  if (!address) throw new Error('this component stands on no screen')
  return address
}
