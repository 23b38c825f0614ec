import type { ColumnKind } from '@tanker/contract/report-view'
import { cellText, type ReportColumn } from './cell-text.ts'

/** What stands beside the text in a cell: its padding, and the mark of a grade. */
const besidePx = (kind: ColumnKind): number => (kind === 'grade' || kind === 'expiry' ? 34 : kind === 'tree' ? 90 : 18)

/** Texts that may be long are cut at this width; they carry the whole text as their title. */
const MOST_PX: Partial<Record<ColumnKind, number>> = {
  organisation: 132,
  place: 210,
  text: 200,
  'handle-result': 200,
  choice: 170,
  'alarm-type': 170,
  driver: 150,
}

/** What a character takes in the font of a list, in pixels; the first that matches. */
const CHARACTER_PX: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff]/, 13.2],
  [/[mwMW%‰]/, 12],
  [/[A-Z]/, 9.2],
  [/[-:., /|()]/, 4.4],
]
const otherPx = 7.4

/** About what a text takes: Chinese characters are as wide as the font is high. */
export const textWidthPx = (text: string): number =>
  Array.from(text).reduce((sum, one) => sum + (CHARACTER_PX.find(([of]) => of.test(one))?.[1] ?? otherPx), 0)

/** Label and unit in one pair of brackets: 装油量 (V20, L). */
export const columnTitle = ({ label, unit }: Pick<ReportColumn, 'label' | 'unit'>): string => {
  if (unit === null) return label
  const [, name, inside] = /^(.+?)\s*\(([^()]+)\)$/.exec(label) ?? []
  return name === undefined ? `${label} (${unit})` : `${name} (${inside}, ${unit})`
}

/** As wide as the longest of the rows on the page needs, its total included; null where there is nothing to go by. */
export const fittedWidthPx = (column: ReportColumn, values: readonly unknown[]): number | null => {
  const longest = values.reduce<number>((most, value) => Math.max(most, textWidthPx(cellText(value, column))), 0)
  return values.length === 0 ? null : Math.ceil(Math.min(longest + besidePx(column.kind), MOST_PX[column.kind] ?? Infinity))
}
