import { type ColumnKind, type ReportRows, type ReportView, UNKNOWN_CELLS } from '@tanker/contract/report-view'
import { alarmGradeText, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { HANDLE_STATES, handleResultText } from '@tanker/domain/alarms/handling'
import { headingText } from '@tanker/domain/fences/heading'
import { productName } from '@tanker/domain/products/product-name'
import { unknownValue } from '@tanker/domain/texts/not-named'
import { dayText } from '@tanker/domain/texts/time-text'
import { language, text } from '../platform/language.ts'
import { shownDecimal, shownDuration, shownTime } from '../platform/shown-values.ts'

/** `day`: times within it are shown without the date. */
export type ReportColumn = ReportView['columns'][number] & { readonly day?: { readonly from: number; readonly until: number } }
/** A depot without a position has a name only. */
export type NamedPlace = { readonly name: string; readonly lat: number | null; readonly lng: number | null }

type Shown = (value: NonNullable<unknown>, column: ReportColumn) => string

const words: Shown = (value) => String(value)
const number: Shown = (value, { digits }) => shownDecimal(Number(value), digits)
const day: Shown = (value) => dayText(String(value), language)

const YES = { zh: '是', en: 'Yes' } as const
const NO = { zh: '否', en: 'No' } as const

/** A stored key that this version has no words for is named as unknown. */
export const choiceText = (choices: ReportColumn['choices'], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? text(unknownValue(value))

/** The words of each kind of column; a kind without any does not compile. */
const TEXTS: Record<ColumnKind, Shown> = {
  plate: (value) => (value as { plate: string }).plate,
  organisation: words,
  time: (value, { day }) => {
    const at = Date.parse(String(value))
    return shownTime(at, day && at >= day.from && at <= day.until ? 'clock' : 'second')
  },
  date: day,
  month: day,
  duration: (value) => shownDuration(Number(value)),
  place: (value) => {
    const { name, lat, lng } = value as NamedPlace
    return name === '' && lat !== null && lng !== null ? `${lat.toFixed(4)}, ${lng.toFixed(4)}` : name
  },
  text: words,
  number,
  'loss-rate': number,
  'rank-change': (value) => (value === 0 ? '–' : `${Number(value) > 0 ? '▲' : '▼'} ${shownDecimal(Math.abs(Number(value)), 0)}`),
  heading: (value) => text(headingText(Number(value))),
  product: (value) => text(productName(Number(value))),
  'yes-no': (value) => text(value === true ? YES : NO),
  grade: (value) => text(alarmGradeText[value as AlarmGrade]),
  'alarm-type': (value) => text(alarmType(Number(value))?.name ?? unknownValue(String(value))),
  choice: (value, { choices }) => choiceText(choices, String(value)),
  choices: (value, { choices }) =>
    String(value)
      .split(',')
      .map((one) => choiceText(choices, one))
      .join(text({ zh: '、', en: ', ' })),
  handled: (value) => text(HANDLE_STATES[value === true ? 1 : 0]),
  'handle-result': (value) => text(handleResultText(String(value))),
  compartment: (value) => (value === 0 ? '' : text({ zh: `${String(value)}仓`, en: `C${String(value)}` })),
  driver: words,
  // The place in the tree is drawn; what is read is the row's own name.
  tree: (value) => (value as readonly string[]).at(-1) ?? '',
  expiry: (value, column) => TEXTS.choice(value, column),
}

/** What a value of a report reads like; nothing where there is none. */
export const cellText = (value: unknown, column: ReportColumn): string =>
  value === null || value === undefined || value === '' ? '' : TEXTS[column.kind](value, column)

type Row = ReportRows['content'][number]

/** The words for a cell whose value is not known; undefined where it is known, or there is none. */
export const unknownText = (row: Row, { name }: ReportColumn): string | undefined =>
  (row[UNKNOWN_CELLS] as Readonly<Record<string, string>> | undefined)?.[name]
