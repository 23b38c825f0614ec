import type { Language, Text } from './text.ts'

/**
 * How times are written (spec 9): Chinese year-month-day hour:minute:second, English MM/dd/yyyy HH:mm:ss.
 * The zone is an IANA name; formatters are kept, because making one costs a hundred times more than using it.
 */
export type TimeDetail = 'second' | 'minute' | 'day' | 'month' | 'clock' | 'no-year'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone)
  if (kept) return kept
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, made)
  return made
}

type TimeParts = { year: string; month: string; day: string; hour: string; minute: string; second: string }

function partsOf(at: number, timeZone: string): TimeParts {
  const parts: TimeParts = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
  for (const { type, value } of formatterFor(timeZone).formatToParts(at)) {
    if (type in parts) parts[type as keyof TimeParts] = value
  }
  parts.year = parts.year.padStart(4, '0')
  return parts
}

export function timeText(at: number, language: Language, timeZone: string, detail: TimeDetail = 'second'): string {
  const { year, month, day, hour, minute, second } = partsOf(at, timeZone)
  if (detail === 'clock') return `${hour}:${minute}:${second}`
  if (detail === 'month') return language === 'zh' ? `${year}-${month}` : `${month}/${year}`
  const date = language === 'zh' ? `${year}-${month}-${day}` : `${month}/${day}/${year}`
  if (detail === 'no-year') return `${language === 'zh' ? `${month}-${day}` : `${month}/${day}`} ${hour}:${minute}`
  if (detail === 'day') return date
  return detail === 'minute' ? `${date} ${hour}:${minute}` : `${date} ${hour}:${minute}:${second}`
}

/**
 * A period in the name of a file, the same in both languages: `2026-11-17_2026-11-23` where it is of whole days, one day once, else with
 * hours and minutes.
 */
export function periodInFileName(from: number, to: number, timeZone: string): string {
  const [start, end] = [partsOf(from, timeZone), partsOf(to, timeZone)]
  const clockOf = ({ hour, minute, second }: TimeParts): string => `${hour}${minute}${second}`
  const isWholeDays = clockOf(start) === '000000' && clockOf(end) >= '235900'
  const [first, last] = [start, end].map(
    ({ year, month, day, hour, minute }) => `${year}-${month}-${day}${isWholeDays ? '' : ` ${hour}${minute}`}`,
  )
  return first === last ? `${first}` : `${first}_${last}`
}

/** The wall clock of the zone at that moment, to the second, as if it were UTC: spreadsheets know no zones. */
export function wallClock(at: number, timeZone: string): Date {
  const { year, month, day, hour, minute, second } = partsOf(at, timeZone)
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** A day (YYYY-MM-DD) or a month (YYYY-MM) as the language writes it. */
export function dayText(day: string, language: Language): string {
  const [year = '', ...rest] = day.split('-')
  return language === 'zh' ? day : [...rest, year].join('/')
}

const hourMs = 3_600_000

/** Spec 9: just now, minutes ago, hours ago, 1 day ago, later the full date. */
export function relativeText(at: number, now: number, language: Language, timeZone: string): string {
  const agoMs = now - at
  if (agoMs < 30_000) return pick({ zh: '刚刚', en: 'just now' }, language)
  if (agoMs < hourMs) {
    const minutes = Math.max(1, Math.floor(agoMs / 60_000))
    return pick({ zh: `${minutes}分钟前`, en: minutes === 1 ? '1 minute ago' : `${minutes} minutes ago` }, language)
  }
  if (agoMs < 24 * hourMs) {
    const hours = Math.floor(agoMs / hourMs)
    return pick({ zh: `${hours}小时前`, en: hours === 1 ? '1 hour ago' : `${hours} hours ago` }, language)
  }
  if (agoMs < 48 * hourMs) return pick({ zh: '1天前', en: '1 day ago' }, language)
  return timeText(at, language, timeZone)
}

/** Days, hours, minutes and seconds (spec 9); leading units that are zero are left out. */
export function durationText(durationMs: number, language: Language): string {
  const total = Math.max(0, Math.floor(durationMs / 1000))
  const amounts = [Math.floor(total / 86_400), Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60, total % 60]
  const first = amounts.findIndex((amount) => amount > 0)
  const units = language === 'zh' ? ['天', '时', '分', '秒'] : ['d', 'h', 'min', 's']
  const shown = amounts.map((amount, unit) => (language === 'zh' ? `${amount}${units[unit]}` : `${amount} ${units[unit]}`))
  return shown.slice(first === -1 ? 3 : first).join(language === 'zh' ? '' : ' ')
}

const pick = (text: Text, language: Language): string => text[language]
