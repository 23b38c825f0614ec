import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ColumnKind, FilterKind, FilterValue } from '@tanker/contract/report-view'
import { ALARM_GRADES, alarmGradeText, type AlarmGrade } from '@tanker/domain/alarm-grade'
import { alarmType } from '@tanker/domain/alarm-type'
import type { Text } from '@tanker/domain/text'
import type { Choice, ChosenPeriod, ChosenTrucks, Column, Filter, PlaceCell, PlateCell } from './define-report.ts'

// Filters

const filter = <Value, Required extends boolean>(
  kind: FilterKind,
  label: Text,
  required: Required,
  more: Partial<Pick<Filter<Value>, 'choices' | 'maxDays' | 'unit'>> = {},
): Filter<Value, Required> => ({ kind, label, required, choices: [], maxDays: null, unit: null, ...more })

/** Spec 5.4: an organisation or a vehicle must be selected. */
export const truckOrCompany = () => filter<ChosenTrucks, true>('truck-or-company', { zh: '组织 / 车辆', en: 'Organisation / truck' }, true)

export const period = ({ maxDays }: { maxDays: number }) =>
  filter<ChosenPeriod, true>('period', { zh: '时间', en: 'Period' }, true, { maxDays })

/** Several may be chosen. */
export const oneOf = (label: Text, choices: Readonly<Record<string, Text>>) =>
  filter<FilterValue<'choice'>, false>('choice', label, false, { choices: choicesOf(choices) })

/** The least value shown. */
export const atLeast = (label: Text, unit: string) => filter<FilterValue<'number'>, false>('number', label, false, { unit })

export const handledOrNot = () => filter<FilterValue<'handled'>, false>('handled', { zh: '处理状态', en: 'Handling' }, false)

export const compartments = () => filter<FilterValue<'compartment'>, false>('compartment', { zh: '仓号', en: 'Compartment' }, false)

export const grades = () => oneOf({ zh: '等级', en: 'Grade' }, alarmGradeText)

// Columns

const column = <Value>(
  kind: ColumnKind,
  label: Text,
  more: Partial<Omit<Column<Value>, 'kind' | 'label' | 'accepts'>> = {},
): Column<Value> => ({
  kind,
  label,
  unit: null,
  sortable: false,
  total: false,
  choices: [],
  hint: null,
  audience: 'everybody',
  ...more,
})

type Maybe<T> = T | null

export const plate = () => column<PlateCell>('plate', { zh: '车牌号', en: 'Plate' })
/** Spec 6: shown only for users with the sign flag. */
export const company = () => column<string>('company', { zh: '所属组织', en: 'Organisation' }, { audience: 'sign' })
export const time = (label: Text) => column<Maybe<Date>>('time', label, { sortable: true })
/** Milliseconds. */
export const duration = (label: Text) => column<Maybe<number>>('duration', label, { sortable: true })
export const place = (label: Text) => column<Maybe<PlaceCell>>('place', label)
export const text = (label: Text) => column<Maybe<string>>('text', label)
export const wholeNumber = (label: Text) => column<Maybe<number>>('whole-number', label, { sortable: true })
export const litres = (label: Text) => column<Maybe<number>>('litres', label, { unit: 'L', sortable: true })
export const totalLitres = (label: Text) => column<Maybe<number>>('litres', label, { unit: 'L', sortable: true, total: true })
export const speed = (label: Text) => column<Maybe<number>>('speed', label, { unit: 'km/h', sortable: true })
/** Kilometres. */
export const totalDistance = (label: Text) => column<Maybe<number>>('distance', label, { unit: 'km', sortable: true, total: true })
export const percent = (label: Text) => column<Maybe<number>>('percent', label, { unit: '%', sortable: true })
export const level = (label: Text) => column<Maybe<number>>('level', label, { unit: 'mm' })
export const compartment = () => column<Maybe<number>>('compartment', { zh: '仓号', en: 'Compartment' }, { sortable: true })
export const driver = () => column<Maybe<string>>('driver', { zh: '驾驶员', en: 'Driver' })
export const grade = () =>
  column<AlarmGrade>(
    'grade',
    { zh: '等级', en: 'Grade' },
    { choices: ALARM_GRADES.map((value) => ({ value, label: alarmGradeText[value] })) },
  )
export const handled = () => column<boolean>('handled', { zh: '处理状态', en: 'Handling' })

/** The code of an alarm type, shown by its name. */
export const alarmTypeOf = (codes: readonly number[]) =>
  column<number>(
    'alarm-type',
    { zh: '报警类型', en: 'Alarm type' },
    {
      choices: codes.map((code) => ({ value: String(code), label: alarmType(code)?.name ?? { zh: String(code), en: String(code) } })),
    },
  )

/** One of a list of words. */
export const choice = (label: Text, choices: Readonly<Record<string, Text>>) =>
  column<Maybe<string>>('choice', label, { choices: choicesOf(choices) })

// SQL

/** True for rows of the trucks or organisations that were chosen; the table says truck and organisation itself. */
export const isChosen = (chosen: ChosenTrucks, table: 'alarm' | 'record'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.${chosen.of === 'trucks' ? 'truck_id' : 'company_id'}`)} = ANY (${[...chosen.ids]}::int[])`

export const plateCell: RawBuilder<PlateCell> = sql`json_build_object('truckId', truck.id, 'plate', truck.plate)`

/** Where it began. The runner puts the nearest place's name where no fence counted. */
export const placeCell = (table: 'alarm' | 'record'): RawBuilder<PlaceCell | null> =>
  sql`json_build_object('name', coalesce(${sql.ref(`${table}.fence_name`)}, ''), 'lat', ${sql.ref(`${table}.lat`)}, 'lng', ${sql.ref(`${table}.lng`)})`

/** A place inside the properties, as detection writes it. */
export const placeIn = (table: 'alarm' | 'record', name: string): RawBuilder<PlaceCell | null> => {
  const value = sql`${sql.ref(`${table}.properties`)} -> ${sql.lit(name)}`
  return sql`CASE WHEN jsonb_typeof(${value}) = 'object' THEN
    json_build_object('name', coalesce(${value} ->> 'fenceName', ''), 'lat', ${value} -> 'lat', 'lng', ${value} -> 'lng') END`
}

export const numberIn = (table: 'alarm' | 'record', name: string): RawBuilder<number | null> =>
  sql`(${sql.ref(`${table}.properties`)} ->> ${sql.lit(name)})::float8`

export const textIn = (table: 'alarm' | 'record', name: string): RawBuilder<string | null> =>
  sql`${sql.ref(`${table}.properties`)} ->> ${sql.lit(name)}`

/** Milliseconds from start to end; null while it lasts. */
export const durationOf = (table: 'alarm' | 'record'): RawBuilder<number | null> =>
  sql`(extract(epoch FROM ${sql.ref(`${table}.ended_at`)} - ${sql.ref(`${table}.started_at`)}) * 1000)::float8`

const choicesOf = (choices: Readonly<Record<string, Text>>): Choice[] => Object.entries(choices).map(([value, label]) => ({ value, label }))
