import type { Expression } from 'kysely'
import type { ActionName } from '@tanker/contract/actions/all-actions'
import type { Action } from '@tanker/contract/actions/define-action'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import type { ChartKind, ColumnKind, FilterKind, RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language, Text } from '@tanker/domain/texts/text'

export type Choice = { readonly value: string; readonly label: Text }

/** What a user may ask. `Value` is what the query gets when the user asked; made by the functions of kinds.ts. */
export type Filter<Value, Required extends boolean = boolean> = {
  readonly kind: FilterKind
  readonly label: Text
  readonly required: Required
  readonly choices: readonly Choice[]
  readonly maxDays: number | null
  /** How many days ago a period may begin; null: without limit. */
  readonly backDays: number | null
  readonly unit: string | null
  /** Chosen on the page until the user chooses otherwise; empty: nothing. A call that names nothing asks for everything. */
  readonly initial: readonly string[]
  /** Never read; carries the type. */
  readonly value?: Value
}

export type Filters = Readonly<Record<string, Filter<unknown>>>

/** The values that a query receives: required ones always, the others when the user gave them. */
export type ValuesOf<F extends Filters> = {
  readonly [K in keyof F]: F[K] extends Filter<infer Value, infer Required> ? (Required extends true ? Value : Value | undefined) : never
}

/** Trucks or organisations that the user chose, already cut to what the user may see. */
export type ChosenTrucks =
  | { readonly of: 'trucks'; readonly ids: readonly number[] }
  | { readonly of: 'organisations'; readonly ids: readonly number[] }
/** Both ends are included; `zone` is the user's, an IANA name, for days and months. */
export type ChosenPeriod = { readonly from: Date; readonly to: Date; readonly zone: string }
/** From the first moment of the month to its last, in the user's zone, and the first moment of the month before. */
export type ChosenMonth = ChosenPeriod & { readonly previousFrom: Date }

export type PlateCell = { readonly truckId: number; readonly plate: string }
export type PlaceCell = { readonly name: string; readonly lat: number | null; readonly lng: number | null }

/** What is shown of a row. `Value` is what the query must return for it; made by the functions of kinds.ts. */
export type Column<Value> = {
  readonly kind: ColumnKind
  readonly label: Text
  readonly unit: string | null
  readonly sortable: boolean
  /** Decimals of a number. */
  readonly digits: number
  /** Summed up below the list. */
  readonly total: boolean
  /** The total is `times` the sum of one column divided by the sum of another: rates cannot be summed. */
  readonly rateOf: { readonly of: string; readonly by: string; readonly times: number } | null
  /** The total counts only rows in which these columns of the query have a value too: what is compared is summed over the same rows. */
  readonly sumWith: readonly string[]
  readonly choices: readonly Choice[]
  readonly hint: Text | null
  /** A number leads to the rows that it counts: filters of the list in `leadsTo` for this column; null: it leads nowhere. */
  readonly leads: Readonly<Record<string, unknown>> | null
  /** The list to which its numbers lead, where it is not the one of the report. */
  readonly leadsTo: LeadsTo | null
  /** 'sign': users whose role has the sign flag (spec 6). 'staff': all users except customers. */
  readonly audience: 'everyone' | 'sign' | 'staff'
  /** Text of an empty cell in rows where the query's column `when` is more than 0: an unknown value is neither blank nor 0. */
  readonly unknown: { readonly when: string; readonly says: Text } | null
  /** Never read; carries the type. */
  readonly accepts?: (value: Value) => void
}

/** Every row has an identity; the same row has the same one on every page. */
type Identified = { readonly id: string }

/** A drawing above the list, of the rows on the page or of the whole answer. */
export type Chart<Name extends string = string> = {
  readonly kind: ChartKind
  readonly title: Text
  readonly x: Name
  readonly y: readonly Name[]
  /** Splits the one `y` into a series for each value of this column; the second axis of a `heat`. */
  readonly by?: Name
  /** Of a line over time: a yes-no column; the time in which it is true is shaded. */
  readonly shade?: Name
  /** Of a line over time: a value holds until the next one, as rows are written at changes only. */
  readonly steps?: true
  /** Of `lanes`: the column of the end (none: it lasts), those that name a lane, those that name what happened, and its grade. */
  readonly lanes?: { readonly to: Name; readonly lane: readonly Name[]; readonly words: readonly Name[]; readonly grade: Name }
  /** Number of greatest values of `x` shown, of `lanes` of the newest; default 20. */
  readonly limit?: number
  readonly rowsFor?: 'page' | 'all'
}

/**
 * The list that has the rows which numbers count: its path and tab, filters that it always gets, and by the name of its filter the filter
 * here that has the value.
 */
export type LeadsTo = {
  readonly path: string
  readonly tab?: string
  readonly with?: Readonly<Record<string, unknown>>
  /** The total leads nowhere: the list here has not all that the other one has. */
  readonly onlyRows?: true
  readonly keeps: Readonly<Record<string, string>>
}

