import { language } from './language.ts'
import { shownTime } from './shown-values.ts'

/** A moment as the user reads and types it, to the minute; '' for none. */
export const typedMinute = (at: number | null): string => (at === null ? '' : shownTime(at, 'minute'))

/** How a moment is typed, as an example for the user. */
export const MINUTE_EXAMPLE = language === 'zh' ? '2026-03-18 08:30' : '03/18/2026 08:30'

const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[ T]+(?<hour>\d{1,2}):(?<minute>\d{2}))?$/
const MONTH_FIRST = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?: +(?<hour>\d{1,2}):(?<minute>\d{2}))?$/

/** The moment that was typed, in the user's zone; a day alone means its first minute, or its last. Null: it is none. */
export function momentOfTyped(typed: string, dayAlone: 'first' | 'last' = 'first'): number | null {
  const words = typed.trim()
  const parts = (YEAR_FIRST.exec(words) ?? MONTH_FIRST.exec(words))?.groups
  if (!parts) return null
  const [year, month, day] = [Number(parts['year']), Number(parts['month']), Number(parts['day'])]
  const isDay = parts['hour'] === undefined
  const hour = isDay ? (dayAlone === 'first' ? 0 : 23) : Number(parts['hour'])
  const minute = isDay ? (dayAlone === 'first' ? 0 : 59) : Number(parts['minute'])
  const at = new Date(year, month - 1, day, hour, minute)
  // The 31st of a month of 30 days is no day, and 24:00 no time.
  return at.getMonth() === month - 1 && at.getDate() === day && hour < 24 && minute < 60 ? at.getTime() : null
}
