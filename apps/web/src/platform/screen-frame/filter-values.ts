import type { FilterKind, FilterValue, ReportView } from '@tanker/contract/report-view'

/** The values of a report's filters by name, as they travel in the address and to the server. */
export type FilterValues = Readonly<Record<string, FilterValue<FilterKind>>>

export type FilterOf = ReportView['filters'][number]

const daysAtFirst = 7
const dayMs = 86_400_000

/** Local midnight some days later or earlier; days are 23 or 25 hours long where clocks change. */
const midnightOf = (day: Date, daysLater: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater)

/** Today and the six days before, or as many as the filter allows: a week has an hour more where clocks go back. */
export const firstPeriod = ({ maxDays }: Pick<FilterOf, 'maxDays'>, startOfToday: Date): FilterValue<'period'> => {
  const days = Math.min(daysAtFirst, maxDays ?? daysAtFirst)
  const end = midnightOf(startOfToday, 1).getTime() - 1
  const start = midnightOf(startOfToday, 1 - days).getTime()
  const longestMs = (maxDays ?? Infinity) * dayMs
  return { from: new Date(Math.max(start, end - longestMs)).toISOString(), to: new Date(end).toISOString() }
}

/**
 * What is asked before the user has chosen anything: the whole of the user's organisation, today and the six days before. A list of one
 * truck begins with `truckId`, the one looked at last, else with the one that the server names.
 */
export const firstValues = (
  view: Pick<ReportView, 'filters'>,
  organisationId: number,
  startOfToday: Date,
  truckId: number | null = null,
): FilterValues => {
  const values: Record<string, FilterValue<FilterKind>> = {}
  for (const { name, kind, required, maxDays, choices, initial } of view.filters) {
    if (kind === 'truck') {
      const first = truckId ?? Number(initial[0])
      if (isId(first)) values[name] = first
    } else if (initial.length > 0) values[name] = initial
    if (kind === 'month') values[name] = `${startOfToday.getFullYear()}-${String(startOfToday.getMonth() + 1).padStart(2, '0')}`
    if (kind === 'dimension' && choices[0]) values[name] = choices[0].value
    if (kind === 'truck-or-organisation' && required) values[name] = { truckIds: [], organisationIds: [organisationId] }
    if (kind === 'organisations') values[name] = { organisationIds: [organisationId] }
    if (kind === 'period') values[name] = firstPeriod({ maxDays }, startOfToday)
  }
  return values
}

/** What the address carries; null when it carries none, or nonsense. */
export const readFilters = (written: string | undefined): FilterValues | null => {
  if (written === undefined) return null
  try {
    const values: unknown = JSON.parse(written)
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as FilterValues) : null
  } catch {
    return null
  }
}

const isId = (given: unknown): given is number => typeof given === 'number' && Number.isSafeInteger(given) && given > 0
const MAX_IDS = 1_000

/** Ids of rows; undefined for another shape. */
const idsOf = (given: unknown): number[] | undefined =>
  Array.isArray(given) && given.length <= MAX_IDS && given.every(isId) ? given : undefined

const textOf = (given: unknown): string | undefined => (typeof given === 'string' && given.length <= 80 ? given : undefined)

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const isMoment = (given: unknown): given is string => typeof given === 'string' && MOMENT.test(given) && !Number.isNaN(Date.parse(given))

/** As `FILTER_VALUES` of the contract reads them: the browser has no schemas. */
const READERS: { readonly [K in FilterKind]: (given: unknown) => FilterValue<K> | undefined } = {
  'truck-or-organisation': (given) => {
    if (!isObject(given)) return undefined
    const [truckIds, organisationIds] = [idsOf(given['truckIds'] ?? []), idsOf(given['organisationIds'] ?? [])]
    return truckIds && organisationIds && { truckIds, organisationIds }
  },
  period: (given) =>
    isObject(given) && isMoment(given['from']) && isMoment(given['to']) ? { from: given['from'], to: given['to'] } : undefined,
  month: (given) => (typeof given === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(given) ? given : undefined),
  choice: (given) => (Array.isArray(given) && given.length <= 100 && given.every((one) => textOf(one) !== undefined) ? given : undefined),
  dimension: textOf,
  number: (given) => (typeof given === 'number' && Number.isFinite(given) ? given : undefined),
  handled: (given) => (given === 'handled' || given === 'unhandled' ? given : undefined),
  compartment: (given) =>
    Array.isArray(given) && given.length <= 10 && given.every((one) => isId(one) && one <= 10) ? (given as number[]) : undefined,
  depot: idsOf,
  station: idsOf,
  driver: idsOf,
  text: (given) => (typeof given === 'string' ? textOf(given.trim()) : undefined),
  organisations: (given) => {
    const organisationIds = isObject(given) ? idsOf(given['organisationIds']) : undefined
    return organisationIds && { organisationIds }
  },
  truck: (given) => (isId(given) ? given : undefined),
}

/** A value in the shape of its filter, as the server reads it; undefined where the address holds another. */
export const valueOf = ({ kind }: Pick<FilterOf, 'kind'>, given: unknown): FilterValue<FilterKind> | undefined => READERS[kind](given)

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' &&
    'organisationIds' in value &&
    isEmpty(value.organisationIds) &&
    (!('truckIds' in value) || isEmpty(value.truckIds)))

/** Labels of required filters that have no value yet. A list of one truck always has one where there is any. */
export const missingFilters = (view: Pick<ReportView, 'filters'>, values: FilterValues): readonly string[] =>
  view.filters.filter(({ name, kind, required }) => required && kind !== 'truck' && isEmpty(values[name])).map(({ label }) => label)

/** One filter changed; a value that restricts nothing goes. */
export const withFilter = (values: FilterValues, name: string, value: FilterValue<FilterKind> | undefined): FilterValues => {
  const { [name]: _, ...others } = values
  return value === undefined || isEmpty(value) ? others : { ...others, [name]: value }
}

/** Who, when and how is asked; every list asks that. */
const ALWAYS_ASKED: readonly FilterKind[] = ['truck-or-organisation', 'organisations', 'period', 'month', 'dimension', 'truck']

/** Filters with a value without which the list would be longer. */
export const excludingFilters = (filters: readonly FilterOf[], values: FilterValues): readonly FilterOf[] =>
  filters.filter(({ name, kind, required }) => !required && !ALWAYS_ASKED.includes(kind) && !isEmpty(values[name]))

/** The values without those of some filters. */
export const withoutFilters = (values: FilterValues, filters: readonly FilterOf[]): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !filters.some((filter) => filter.name === name)))

/** Filters that restrict something, and of the others as many as still stand on one line, in the order of the report. */
export const filtersOfOneLine = (filters: readonly FilterOf[], values: FilterValues, onLine: number): readonly FilterOf[] => {
  let room = onLine - filters.filter(({ name }) => values[name] !== undefined).length
  return filters.filter(({ name }) => values[name] !== undefined || room-- > 0)
}