/** What a list with more than `above` rows says. */
type LongList = { readonly above: number; readonly says: Text }

/** One report screen: filters, query, columns and actions. */
export type Report<F extends Filters, Row extends Identified> = {
  /** A path of the contract's list of screens; of a tab: anything, the tabs give it its path. */
  readonly path: string
  readonly title: Text
  readonly filters: F
  /** The runner adds order, limit and offset. `db` shows only what the user may see; `language` is the reader's, for words that the query itself makes. */
  readonly rows: (db: ScopedDb, filters: ValuesOf<F>, language: Language) => Expression<Row>
  readonly columns: { readonly [K in Exclude<keyof Row, 'id'>]?: Column<Row[K]> }
  readonly sort: { readonly by: Exclude<keyof Row, 'id'> & string; readonly order: 'asc' | 'desc' }
  /** What can be done with the rows besides what every entity has, in the order of the buttons; reads only columns of the query. */
  readonly actions?: readonly Action<ActionName, Row>[]
  /** 'alarm': the id of a row is an alarm's id, so a click on an alarm shows that row alone. */
  readonly rowIs: 'alarm' | 'record'
  /** Each row sums up many: page, number and totals come from one reading of them, since each would take as long. */
  readonly summed?: true
  readonly chart?: Chart<Exclude<keyof Row, 'id'> & string>
  /** The query's column `leads` says what this list has to be asked for the row. */
  readonly leadsTo?: Row extends { readonly leads: RowLeads } ? LeadsTo : never
  /** Columns of the query, of the form `id:name`, by which numbers of other lists lead here, with what they are of. */
  readonly pickable?: { readonly [K in Exclude<keyof Row, 'id'> & string]?: Text }
  /** The page may read the list again by itself, at one of these intervals. */
  readonly live?: { readonly everyS: readonly number[] }
  /** Hint above a list with more rows than this. */
  readonly longList?: LongList
  /** Hint for an empty list, where more than a wider filter is needed. */
  readonly emptyHint?: Text
  /** Base data: rows may be added, changed and deleted on the page; a row's `id` is the entity's, its `status` says whether it is enabled. */
  readonly entity?: Entity
}

/** Identity with types: keep `rows` a named const with typed parameters, or `Row` is inferred as unknown and nothing is checked. */
export function defineReport<F extends Filters, Row extends Identified>(
  report: Report<F, Row> & {
    readonly columns: { readonly [K in Exclude<keyof NoInfer<Row>, 'id'>]?: Column<NoInfer<Row>[K]> }
    readonly actions?: readonly Action<ActionName, NoInfer<Row>>[]
  },
): Report<F, Row> {
  return report
}

/** A report as the runner sees it, without the type of its rows. */
export type AnyReport = {
  readonly path: string
  readonly title: Text
  readonly filters: Filters
  rows(db: ScopedDb, filters: Readonly<Record<string, unknown>>, language: Language): Expression<Identified>
  readonly columns: Readonly<Record<string, Column<never>>>
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' }
  readonly actions?: readonly Action<ActionName>[]
  readonly rowIs: 'alarm' | 'record'
  readonly summed?: true
  readonly chart?: Chart
  readonly leadsTo?: LeadsTo
  readonly pickable?: Readonly<Record<string, Text>>
  readonly live?: { readonly everyS: readonly number[] }
  readonly longList?: LongList
  readonly emptyHint?: Text
  readonly entity?: Entity
}

/** Everything that can be done with the rows of a report, those of its entity included. */
export const actionsOf = ({ actions = [], entity }: AnyReport): readonly Action<ActionName>[] => [...actions, ...(entity?.actions ?? [])]

/**
 * Several reports on one screen; each has its rows under `<path>/<name>`. The first one may have an empty name: its rows are under the
 * path of the screen, as they were before it got a second tab.
 */
export type Tabs = {
  readonly path: string
  readonly title: Text
  readonly tabs: readonly { readonly name: string; readonly label: Text; readonly report: AnyReport }[]
}

/** A report of a tab stands in a file `*.tab.ts`, or beside this call. */
export function defineTabs(screen: {
  readonly path: string
  readonly title: Text
  readonly tabs: readonly { readonly name: string; readonly label: Text; readonly report: unknown }[]
}): Tabs {
  return screen as Tabs
}

/** A screen drawn by the report page. */
export type ReportScreen = AnyReport | Tabs

/** The reports of a screen, each under its own path, as the calls name it. */
export const reportsOf = (screen: ReportScreen): readonly AnyReport[] =>
  'tabs' in screen
    ? screen.tabs.map(({ name, label, report }) => ({
        ...report,
        path: name === '' ? screen.path : `${screen.path}/${name}`,
        title: { zh: `${screen.title.zh}-${label.zh}`, en: `${screen.title.en} - ${label.en}` },
      }))
    : [screen]
