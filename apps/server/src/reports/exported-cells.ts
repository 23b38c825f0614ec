import type { ColumnKind } from '@tanker/contract/report-view'
import { alarmGradeText, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { HANDLE_STATES, handleResultText } from '@tanker/domain/alarms/handling'
import { headingText } from '@tanker/domain/fences/heading'
import { productName } from '@tanker/domain/products/product-name'
import { unknownValue } from '@tanker/domain/texts/not-named'
import type { Language, Text } from '@tanker/domain/texts/text'
import { wallClock } from '@tanker/domain/texts/time-text'
import type { AnyReport, Choice, PlaceCell, PlateCell } from '@tanker/reports/define-report'

type Column = AnyReport['columns'][string]
/** The value of a cell in the file; texts are always written as texts, never as formulas. A time is the reader's wall clock, as if it were UTC. */
export type ExportedValue = string | number | Date | null
/** Loss rates as the page shows them. */
export type RateUnit = 'permille' | 'percent'
export type Reader = { readonly language: Language; readonly zone: string; readonly rateUnit: RateUnit }

type Exported = (value: NonNullable<unknown>, column: Column, reader: Reader) => ExportedValue

const words: Exported = (value) => String(value)
/** Rounded as on the page; zero has no sign. */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0
const number: Exported = (value, { digits }) => rounded(Number(value), digits)
const named =
  (name: (value: NonNullable<unknown>) => Text | undefined): Exported =>
  (value, _, { language }) =>
    (name(value) ?? unknownValue(String(value)))[language]

const DAY_S = 86_400

const YES_NO = [
  { zh: '否', en: 'No' },
  { zh: '是', en: 'Yes' },
] as const satisfies readonly Text[]

export const choiceText = (choices: readonly Choice[], value: string): Text =>
  choices.find((one) => one.value === value)?.label ?? unknownValue(value)

/** One text or number for each kind of column, the same that the page shows; a kind without one does not compile. */
const EXPORTED: Record<ColumnKind, Exported> = {
  plate: (value) => (value as PlateCell).plate,
  organisation: words,
  time: (value, _, { zone }) => wallClock((value as Date).getTime(), zone),
  date: (value) => new Date(`${String(value)}T00:00:00Z`),
  month: (value) => new Date(`${String(value)}-01T00:00:00Z`),
  // Days, which is how spreadsheets count time; whole seconds, as the page shows them.
  duration: (value) => Math.max(0, Math.floor(Number(value) / 1000)) / DAY_S,
  place: (value) => placeText(value as PlaceCell),
  text: words,
  number,
  'loss-rate': (value, { digits }, { rateUnit }) => rounded(rateUnit === 'percent' ? Number(value) / 10 : Number(value), digits),
  'rank-change': number,
  heading: named((value) => headingText(Number(value))),
  product: named((value) => productName(Number(value))),
  'yes-no': named((value) => YES_NO[value === true ? 1 : 0]),
  grade: named((value) => alarmGradeText[value as AlarmGrade]),
  'alarm-type': named((value) => alarmType(Number(value))?.name),
  choice: (value, { choices }, { language }) => choiceText(choices, String(value))[language],
  choices: (value, { choices }, { language }) =>
    String(value)
      .split(',')
      .map((key) => choiceText(choices, key)[language])
      .join({ zh: '、', en: ', ' }[language]),
  handled: named((value) => HANDLE_STATES[value === true ? 1 : 0]),
  'handle-result': named((value) => handleResultText(String(value))),
  compartment: (value) => (value === 0 ? null : Number(value)),
  driver: words,
  tree: (value) => (value as readonly string[]).join(' / '),
  expiry: (value, column, reader) => EXPORTED.choice(value, column, reader),
}

const placeText = ({ name, lat, lng }: PlaceCell): string =>
  name === '' && lat !== null && lng !== null ? `${lat.toFixed(4)}, ${lng.toFixed(4)}` : name

/** The cell for `value` as shown on the page; empty if the page shows nothing. */
export function exportedValue(value: unknown, column: Column, reader: Reader): ExportedValue {
  const exported = value === null || value === undefined ? null : EXPORTED[column.kind](value, column, reader)
  return exported === '' ? null : exported
}

/** The title with its unit, as over the column of the page. */
export function exportedTitle({ kind, label, unit }: Column, { language, rateUnit }: Reader): string {
  const shown = kind === 'loss-rate' && rateUnit === 'percent' ? '%' : unit
  return shown === null ? label[language] : `${label[language]} (${shown})`
}

type Format = (column: Column, language: Language) => string

const grouped: Format = ({ digits }) => (digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`)
const byLanguage =
  (zh: string, en: string): Format =>
  (_, language) =>
    ({ zh, en })[language]

/** Formats of values that are no texts: numbers grouped with the decimals of the page, times as the language writes them (spec 9). */
const FORMATS: Partial<Record<ColumnKind, Format>> = {
  number: grouped,
  'loss-rate': grouped,
  'rank-change': grouped,
  compartment: grouped,
  time: byLanguage('yyyy-mm-dd hh:mm:ss', 'mm/dd/yyyy hh:mm:ss'),
  date: byLanguage('yyyy-mm-dd', 'mm/dd/yyyy'),
  month: byLanguage('yyyy-mm', 'mm/yyyy'),
  duration: () => '[h]:mm:ss',
}

/** The number format of the column; null for texts. */
export const numberFormat = (column: Column, language: Language): string | null => FORMATS[column.kind]?.(column, language) ?? null

const isoWall = (value: Date): string => value.toISOString().slice(0, 19).replace('T', ' ')

/** Times of CSV: one form in every language, which programs read. Of those of a column of its own form; others are as they are. */
const CSV_TIMES: Partial<Record<ColumnKind, (value: Date) => string>> = {
  time: isoWall,
  date: (value) => isoWall(value).slice(0, 10),
  month: (value) => isoWall(value).slice(0, 7),
}

/** A duration in days as hours, minutes and seconds. */
function hoursOf(days: number): string {
  const seconds = Math.round(days * DAY_S)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The same value as a text of CSV; numbers stay numbers. */
export function csvText(value: ExportedValue, column: Column | undefined): string | number | null {
  if (value instanceof Date) return (CSV_TIMES[column?.kind ?? 'time'] ?? isoWall)(value)
  return column?.kind === 'duration' && typeof value === 'number' ? hoursOf(value) : value
}

/** Characters that values of a fixed form take. */
const WIDTHS: Partial<Record<ColumnKind, number>> = { time: 19, date: 10, month: 7, duration: 9 }

/** Characters that a column is wide at most; longer texts are cut at the next cell. */
const MAX_WIDTH = 60
const MIN_WIDTH = 6
/** What the button of the filter takes in the header, and the margin of other cells, in characters. */
const BUTTON_WIDTH = 4
const MARGIN = 2

/** Characters that a column is wide: its title with the button of the filter, and its values. */
export const columnWidth = (column: Column, title: string, values: readonly ExportedValue[]): number =>
  Math.min(
    MAX_WIDTH,
    values.reduce<number>(
      (width, value) => Math.max(width, valueWidth(value, column) + MARGIN),
      Math.max(MIN_WIDTH, textWidth(title) + BUTTON_WIDTH),
    ),
  )

const valueWidth = (value: ExportedValue, { kind, digits }: Column): number => {
  if (value === null) return 0
  if (typeof value === 'string') return textWidth(value)
  return WIDTHS[kind] ?? value.toLocaleString('en-US', { minimumFractionDigits: digits }).length
}

/** A Chinese character is as wide as two others. */
const textWidth = (text: string): number => [...text].reduce((width, character) => width + (character > '\u2e80' ? 2 : 1), 0)
