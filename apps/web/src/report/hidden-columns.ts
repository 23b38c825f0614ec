import type { ReportColumn } from './cell-text.ts'

/** Columns by name. */
export type HiddenColumns = ReadonlySet<string>

/** What the user decided about columns: hidden ones, and those to be shown even where they are empty. */
export type ColumnChoice = { readonly hidden: HiddenColumns; readonly shown: HiddenColumns }

type Named = Pick<ReportColumn, 'name'>

const keptAs = (path: string): string => `hidden-columns ${path}`
const shownAs = (path: string): string => `shown-columns ${path}`

const namesIn = (key: string): HiddenColumns => new Set((localStorage.getItem(key) ?? '').split(',').filter((name) => name !== ''))

/** What this browser keeps of a report; it may name columns that the report no longer has, or that the user no longer sees. */
export const keptColumns = (path: string): ColumnChoice => ({ hidden: namesIn(keptAs(path)), shown: namesIn(shownAs(path)) })

export const keepColumns = (path: string, { hidden, shown }: ColumnChoice): void => {
  localStorage.setItem(keptAs(path), [...hidden].join(','))
  if (shown.size === 0) localStorage.removeItem(shownAs(path))
  else localStorage.setItem(shownAs(path), [...shown].join(','))
}

/** Those of the report's columns that are hidden: never all of them. */
export const hiddenAmong = (columns: readonly Named[], kept: HiddenColumns): HiddenColumns => {
  const hidden = columns.filter(({ name }) => kept.has(name)).map(({ name }) => name)
  return new Set(hidden.length === columns.length ? [] : hidden)
}

/** Hidden columns together with the empty ones, without those that the user wants to see anyway. */
export const leftOutColumns = (columns: readonly Named[], { hidden, shown }: ColumnChoice, empty: HiddenColumns): HiddenColumns =>
  hiddenAmong(columns, new Set([...hidden, ...[...empty].filter((name) => !shown.has(name))]))

/** Whether one more column may be hidden or shown: the last one stays. */
export const mayToggle = (columns: readonly Named[], hidden: HiddenColumns, name: string): boolean =>
  hidden.has(name) || hidden.size < columns.length - 1

/** The choice after a click on a column; `leftOut` are those not shown at the moment. */
export const toggledColumn = ({ hidden, shown }: ColumnChoice, name: string, leftOut: HiddenColumns): ColumnChoice => {
  const next = { hidden: new Set(hidden), shown: new Set(shown) }
  if (!leftOut.has(name)) {
    next.hidden.add(name)
    next.shown.delete(name)
  } else if (!next.hidden.delete(name)) next.shown.add(name)
  return next
}

/** The columns of a list in their order. A phone has room for little beside the plate, least for a name that is mostly the same. */
export const shownColumns = (columns: readonly ReportColumn[], hidden: HiddenColumns, isNarrow: boolean): readonly ReportColumn[] => {
  const shown = columns.filter(({ name }) => !hidden.has(name))
  return isNarrow ? shown.toSorted((a, b) => Number(a.kind === 'organisation') - Number(b.kind === 'organisation')) : shown
}
