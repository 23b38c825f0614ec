import { durationText, relativeText, timeText, type TimeDetail } from '@tanker/domain/texts/time-text'
import { language } from './language.ts'

/** Times and numbers as this user reads them: language, zone, digits. Formatters are made once. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const locale = language === 'zh' ? 'zh-CN' : 'en-US'

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay: 'negative' })
const withDecimals = [0, 1, 2, 3, 4].map(
  (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' }),
)

export const shownTime = (at: string | number, detail?: TimeDetail): string =>
  timeText(typeof at === 'number' ? at : Date.parse(at), language, zone, detail)

export const shownAgo = (at: string | number, now: number): string =>
  relativeText(typeof at === 'number' ? at : Date.parse(at), now, language, zone)

export const shownDuration = (ms: number): string => durationText(ms, language)

export const shownWhole = (value: number): string => whole.format(value)

export const shownDecimal = (value: number, digits: number): string => withDecimals[digits]?.format(value) ?? ''

/** A difference, with its sign; what is zero at these digits is neither more nor less. */
export const shownSigned = (value: number, digits: number): string => {
  const amount = shownDecimal(Math.abs(value), digits)
  return `${amount === shownDecimal(0, digits) ? '' : value < 0 ? '−' : '+'}${amount}`
}
