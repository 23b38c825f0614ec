import { FILTER_VALUES, reportExport, reportQuery } from '@tanker/contract/report-view'
import type { AnyReport, Filter } from '@tanker/reports/define-report'
import { z } from 'zod'

/** Filters with a default value. */
const ASKED_ANYWAY: readonly Filter<unknown>['kind'][] = ['month', 'dimension', 'truck']

const mustBeGiven = ({ kind, required }: Filter<unknown>): boolean => required && !ASKED_ANYWAY.includes(kind)

function valueOf({ kind, choices, label, maxDays, backDays }: Filter<unknown>): z.ZodType {
  const known = choices.map(({ value }) => value)
  const value =
    kind === 'choice' ? z.array(z.enum(known)).max(100) : kind === 'dimension' ? z.enum(known) : (FILTER_VALUES[kind] as z.ZodType)
  const limits = [
    ...(maxDays === null ? [] : [`at most ${maxDays} days`]),
    ...(backDays === null ? [] : [`beginning at most ${backDays} days ago`]),
    ...(kind === 'truck-or-organisation' || kind === 'organisations'
      ? ['at least one id; with trucks the organisations are not looked at']
      : []),
    ...(kind === 'truck' ? ['without it the truck with the newest reading'] : []),
  ]
  return value.describe([label.en, ...limits].join('; '))
}

const filtersOf = ({ filters }: AnyReport): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, mustBeGiven(filter) ? valueOf(filter) : valueOf(filter).nullable().optional()]),
  )

const fromAlarm = reportQuery.shape.fromAlarm
  .describe('The id of an alarm: the list opens at it, and its own values take the place of the filters')
  .meta({ 'x-replaces': ['filters'] })

/** API description of a report's query: its filters, and which are required. */
export function describedQuery(report: AnyReport): z.ZodType {
  const filters = z.strictObject(filtersOf(report)).meta({ 'x-json': true })
  const isNeeded = Object.values(report.filters).some(mustBeGiven)
  return reportQuery.extend({
    fromAlarm,
    filters: (isNeeded ? filters : filters.optional()).describe('JSON text. Not read where fromAlarm is given.'),
  })
}

/** The same of an export: each filter is a field of the form, as JSON text. */
export function describedExport(report: AnyReport): z.ZodType {
  const filters = Object.entries(filtersOf(report)).map(([name, filter]) => [name, filter.meta({ ...filter.meta(), 'x-json': true })])
  return z.strictObject({
    ...reportExport.shape,
    fromAlarm: fromAlarm.meta({ 'x-replaces': Object.keys(report.filters) }),
    ...(Object.fromEntries(filters) as Record<string, z.ZodType>),
  })
}
