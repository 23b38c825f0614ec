import { useSyncExternalStore } from 'react'
import { DARK, FONT, LIGHT, type Palette } from './tokens.ts'

export type Theme = 'light' | 'dark'

const STORED_AS = 'theme'
const watchers = new Set<() => void>()

const firstTheme = (): Theme => {
  const kept = localStorage.getItem(STORED_AS)
  if (kept === 'light' || kept === 'dark') return kept
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

let theme: Theme = 'light'

const paint = (): void => {
  const root = document.documentElement
  for (const [name, colour] of Object.entries(paletteOf(theme))) {
    root.style.setProperty(cssName(name), colour)
  }
  root.style.setProperty('--font', FONT)
  root.style.colorScheme = theme
  root.dataset['theme'] = theme
}

/** `gradeRed` → `--grade-red`: the custom property that carries a colour of the palette. */
export const cssName = (name: string): string => `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`

export const paletteOf = (of: Theme): Palette => (of === 'dark' ? DARK : LIGHT)

export const startTheme = (): void => {
  theme = firstTheme()
  paint()
}

export const setTheme = (to: Theme): void => {
  theme = to
  localStorage.setItem(STORED_AS, to)
  paint()
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => theme)
