import type { Today } from '@tanker/domain/texts/named-period'
import type { ChosenMonth } from '@tanker/reports/define-report'

/** Start and end of a calendar month (YYYY-MM) in a time zone. */
export function zonedMonth(month: string, zone: string): ChosenMonth {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return {
    from: startOfMonth(year, number - 1, zone),
    to: new Date(startOfMonth(year, number, zone).getTime() - 1),
    previousFrom: startOfMonth(year, number - 2, zone),
    zone,
  }
}

/** The month of a time, YYYY-MM. */
export function monthAt(at: Date, zone: string): string {
  return new Date(at.getTime() + offsetMs(at.getTime(), zone)).toISOString().slice(0, 7)
}

/** The day of a time in a zone. */
export function dayAt(at: Date, zone: string): Today {
  const wall = new Date(at.getTime() + offsetMs(at.getTime(), zone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth(), day: wall.getUTCDate(), weekday: wall.getUTCDay() }
}

/** When a day begins in a zone; `month` counts from 0, and both may lie outside of their year and month. */
export const midnightIn =
  (zone: string) =>
  (year: number, month: number, day: number): Date =>
    startOfDay(year, month, day, zone)

const startOfMonth = (year: number, month: number, zone: string): Date => startOfDay(year, month, 1, zone)

function startOfDay(year: number, month: number, day: number, zone: string): Date {
  const wall = Date.UTC(year, month, day)
  // Twice, because the offset before a clock change may differ from the one at the time itself.
  return new Date(wall - offsetMs(wall - offsetMs(wall, zone), zone))
}

function offsetMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(at / 1000) * 1000
}
