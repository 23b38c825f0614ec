import type { ReportColumn } from './cell-text.ts'

/** Columns that the user has hidden, by name. */
export type HiddenColumns = ReadonlySet<string>

type Named = Pick<ReportColumn, 'name'>

const keptAs = (path: string): string => `hidden-columns ${path}`

/** What this browser keeps of a report; it may name columns that the report no longer has, or that the user no longer sees. */
export const keptColumns = (path: string): HiddenColumns =>
  new Set((localStorage.getItem(keptAs(path)) ?? '').split(',').filter((name) => name !== ''))

export const keepColumns = (path: string, hidden: HiddenColumns): void => localStorage.setItem(keptAs(path), [...hidden].join(','))

/** Those of the report's columns that are hidden: never all of them. */
export const hiddenAmong = (columns: readonly Named[], kept: HiddenColumns): HiddenColumns => {
  const hidden = columns.filter(({ name }) => kept.has(name)).map(({ name }) => name)
  return new Set(hidden.length === columns.length ? [] : hidden)
}

/** Whether one more column may be hidden or shown: the last one stays. */
export const mayToggle = (columns: readonly Named[], hidden: HiddenColumns, name: string): boolean =>
  hidden.has(name) || hidden.size < columns.length - 1

export const toggledColumn = (hidden: HiddenColumns, name: string): HiddenColumns => {
  const next = new Set(hidden)
  if (!next.delete(name)) next.add(name)
  return next
}

/** The columns of a list in their order. A phone has room for little beside the plate, least for a name that is mostly the same. */
export const shownColumns = (columns: readonly ReportColumn[], hidden: HiddenColumns, isNarrow: boolean): readonly ReportColumn[] => {
  const shown = columns.filter(({ name }) => !hidden.has(name))
  return isNarrow ? shown.toSorted((a, b) => Number(a.kind === 'organisation') - Number(b.kind === 'organisation')) : shown
}
