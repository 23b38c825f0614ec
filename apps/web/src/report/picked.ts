import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { nameInKey } from '@tanker/contract/report-leads'
import { cellText, choiceText } from './cell-text.ts'

type Row = ReportRows['content'][number]
type View = Pick<ReportView, 'chart' | 'columns' | 'pickable'>

/** Values of the columns that a chart is drawn by, as the server compares them: a plate is its truck's id, null is no value. */
export type Picked = Readonly<Record<string, string | null>>

const pickableIn = ({ chart, pickable }: Pick<ReportView, 'chart' | 'pickable'>): readonly string[] => [
  ...(chart ? [chart.x, ...(chart.by === null ? [] : [chart.by])] : []),
  ...pickable.map(({ name }) => name),
]

/** What the address says was clicked; null where it says nothing that this chart is drawn by. */
export function readPicked(view: Pick<ReportView, 'chart' | 'pickable'>, written: string | undefined): Picked | null {
  if (written === undefined) return null
  try {
    const given: unknown = JSON.parse(written)
    if (typeof given !== 'object' || given === null) return null
    const known = Object.entries(given).filter(
      (entry): entry is [string, string | null] =>
        pickableIn(view).includes(entry[0]) && (entry[1] === null || (typeof entry[1] === 'string' && entry[1].length <= 200)),
    )
    return known.length === 0 ? null : Object.fromEntries(known)
  } catch {
    return null
  }
}

/** The value of a cell as the server compares it. */
const keyOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  const cell = value as { readonly truckId?: number; readonly name?: string }
  return cell.truckId === undefined ? (cell.name ?? null) : String(cell.truckId)
}

const textOf = (view: View, name: string, row: Row): string => {
  const column = view.columns.find((one) => one.name === name)
  return column ? cellText(row[name], column) : ''
}

/** What a click on a bar, a slice or a cell means: `name` along the axis, and the series where the chart has one for each value of a column. */
export function pickedAt(view: View, rows: readonly Row[], at: { readonly name: string; readonly series: string }): Picked | null {
  const { chart } = view
  if (!chart) return null
  const { x, by } = chart
  const isPie = chart.kind === 'pie'
  const row = rows.find((one) => textOf(view, x, one) === at.name && (by === null || isPie || textOf(view, by, one) === at.series))
  return row ? { [x]: keyOf(row[x]), ...(by === null || isPie ? {} : { [by]: keyOf(row[by]) }) } : null
}

/** Clicked again it is given up. */
export const togglePicked = (held: Picked | undefined, next: Picked): Picked | undefined =>
  held && JSON.stringify(held) === JSON.stringify(next) ? undefined : next

/** The chips of what was picked: column and value as the rows show it. */
export const pickedWords = (view: View, picked: Picked | undefined, rows: readonly Row[]) =>
  Object.entries(picked ?? {}).flatMap(([name, key]) => {
    const led = view.pickable.find((one) => one.name === name)
    if (led) return [{ name, label: led.label, value: nameInKey(key) ?? '–' }]
    const column = view.columns.find((one) => one.name === name)
    if (!column) return []
    const row = rows.find((one) => keyOf(one[name]) === key)
    const words = row ? textOf(view, name, row) : column.choices.length > 0 && key ? choiceText(column.choices, key) : undefined
    return [{ name, label: column.label, value: words || key || '–' }]
  })
