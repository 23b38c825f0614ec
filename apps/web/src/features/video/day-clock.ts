/** Milliseconds of a day. */
export const DAY_MS = 86_400_000

const two = (value: number): string => String(value).padStart(2, '0')

/** The time of a day that began at `begin`, on the truck's clock: 08:05:09. */
export function clockOf(at: number, begin: number): string {
  const seconds = Math.floor(Math.min(DAY_MS, Math.max(0, at - begin)) / 1_000)
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
}

/** Where in the day a moment is, from 0 to 1. */
export const shareOf = (at: number, begin: number): number => Math.min(1, Math.max(0, (at - begin) / DAY_MS))

/** A day of this browser's calendar: 2026-11-28. */
export const dayName = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** The day that an address names, or today; none that is still to come. */
export function dayIn(word: string | undefined, today: string): string {
  const isDay = word !== undefined && /^\d{4}-\d\d-\d\d$/.test(word) && !Number.isNaN(Date.parse(`${word}T00:00:00Z`))
  return isDay && word <= today ? word : today
}

type Stretch = { readonly from: number; readonly to: number }

/** Where playing begins for a wish: there, or at the next recording; null where none follows. */
export function beginOf(recordings: readonly Stretch[], at: number): number | null {
  const next = recordings.find(({ to }) => to > at)
  return next === undefined ? null : Math.max(at, next.from)
}
