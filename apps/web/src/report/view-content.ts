import type { ViewContent, ViewFilter } from '@tanker/contract/named-views'
import type { FilterKind, FilterValue, ReportView } from '@tanker/contract/report-view'
import { MONTH_NAMES, namedMonth, namedPeriod, PERIOD_NAMES, type PeriodName, type Today } from '@tanker/domain/texts/named-period'
import type { FilterOf, FilterValues } from '../platform/screen-frame/filter-values.ts'
import type { ColumnChoice } from './hidden-columns.ts'
import type { Picked } from './picked.ts'

/** Who saves or opens a view, and when. */
export type ViewReader = { readonly organisationId: number; readonly now: Date }

const dayMs = 86_400_000

export const todayOf = (now: Date): Today => ({
  year: now.getFullYear(),
  month: now.getMonth(),
  day: now.getDate(),
  weekday: now.getDay(),
})

const midnight = (year: number, month: number, day: number): Date => new Date(year, month, day)

/** A period by its name as it is now, within the limit of its filter. */
export const periodNow = (name: PeriodName, now: Date, maxDays: number | null = null): { readonly from: Date; readonly to: Date } =>
  namedPeriod(name, todayOf(now), midnight, maxDays === null ? Infinity : maxDays * dayMs)

/** The name of a period or month that moves with the calendar; null for another one. */
export function movingName({ kind, maxDays }: Pick<FilterOf, 'kind' | 'maxDays'>, value: unknown, now: Date): PeriodName | null {
  if (kind === 'month') return MONTH_NAMES.find((name) => namedMonth(name, todayOf(now)) === value) ?? null
  if (kind !== 'period' || typeof value !== 'object' || value === null) return null
  const { from, to } = value as FilterValue<'period'>
  return (
    PERIOD_NAMES.find((name) => {
      const period = periodNow(name, now, maxDays)
      return period.from.getTime() === Date.parse(from) && period.to.getTime() === Date.parse(to)
    }) ?? null
  )
}

const isOwn = (value: unknown, organisationId: number): boolean => {
  const { truckIds = [], organisationIds = [] } = value as { truckIds?: readonly number[]; organisationIds?: readonly number[] }
  return truckIds.length === 0 && organisationIds.length === 1 && organisationIds[0] === organisationId
}

/** The value of one filter by name where it has one. */
function writtenFilter(
  filter: FilterOf,
  value: FilterValue<FilterKind>,
  isMoving: boolean,
  { organisationId, now }: ViewReader,
): ViewFilter {
  if (filter.kind === 'truck-or-organisation' || filter.kind === 'organisations')
    return isOwn(value, organisationId) ? { own: true } : (value as ViewFilter)
  const name = isMoving ? movingName(filter, value, now) : null
  if (name === null) return value as ViewFilter
  return filter.kind === 'month' ? { month: name as (typeof MONTH_NAMES)[number] } : { period: name }
}

/** The value of one filter now; what it no longer means is left to the reader of the filters. */
function filterNow({ kind, maxDays }: FilterOf, written: ViewFilter, { organisationId, now }: ViewReader): unknown {
  if (typeof written !== 'object' || Array.isArray(written)) return written
  if ('period' in written) {
    const { from, to } = periodNow(written.period, now, maxDays)
    return { from: from.toISOString(), to: to.toISOString() }
  }
  if ('month' in written) return namedMonth(written.month, todayOf(now))
  if ('own' in written)
    return kind === 'organisations' ? { organisationIds: [organisationId] } : { truckIds: [], organisationIds: [organisationId] }
  return written
}

/** The filters of a view as they are now. */
export const filtersNow = (
  view: Pick<ReportView, 'filters'>,
  { filters }: ViewContent,
  reader: ViewReader,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    view.filters.flatMap((filter) => {
      const written = filters[filter.name]
      return written === undefined ? [] : [[filter.name, filterNow(filter, written, reader)]]
    }),
  )

/** What a list shows. */
export type Shown = {
  readonly filters: FilterValues
  readonly asked: { readonly picked?: Picked; readonly sortBy: string; readonly sortOrder: 'asc' | 'desc' }
  readonly choice: ColumnChoice
  readonly rateUnit: ViewContent['rateUnit']
}

/** A period of the saved view that was given by its days stays so until another one is chosen. */
const isKept = (filter: FilterOf, kept: ViewContent | null, value: unknown): boolean =>
  JSON.stringify(kept?.filters[filter.name]) === JSON.stringify(value)

/**
 * What a view saves of a list. `moving`: a period with a name moves with the calendar. `kept`: the view that is saved again, whose fixed
 * periods stay fixed.
 */
export function contentOf(
  view: ReportView,
  { filters, asked, choice, rateUnit }: Shown,
  reader: ViewReader,
  { moving = true, kept = null }: { readonly moving?: boolean; readonly kept?: ViewContent | null } = {},
): ViewContent {
  const columns = new Set(view.columns.map(({ name }) => name))
  const among = (names: ReadonlySet<string>): string[] => [...names].filter((name) => columns.has(name)).toSorted()
  const written = view.filters.flatMap((filter) => {
    const value = filters[filter.name]
    return value === undefined ? [] : [[filter.name, writtenFilter(filter, value, moving && !isKept(filter, kept, value), reader)] as const]
  })
  return {
    filters: Object.fromEntries(written),
    ...(asked.picked === undefined ? {} : { picked: { ...asked.picked } }),
    hidden: among(choice.hidden),
    shown: among(choice.shown),
    sortBy: asked.sortBy,
    sortOrder: asked.sortOrder,
    rateUnit,
  }
}

/** The columns that a view chooses. */
export const choiceOf = ({ hidden, shown }: ViewContent): ColumnChoice => ({ hidden: new Set(hidden), shown: new Set(shown) })

/** Whether two views of one list show the same. */
export const isSameView = (one: ViewContent, other: ViewContent): boolean => sorted(one) === sorted(other)

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
