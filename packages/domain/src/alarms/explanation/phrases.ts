import { PROBE_TYPES } from '../../devices/probe-type.ts'
import type { Text } from '../../texts/text.ts'
import { durationText, timeText } from '../../texts/time-text.ts'
import { THRESHOLD_UNITS } from '../../thresholds/threshold.ts'

/** A part of a sentence in both languages; null where the alarm does not say it. */
export type Phrase = Text | null

export type Unit = keyof typeof THRESHOLD_UNITS

/** One sentence of the parts that are known; the first is always known. */
export function sentence(first: Text, ...more: readonly Phrase[]): Text {
  const parts = [first, ...more.filter((part) => part !== null)]
  const en = parts.map((part) => part.en).join(', ')
  return { zh: `${parts.map((part) => part.zh).join('，')}。`, en: `${en.charAt(0).toUpperCase()}${en.slice(1)}.` }
}

/** A sentence of what is known, or none. */
export function sentences(...parts: readonly Phrase[]): Text[] {
  const [first, ...more] = parts.filter((part) => part !== null)
  return first === undefined ? [] : [sentence(first, ...more)]
}

/** What to say of a value that may not be known. */
export const maybe = <T>(value: T | null | undefined, say: (value: T) => Phrase): Phrase =>
  value === null || value === undefined ? null : say(value)

/** The words for a code; none for one that the table does not know. */
export const wordOf = (words: Readonly<Record<string, Text>>, code: string | null): Phrase => (code === null ? null : (words[code] ?? null))

export const rounded = (value: number, digits = 2): string => String(Math.round(value * 10 ** digits) / 10 ** digits)

/** A number with its unit as thresholds name it. */
export function amount(value: number, unit: Unit, digits = 2): Text {
  const { zh, en } = THRESHOLD_UNITS[unit].text
  const number = rounded(value, digits)
  const close = unit === 'percent' || unit === 'permille' || unit === 'deg'
  return close ? { zh: `${number}${zh}`, en: `${number}${en}` } : { zh: `${number} ${zh}`, en: `${number} ${en}` }
}

export const litres = (value: number): Text => amount(value, 'l', 1)

/** Time of day with its date in the reader's zone. `at` in ms. */
export const moment = (at: number, zone: string): Text => ({ zh: timeText(at, 'zh', zone), en: timeText(at, 'en', zone) })

export const lasting = (seconds: number): Text => ({ zh: durationText(seconds * 1000, 'zh'), en: durationText(seconds * 1000, 'en') })

/** 0 is the truck as a whole. */
export const compartmentText = (compartment: number): Text =>
  compartment === 0 ? { zh: '整车', en: 'the truck' } : { zh: `${compartment}仓`, en: `compartment ${compartment}` }

/** A cover, valve or door by its probe. */
export function sealText(compartment: number, probeType: number): Text {
  const { zh, en } = PROBE_TYPES[probeType] ?? { zh: '探头', en: 'probe' }
  const named = /^[A-Z][a-z]/.test(en) ? `${en.charAt(0).toLowerCase()}${en.slice(1)}` : en
  return compartment === 0 ? { zh, en: named } : { zh: `${compartment}仓${zh}`, en: `${named} of compartment ${compartment}` }
}

export const listed = (texts: readonly Text[]): Text => ({
  zh: texts.map(({ zh }) => zh).join('、'),
  en: texts.map(({ en }) => en).join(', '),
})

export const loadText = (loaded: boolean | null): Phrase =>
  maybe(loaded, (is) => (is ? { zh: '重车', en: 'the truck was loaded' } : { zh: '空车', en: 'the truck was empty' }))
