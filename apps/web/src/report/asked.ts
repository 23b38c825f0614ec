import type { CallInput } from '@tanker/contract/endpoint'
import { MAX_PAGE } from '@tanker/contract/input-bounds'
import type { ViewContent } from '@tanker/contract/named-views'
import type { reportCalls } from '@tanker/contract/endpoints/reports'
import type { ReportView } from '@tanker/contract/report-view'
import { periodInFileName } from '@tanker/domain/texts/time-text'
import { language } from '../platform/language.ts'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { type Picked, readPicked } from './picked.ts'
import { filtersNow } from './view-content.ts'
import { firstValues, type FilterValues, readFilters, valueOf } from '../platform/screen-frame/filter-values.ts'

export const PAGE_SIZES = [20, 50, 100, 200] as const

export type Asked = {
  /** Null when the page was opened from an alarm: the server then shows that alarm. */
  readonly filters: FilterValues | null
  readonly fromAlarm: string | null
  /** Values of the chart's columns that were clicked. */
  readonly picked?: Picked
  readonly page: number
  readonly size: number
  readonly sortBy: string
  readonly sortOrder: 'asc' | 'desc'
}

/** Whose list it is, and when: what it shows before the user has chosen. */
export type Reader = {
  readonly organisationId: number
  readonly now: Date
  /** The truck looked at last. */ readonly truckId?: number | null
}

/** Filters of an address or a view that this report has. Required ones that are missing or misshapen there stand as they do at first. */
const readValues = (view: ReportView, given: Readonly<Record<string, unknown>> | null, first: FilterValues): FilterValues | null => {
  if (given === null) return null
  const known = view.filters.flatMap((filter) => {
    const { name, required } = filter
    const value = valueOf(filter, given[name]) ?? (required ? first[name] : undefined)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(known)
}

/**
 * What the address asks of a report; what is missing or misshapen there is as at first. `content`: the view with which the list is shown;
 * it counts until the address has filters of its own.
 */
export const readAsked = (view: ReportView, search: ScreenSearch, reader: Reader, content: ViewContent | null = null): Asked => {
  const { organisationId, now, truckId = null } = reader
  const ofView = search['filters'] === undefined ? content : null
  const fromAlarm = /^\d{1,18}$/.test(search['fromAlarm'] ?? '') ? (search['fromAlarm'] ?? null) : null
  const size = Number(search['size'])
  const page = Math.trunc(Number(search['page'] ?? 0))
  const first = firstValues(view, organisationId, new Date(now.getFullYear(), now.getMonth(), now.getDate()), truckId)
  const sortBy = search['sortBy'] ?? ofView?.sortBy
  const sortOrder = search['sortOrder'] ?? ofView?.sortOrder
  const column = view.columns.find(({ name, sortable }) => sortable && name === sortBy)
  const picked = readPicked(view, ofView?.picked ? JSON.stringify(ofView.picked) : search['picked'])
  const given = ofView ? filtersNow(view, ofView, reader) : readFilters(search['filters'])
  return {
    ...(picked === null ? {} : { picked }),
    fromAlarm,
    filters: readValues(view, given, first) ?? (fromAlarm === null ? first : null),
    page: page >= 0 && page <= MAX_PAGE ? page : 0,
    size: PAGE_SIZES.find((one) => one === size) ?? 50,
    sortBy: column?.name ?? view.sort.by,
    sortOrder: sortOrder === 'asc' || sortOrder === 'desc' ? sortOrder : view.sort.order,
  }
}

/** The address of what is asked, with the view of which it is a change. */
export const searchOf = (
  { filters, fromAlarm, picked, page, size, sortBy, sortOrder }: Asked,
  tab: string | undefined,
  viewId: number | null = null,
): ScreenSearch => ({
  ...(tab === undefined ? {} : { tab }),
  ...(viewId === null ? {} : { view: String(viewId) }),
  ...(filters === null ? {} : { filters: JSON.stringify(filters) }),
  ...(fromAlarm === null ? {} : { fromAlarm }),
  ...(picked === undefined || Object.keys(picked).length === 0 ? {} : { picked: JSON.stringify(picked) }),
  page: String(page),
  size: String(size),
  sortBy,
  sortOrder,
})

const fileTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** The period or month that was asked for, as the name of a file has it; null for a list without one. */
const periodOf = (view: Pick<ReportView, 'filters'>, filters: FilterValues | null): string | null => {
  for (const { name, kind } of view.filters) {
    const value = filters?.[name]
    if (kind === 'month' && typeof value === 'string') return value
    if (kind === 'period' && typeof value === 'object' && 'from' in value)
      return periodInFileName(Date.parse(value.from), Date.parse(value.to), Intl.DateTimeFormat().resolvedOptions().timeZone)
  }
  return null
}

/** What an export sends (spec 7.5): the filters that are not empty, the columns on the page with their titles, and their order. */
export const exportValues = (
  view: ReportView,
  asked: Asked,
  columns: readonly { readonly name: string; readonly title: string }[],
  rateUnit: 'permille' | 'percent',
  now: Date,
  format: 'xlsx' | 'csv' = 'xlsx',
): CallInput<ReturnType<typeof reportCalls>['export']> => ({
  ...Object.fromEntries(Object.entries(asked.filters ?? {}).map(([name, value]) => [name, JSON.stringify(value)])),
  ...(asked.filters === null && asked.fromAlarm !== null ? { fromAlarm: asked.fromAlarm } : {}),
  ...(asked.picked === undefined ? {} : { picked: JSON.stringify(asked.picked) }),
  fields: columns.map(({ name }) => name).join(','),
  headers: columns.map(({ title }) => (title.includes(',') ? `"${title}"` : title)).join(','),
  fileName: `${view.title} ${periodOf(view, asked.filters) ?? fileTime.format(now).replaceAll(/\D/g, '')}`,
  language,
  sortBy: asked.sortBy,
  sortOrder: asked.sortOrder,
  rateUnit,
  ...(format === 'csv' ? { format } : {}),
})
