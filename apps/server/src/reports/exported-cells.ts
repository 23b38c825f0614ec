import type { ColumnKind } from '@tanker/contract/report-view'
import { alarmGradeText, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { HANDLE_STATES } from '@tanker/domain/alarms/handling'
import { headingText } from '@tanker/domain/fences/heading'
import { productName } from '@tanker/domain/products/product-name'
import type { Language, Text } from '@tanker/domain/texts/text'
import { dayText, durationText, timeText } from '@tanker/domain/texts/time-text'
import type { AnyReport, PlaceCell, PlateCell } from '@tanker/reports/define-report'

type Column = AnyReport['columns'][string]
/** The value of a cell in the file; texts are always written as texts, never as formulas. */
export type ExportedValue = string | number | null
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
    name(value)?.[language] ?? String(value)

const YES_NO = [
  { zh: '否', en: 'No' },
  { zh: '是', en: 'Yes' },
] as const satisfies readonly Text[]

/** One text or number for each kind of column, the same that the page shows; a kind without one does not compile. */
const EXPORTED: Record<ColumnKind, Exported> = {
  plate: (value) => (value as PlateCell).plate,
  organisation: words,
  time: (value, _, { language, zone }) => timeText((value as Date).getTime(), language, zone),
  date: (value, _, { language }) => dayText(String(value), language),
  month: (value, _, { language }) => dayText(String(value), language),
  duration: (value, _, { language }) => durationText(Number(value), language),
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
  choice: (value, { choices }, { language }) => choices.find((one) => one.value === String(value))?.label[language] ?? String(value),
  choices: (value, { choices }, { language }) =>
    String(value)
      .split(',')
      .map((key) => choices.find((one) => one.value === key)?.label[language] ?? key)
      .join({ zh: '、', en: ', ' }[language]),
  handled: named((value) => HANDLE_STATES[value === true ? 1 : 0]),
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

const NUMBERS: ReadonlySet<ColumnKind> = new Set(['number', 'loss-rate', 'rank-change', 'compartment'])

/** Grouped, with the decimals of the page; null for texts. */
export const numberFormat = ({ kind, digits }: Column): string | null =>
  NUMBERS.has(kind) ? (digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`) : null
