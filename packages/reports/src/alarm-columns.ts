import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { END_STATES, EXCEPTION_TYPES } from '@tanker/domain/alarms/handling'
import { among } from './conditions.ts'
import type { Filters, ValuesOf } from './define-report.ts'
import {
  choice,
  organisation,
  duration,
  durationOf,
  grade,
  grades,
  handled,
  handleResult,
  handledOrNot,
  isChosen,
  oneOf,
  period,
  place,
  placeCell,
  plate,
  plateCell,
  text,
  thisMinute,
  time,
  truckOrOrganisation,
  shortNameOf,
} from './kinds.ts'

/** What every list of alarms asks, with the report's own filters in the middle. */
export const alarmFilters = <F extends Filters>(own: F) => ({
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  ...own,
  grade: grades(),
  ended: oneOf({ zh: '结束状态', en: 'End state' }, END_STATES),
  handled: handledOrNot(),
})
type Asked = ValuesOf<ReturnType<typeof alarmFilters<Record<never, never>>>>
type AskedOfAlarms = Pick<Asked, 'scope' | 'when'> & Partial<Pick<Asked, 'grade' | 'ended' | 'handled'>>

const endState = sql<string>`CASE WHEN alarm.ended_at IS NULL THEN 'not-ended' ELSE 'ended' END`
const isHandled = sql<boolean>`alarm.handled_at IS NOT NULL`
const handleState = sql<string>`CASE WHEN alarm.handled_at IS NULL THEN 'unhandled' ELSE 'handled' END`

/** Which alarms are of the period: those that began in it, or also those that went on in it. */
type OfPeriod = 'began' | 'lasted'

/** Alarms of these types with their truck, organisation and who handled them, as far as the common filters ask. */
export const alarmsOf = (db: ScopedDb, types: readonly number[], asked: AskedOfAlarms, of: OfPeriod = 'began') =>
  db
    .from('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .leftJoin('app_user', 'app_user.id', 'alarm.handled_by')
    .where(isChosen(asked.scope, 'alarm'))
    .where('alarm.type', 'in', [...types])
    .where('alarm.superseded_at', 'is', null)
    .where(
      of === 'began'
        ? sql<boolean>`alarm.started_at >= ${asked.when.from}`
        : sql<boolean>`coalesce(alarm.ended_at, ${thisMinute}) >= ${asked.when.from}`,
    )
    .where('alarm.started_at', '<=', asked.when.to)
    .where(among(sql<string>`alarm.grade`, asked.grade))
    .where(among(endState, asked.ended))
    .where(among(handleState, asked.handled === undefined ? undefined : [asked.handled]))

/** What every list of alarms selects but the grade, which a list of device faults counts by their age. */
export const ungradedAlarmRow = [
  'alarm.id',
  plateCell.as('plate'),
  shortNameOf('organisation').as('organisation'),
  'alarm.type',
  'alarm.started_at as startedAt',
  'alarm.ended_at as endedAt',
  endState.as('ended'),
  durationOf('alarm').as('duration'),
  placeCell('alarm').as('place'),
] as const

/** What every list of alarms selects: what, when and where. */
export const alarmRow = [...ungradedAlarmRow, 'alarm.grade'] as const

/** Columns for `alarmRow`; `type` is added by the lists of several types. */
export const alarmColumns = () => ({
  plate: plate(),
  organisation: organisation(),
  grade: grade(),
  startedAt: time({ zh: '开始时间', en: 'Started' }),
  endedAt: time({ zh: '结束时间', en: 'Ended' }),
  ended: choice({ zh: '结束状态', en: 'End state' }, END_STATES),
  duration: duration({ zh: '持续时间', en: 'Duration' }),
  place: place({ zh: '位置', en: 'Place' }),
})

/** Columns for alarms that begin and end in one moment. */
export const momentAlarmColumns = () => ({
  plate: plate(),
  organisation: organisation(),
  grade: grade(),
  startedAt: time({ zh: '时间', en: 'Time' }),
  place: place({ zh: '位置', en: 'Place' }),
})

/** What every list of alarms selects of the handling (spec 4.5). */
export const handlingRow = [
  isHandled.as('handled'),
  'alarm.confirm',
  'alarm.exception_type as exceptionType',
  'alarm.handle_result as handleResult',
  'alarm.handle_remark as handleRemark',
  sql<string | null>`coalesce(nullif(app_user.real_name, ''), app_user.user_name)`.as('handler'),
  'alarm.handled_at as handledAt',
] as const

/** Columns for `handlingRow`; `confirm` is added where an alarm may turn out to be none. */
export const handlingColumns = () => ({
  handled: handled(),
  exceptionType: choice({ zh: '异常类型', en: 'Exception type' }, EXCEPTION_TYPES),
  handleResult: handleResult(),
  handleRemark: text({ zh: '处理备注', en: 'Remark' }),
  handler: text({ zh: '处理人', en: 'Handled by' }),
  handledAt: time({ zh: '处理时间', en: 'Handled at' }),
})
