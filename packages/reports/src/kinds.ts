import { NOT_NAMED } from '@tanker/domain/texts/not-named'
import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'
import type { ColumnKind, FilterKind, FilterValue } from '@tanker/contract/report-view'
import type { ScopedTable } from '@tanker/database/scope'
import { ALARM_GRADES, alarmGradeText, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { PROBE_TYPES } from '@tanker/domain/devices/probe-type'
import { productGroupText } from '@tanker/domain/products/product'
import type { Text } from '@tanker/domain/texts/text'
import { TRANSPORT_STATES } from '@tanker/domain/trucks/transport-process'
import type { Choice, ChosenMonth, ChosenPeriod, ChosenTrucks, Column, Filter, LeadsTo, PlaceCell, PlateCell } from './define-report.ts'

// Filters

const filter = <Value, Required extends boolean>(
  kind: FilterKind,
  label: Text,
  required: Required,
  more: Partial<Pick<Filter<Value>, 'choices' | 'maxDays' | 'backDays' | 'unit' | 'initial'>> = {},
): Filter<Value, Required> => ({ kind, label, required, choices: [], maxDays: null, backDays: null, unit: null, initial: [], ...more })

/** Spec 5.4: an organisation or a vehicle must be selected. */
export const truckOrOrganisation = () =>
  filter<ChosenTrucks, true>('truck-or-organisation', { zh: '组织 / 车辆', en: 'Organisation / truck' }, true)

/** Curves and histories of one truck; default: the one with the newest reading. */
export const oneTruck = () => filter<ChosenTrucks, true>('truck', { zh: '车辆', en: 'Truck' }, true)

/** Rows that are of no truck: the organisations chosen and all below them. */
export const organisations = () => filter<readonly number[], true>('organisations', { zh: '所属组织', en: 'Organisation' }, true)

const PERIOD = { zh: '时间', en: 'Period' } as const

export const period = ({ maxDays }: { maxDays: number }) => filter<ChosenPeriod, true>('period', PERIOD, true, { maxDays })

/** A period at most `maxDays` long that begins at most `backDays` before now (spec 5.4, tank inventory). */
export const recentPeriod = ({ maxDays, backDays }: { maxDays: number; backDays: number }) =>
  filter<ChosenPeriod, true>('period', PERIOD, true, { maxDays, backDays })

/** A calendar month in the user's zone; default: this month. */
export const month = (label: Text = { zh: '月份', en: 'Month' }) => filter<ChosenMonth, true>('month', label, true)

/** Several may be chosen; `initial` are chosen at first. */
export const oneOf = (label: Text, choices: Readonly<Record<string, Text>>, initial: readonly string[] = []) =>
  filter<FilterValue<'choice'>, false>('choice', label, false, { choices: choicesOf(choices), initial })

/** Exactly one, the first by default: how the rows are grouped. */
export const dimension = (label: Text, choices: Readonly<Record<string, Text>>) =>
  filter<FilterValue<'dimension'>, true>('dimension', label, true, { choices: choicesOf(choices) })

/** The least value shown. */
export const atLeast = (label: Text, unit: string | null) => filter<FilterValue<'number'>, false>('number', label, false, { unit })

export const handledOrNot = () => filter<FilterValue<'handled'>, false>('handled', { zh: '处理状态', en: 'Handling' }, false)

export const compartments = () => filter<FilterValue<'compartment'>, false>('compartment', { zh: '仓号', en: 'Compartment' }, false)

/** Product groups; `productGroupOf` says in SQL to which one an oil code belongs. */
export const products = () => oneOf({ zh: '油品', en: 'Product' }, productGroupText)

export const grades = () => oneOf({ zh: '等级', en: 'Grade' }, alarmGradeText)

export const depots = (label: Text = { zh: '油库', en: 'Depot' }) => filter<FilterValue<'depot'>, false>('depot', label, false)

export const stations = (label: Text = { zh: '油站', en: 'Station' }) => filter<FilterValue<'station'>, false>('station', label, false)

export const drivers = () => filter<FilterValue<'driver'>, false>('driver', { zh: '驾驶员', en: 'Driver' }, false)

/** SQL: the driver of this name is one of those chosen; of drivers of one name those of the organisation of the row are meant. */
export const isDrivenBy = (
  table: 'alarm' | 'record' | 'driven_piece',
  name: RawBuilder<string | null>,
  ids: readonly number[] | undefined,
): RawBuilder<boolean> =>
  ids === undefined
    ? sql<boolean>`true`
    : sql<boolean>`EXISTS (SELECT FROM driver AS chosen WHERE chosen.id = ANY (${[...ids]}::int[]) AND chosen.name = ${name}
        AND chosen.organisation_id = ${sql.ref(`${table}.organisation_id`)})`

/** Part of a text; `containsText` asks for it in SQL. */
export const textContains = (label: Text) => filter<FilterValue<'text'>, false>('text', label, false)

// Columns

const column = <Value>(
  kind: ColumnKind,
  label: Text,
  more: Partial<Omit<Column<Value>, 'kind' | 'label' | 'accepts'>> = {},
): Column<Value> => ({
  kind,
  label,
  unit: null,
  digits: 0,
  sortable: false,
  total: false,
  rateOf: null,
  sumWith: [],
  choices: [],
  hint: null,
  leads: null,
  leadsTo: null,
  audience: 'everyone',
  unknown: null,
  ...more,
})

type Maybe<T> = T | null

const number = (label: Text, unit: string | null, digits: number, more: Partial<Column<Maybe<number>>> = {}) =>
  column<Maybe<number>>('number', label, { unit, digits, sortable: true, ...more })

export const plate = () => column<PlateCell>('plate', { zh: '车牌号', en: 'Plate' })
/** Spec 6: shown only for users with the sign flag. */
export const organisation = () => column<string>('organisation', { zh: '所属组织', en: 'Organisation' }, { audience: 'sign' })
export const time = (label: Text) => column<Maybe<Date>>('time', label, { sortable: true })
/** YYYY-MM-DD. */
export const date = (label: Text) => column<Maybe<string>>('date', label, { sortable: true })
/** YYYY-MM, as `monthOf` gives it. */
export const monthColumn = (label: Text) => column<Maybe<string>>('month', label, { sortable: true })
/** Milliseconds. */
export const duration = (label: Text) => column<Maybe<number>>('duration', label, { sortable: true })
export const place = (label: Text) => column<Maybe<PlaceCell>>('place', label)
export const depot = (label: Text = { zh: '油库', en: 'Depot' }) => place(label)
export const station = (label: Text = { zh: '油站', en: 'Station' }) => place(label)
export const text = (label: Text) => column<Maybe<string>>('text', label)
export const wholeNumber = (label: Text) => number(label, null, 0)
/** A whole number with a total. */
export const count = (label: Text) => number(label, null, 0, { total: true })
export const decimal = (label: Text, unit: string | null, digits: number) => number(label, unit, digits)
export const totalDecimal = (label: Text, unit: string | null, digits: number) => number(label, unit, digits, { total: true })
export const litres = (label: Text) => number(label, 'L', 1)
export const totalLitres = (label: Text) => number(label, 'L', 1, { total: true })
/** Litres; positive is loss, negative is gain. */
export const loss = (label: Text) => number(label, 'L', 2, { total: true })
/**
 * Per mille. `rateOf` names the columns whose sums give the rate of the whole list, as a sum of rates says nothing; they must
 * be of the query, but need not be shown.
 */
export const lossRate = (label: Text, rateOf?: { of: string; by: string }) =>
  column<Maybe<number>>('loss-rate', label, {
    unit: '‰',
    digits: 4,
    sortable: true,
    rateOf: rateOf === undefined ? null : { ...rateOf, times: 1000 },
  })
/** A total over rows alone that have these columns of the query too. */
export const comparedWith = <Value>(column: Column<Value>, ...names: string[]): Column<Value> => ({ ...column, sumWith: names })
/** A number that leads to the rows that it counts, with these filters of their list; `to`: another list than the one of the report. */
export const leading = <Value>(
  column: Column<Value>,
  filters: Readonly<Record<string, unknown>> = {},
  to: LeadsTo | null = null,
): Column<Value> => ({ ...column, leads: filters, leadsTo: to })
export const speed = (label: Text) => number(label, 'km/h', 0)
/** Kilometres. */
export const totalDistance = (label: Text) => number(label, 'km', 2, { total: true })
export const percent = (label: Text, rateOf?: { of: string; by: string }) =>
  number(label, '%', 1, rateOf === undefined ? {} : { rateOf: { ...rateOf, times: 100 } })
export const level = (label: Text) => number(label, 'mm', 0, { sortable: false })
export const celsius = (label: Text) => number(label, '°C', 1)
/** kg/m³. */
export const density = (label: Text) => number(label, 'kg/m³', 1)
export const pressure = (label: Text) => number(label, 'kPa', 1)
/** Per cent of relative humidity. */
export const humidity = (label: Text) => number(label, '%RH', 1)
export const flowRate = (label: Text) => number(label, 'L/min', 1)
/** Places won (positive) or lost since the period before. */
export const rankChange = (label: Text) => column<Maybe<number>>('rank-change', label, { sortable: true })
/** Degrees, shown by the name of the direction. */
export const heading = (label: Text) => column<Maybe<number>>('heading', label)
/** An oil code, shown by the product's name. */
export const product = (label: Text = { zh: '油品', en: 'Product' }) => column<Maybe<number>>('product', label, { sortable: true })
export const yesNo = (label: Text) => column<Maybe<boolean>>('yes-no', label)
export const compartment = () => column<Maybe<number>>('compartment', { zh: '仓号', en: 'Compartment' }, { sortable: true })
export const driver = () => column<Maybe<string>>('driver', { zh: '驾驶员', en: 'Driver' })
/** Names from the top of a tree down to the row's own; sorted by it, rows stand below their parents. */
export const tree = (label: Text) => column<readonly string[]>('tree', label, { sortable: true })

/** State of a certificate today, by its last day. */
export const EXPIRIES = {
  expired: { zh: '已过期', en: 'Expired' },
  soon: { zh: '30天内到期', en: 'Expires within 30 days' },
  valid: { zh: '有效', en: 'Valid' },
} as const satisfies Readonly<Record<string, Text>>

export const expiry = (label: Text) => column<Maybe<keyof typeof EXPIRIES>>('expiry', label, { choices: choicesOf(EXPIRIES) })
export const grade = () =>
  column<AlarmGrade>(
    'grade',
    { zh: '等级', en: 'Grade' },
    { choices: ALARM_GRADES.map((value) => ({ value, label: alarmGradeText[value] })) },
  )
export const handled = () => column<boolean>('handled', { zh: '处理状态', en: 'Handling' })
/** A choice of the form, stored in the words of its user and shown in the reader's, or words written by hand. */
export const handleResult = () => column<Maybe<string>>('handle-result', { zh: '处理结果', en: 'Result' })

/** The code of an alarm type, shown by its name. */
export const alarmTypeOf = (codes: readonly number[], label: Text = { zh: '报警类型', en: 'Alarm type' }) =>
  column<Maybe<number>>('alarm-type', label, {
    choices: codes.map((code) => ({ value: String(code), label: alarmType(code)?.name ?? NOT_NAMED })),
  })

/** One of a list of words, by its key or its number. */
export const choice = (label: Text, choices: Readonly<Record<string, Text>>) =>
  column<Maybe<string | number>>('choice', label, { choices: choicesOf(choices) })

/** Several of a list, their keys with commas between them. */
export const choices = (label: Text, of: Readonly<Record<string, Text>>) =>
  column<Maybe<string>>('choices', label, { choices: choicesOf(of) })

export const probeType = (label: Text = { zh: '探头类型', en: 'Probe' }) => choice(label, PROBE_TYPES as unknown as Record<string, Text>)

export const processState = (label: Text = { zh: '运输状态', en: 'Process' }) =>
  choice(label, Object.fromEntries(TRANSPORT_STATES.map((state, code) => [code, state.text])))

// SQL

type FactTable = 'alarm' | 'record'

/** What lasts is counted in whole minutes: it grows while a list is read. */
export const thisMinute: RawBuilder<Date> = sql`date_trunc('minute', now())`

/** True for rows of the trucks or organisations that were chosen; the table says truck and organisation itself. */
export const isChosen = (chosen: ChosenTrucks, table: ScopedTable): RawBuilder<boolean> => {
  const truck = table === 'truck' ? 'truck.id' : `${table}.truck_id`
  return sql<boolean>`${sql.ref(chosen.of === 'trucks' ? truck : `${table}.organisation_id`)} = ANY (${[...chosen.ids]}::int[])`
}

/** True for rows of these organisations. */
export const isOfOrganisation = (ids: readonly number[], table: ScopedTable): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.organisation_id`)} = ANY (${[...ids]}::int[])`

export const plateCell: RawBuilder<PlateCell> = sql`json_build_object('truckId', truck.id, 'plate', truck.plate)`

/** Where it began. The runner puts the nearest place's name where no fence counted. */
export const placeCell = (table: FactTable): RawBuilder<PlaceCell | null> =>
  sql`json_build_object('name', coalesce(${sql.ref(`${table}.fence_name`)}, ''), 'lat', ${sql.ref(`${table}.lat`)}, 'lng', ${sql.ref(`${table}.lng`)})`

/** Where a reading was taken; the runner puts the nearest place's name. */
export const pointCell = (table: ScopedTable): RawBuilder<PlaceCell | null> =>
  sql`json_build_object('name', '', 'lat', ${sql.ref(`${table}.lat`)}, 'lng', ${sql.ref(`${table}.lng`)})`

/** SQL: the short name of a place or an organisation, by the alias of its table; the whole name where it has none. */
export const shortNameOf = (alias: string): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${alias}.short_name`)}, ''), ${sql.ref(`${alias}.name`)})`

/** A depot or station from a joined `place`, by the alias of the join; null when the join found none. */
export const siteCell = (alias: string): RawBuilder<PlaceCell | null> =>
  sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL THEN
    json_build_object('name', ${shortNameOf(alias)}, 'lat', ${sql.ref(`${alias}.lat`)}, 'lng', ${sql.ref(`${alias}.lng`)}) END`

/** Milliseconds from start to end; null while it lasts. */
export const durationOf = (table: FactTable): RawBuilder<number | null> =>
  sql`(extract(epoch FROM ${sql.ref(`${table}.ended_at`)} - ${sql.ref(`${table}.started_at`)}) * 1000)::float8`

/** The month of a moment in the user's zone, YYYY-MM. */
export const monthOf = (at: Expression<Date | null>, zone: string): RawBuilder<string> =>
  sql`to_char(${at} AT TIME ZONE ${sql.lit(zone)}, 'YYYY-MM')`

/** The group of an oil code (spec 9). */
export const productGroupOf = (oilCode: Expression<number | null>): RawBuilder<string> =>
  sql`CASE WHEN ${oilCode} > 0 THEN 'gasoline' WHEN ${oilCode} = -1 THEN 'other' ELSE 'diesel' END`

/** True where the text contains the typed text, ignoring case. */
export const containsText = (value: Expression<string | null>, typed: string): RawBuilder<boolean> =>
  sql`strpos(lower(${value}), lower(${typed})) > 0`

const choicesOf = (choices: Readonly<Record<string, Text>>): Choice[] => Object.entries(choices).map(([value, label]) => ({ value, label }))
