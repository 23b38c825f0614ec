import { textProblemIn } from '@tanker/contract/input-bounds'
import { FILTER_VALUES, type FilterValue } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import type { AnyReport, ChosenPeriod, ChosenTrucks, Filter } from '@tanker/reports/define-report'
import { sql } from 'kysely'
import { errors } from '../platform/http/errors.ts'
import { inputProblem, namedProblem } from '../platform/http/input-errors.ts'
import { monthAt, zonedMonth } from './zoned-month.ts'
import { firstTruck } from './first-truck.ts'
import { reportErrors } from './report-errors.ts'

const dayMs = 86_400_000

/** Time and time zone of the request: limits count from now, months and days are in the user's zone. */
export type AskedAt = { readonly now: Date; readonly zone: string }

/** Parses the filters of a query by kind, and checks them against the limits of spec 5.4 and the user's scope. */
export async function readFilters(
  report: AnyReport,
  db: ScopedDb,
  text: string | undefined,
  at: AskedAt,
): Promise<Record<string, unknown>> {
  const given = parsed(text)
  const values: Record<string, unknown> = {}
  const unwritable = textProblemIn(given)
  if (unwritable) {
    const name = unwritable.path.split('.')[0] ?? ''
    const label = Object.hasOwn(report.filters, name) ? report.filters[name]?.label : undefined
    throw errors.badInput(
      label === undefined
        ? namedProblem(unwritable)
        : { zh: `${label.zh}${unwritable.words.zh}。`, en: `${label.en}: it ${unwritable.words.en}.` },
    )
  }
  for (const name of Object.keys(given)) if (!Object.hasOwn(report.filters, name)) throw errors.badInput(unknownFilter(name))
  for (const [name, filter] of Object.entries(report.filters)) {
    const raw = (Object.hasOwn(given, name) ? given[name] : undefined) ?? defaultOf(filter, at)
    if (raw === undefined || raw === null) {
      if (filter.kind === 'truck')
        values[name] = { of: 'trucks', ids: [await firstTruck(db)].filter((id) => id !== null) } satisfies ChosenTrucks
      else if (filter.required)
        throw filter.kind === 'truck-or-organisation' || filter.kind === 'organisations'
          ? errors.organisationOrTruckRequired()
          : errors.badInput(missingFilter(filter.label))
      continue
    }
    const read = FILTER_VALUES[filter.kind].safeParse(raw, { reportInput: true })
    if (!read.success) throw errors.badInput(withLabel(filter.label, inputProblem(read.error)))
    const value = await prepared(filter, read.data, db, at)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** Default value of a filter that always has one. */
export const defaultOf = ({ kind, choices }: Filter<unknown>, { now, zone }: AskedAt): unknown =>
  kind === 'month' ? monthAt(now, zone) : kind === 'dimension' ? choices[0]?.value : undefined

/** The filter value for the report's query; undefined if it restricts nothing. */
async function prepared(filter: Filter<unknown>, value: unknown, db: ScopedDb, at: AskedAt): Promise<unknown> {
  switch (filter.kind) {
    case 'truck-or-organisation':
      return chosenTrucks(db, value as FilterValue<'truck-or-organisation'>)
    case 'truck':
      return chosenTrucks(db, { truckIds: [value as FilterValue<'truck'>], organisationIds: [] })
    case 'organisations':
      return chosenOrganisations(db, (value as FilterValue<'organisations'>).organisationIds)
    case 'period':
      return chosenPeriod(filter, value as FilterValue<'period'>, at)
    case 'month':
      return zonedMonth(value as FilterValue<'month'>, at.zone)
    case 'choice': {
      const known = new Set(filter.choices.map((choice) => choice.value))
      const chosen = value as FilterValue<'choice'>
      const unknown = chosen.find((one) => !known.has(one))
      if (unknown !== undefined) throw errors.badInput(unknownChoice(filter.label))
      return chosen.length === 0 ? undefined : chosen
    }
    case 'dimension':
      if (!filter.choices.some((choice) => choice.value === value)) throw errors.badInput(unknownChoice(filter.label))
      return value
    case 'compartment':
    case 'text':
      return (value as FilterValue<'compartment' | 'text'>).length === 0 ? undefined : value
    case 'depot':
    case 'station':
    case 'driver': {
      // Foreign ids need no refusal: the rows are the user's own, regardless of the place or driver they name.
      const ids = (value as number[]).map(withinInt)
      return ids.length === 0 ? undefined : ids
    }
    case 'number':
    case 'handled':
      return value
  }
}

/** Restricted to the user's organisations; one outside is treated like one that does not exist. */
async function chosenTrucks(db: ScopedDb, { truckIds, organisationIds }: FilterValue<'truck-or-organisation'>): Promise<ChosenTrucks> {
  if (truckIds.length > 0) {
    const found = await db
      .from('truck')
      .where(sql<boolean>`truck.id = ANY (${truckIds.map(withinInt)}::int[])`)
      .select('truck.id')
      .execute()
    if (found.length < new Set(truckIds).size) throw errors.organisationNotFound()
    return { of: 'trucks', ids: found.map((row) => row.id) }
  }
  return { of: 'organisations', ids: await chosenOrganisations(db, organisationIds) }
}

/** The organisations that were chosen and all below them. */
async function chosenOrganisations(db: ScopedDb, organisationIds: readonly number[]): Promise<readonly number[]> {
  if (organisationIds.length === 0) throw errors.organisationOrTruckRequired()
  const chosen = organisationIds.map(withinInt)
  const found = await db
    .organisations()
    .where(sql<boolean>`organisation.ancestors && ${chosen}::int[]`)
    .select('organisation.id')
    .execute()
  const ids = found.map((row) => row.id)
  // A parent of the user's organisation contains it, but the user cannot choose it.
  if (!chosen.every((id) => ids.includes(id))) throw errors.organisationNotFound()
  return ids
}

const withinInt = (id: number): number => Math.min(id, 2_147_483_647)

function chosenPeriod({ maxDays, backDays }: Filter<unknown>, value: FilterValue<'period'>, { now, zone }: AskedAt): ChosenPeriod {
  const from = new Date(value.from)
  const to = new Date(value.to)
  if (from > to) throw errors.startAfterEnd()
  if (maxDays !== null && to.getTime() - from.getTime() > maxDays * dayMs) throw errors.periodTooLong(maxDays)
  if (backDays !== null && now.getTime() - from.getTime() > backDays * dayMs) throw reportErrors.periodTooFarBack(backDays)
  return { from, to, zone }
}

function parsed(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Invalid JSON is refused like JSON that is no object.
    value = null
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw errors.badInput({ zh: '参数 filters 应为 JSON 对象。', en: 'Parameter filters must be a JSON object.' })
}

const unknownFilter = (name: string): Text => ({ zh: `没有名为 ${name} 的筛选条件。`, en: `There is no filter called ${name}.` })
const missingFilter = (label: Text): Text => ({ zh: `请选择${label.zh}。`, en: `Please choose: ${label.en}.` })
const unknownChoice = (label: Text): Text => ({ zh: `${label.zh}的选项无效。`, en: `"${label.en}" has an unknown option.` })
const withLabel = (label: Text, problem: Text): Text => ({ zh: `${label.zh}：${problem.zh}`, en: `${label.en}: ${problem.en}` })
