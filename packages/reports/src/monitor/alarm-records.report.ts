import { handleAlarm } from '@tanker/contract/actions/alarms'
import { ALARM_FAMILIES, alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import { ALARM_TYPES, INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'
import { END_STATES } from '@tanker/domain/alarms/handling'
import { type ExpressionBuilder, sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import type { Database } from '@tanker/database/tables'
import { alarmColumns, alarmRow, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { among, isKnownTo, isWholeHappening } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DRIVING_KINDS, drivingTypes } from '../driving-words.ts'
import { driverOfAlarm } from '../driving/exceptions-by.ts'
import { PICKABLE, pickedRow } from '../driving/leads.ts'
import { alarmTypeOf, choice, dimension, grades, handledOrNot, isChosen, oneOf, period, truckOrOrganisation } from '../kinds.ts'

const listed = ALARM_TYPES.filter(({ code }) => !INFORMATION_TYPES.includes(code))
const FAMILIES = Object.fromEntries(ALARM_FAMILIES.map((family) => [family, alarmFamilyText[family]]))
const TYPE_NAMES = Object.fromEntries(listed.map(({ code, name }) => [String(code), name]))
/** Which moment of an alarm the period is compared with. */
const TIMES = { started: { zh: '开始时间', en: 'Started' }, handled: { zh: '处理时间', en: 'Handled' } } as const
const HANDLERS = { me: { zh: '本人处理', en: 'Me' }, others: { zh: '他人处理', en: 'Others' } } as const
const PARTS = {
  whole: { zh: '独立事件', en: 'An event of its own' },
  part: { zh: '属于其他报警', en: 'Part of another alarm' },
} as const
const FAMILY = { zh: '报警类别', en: 'Family' } as const

/** Driving exceptions as the analyses of driving count them. */
const DRIVING = { any: { zh: '不限', en: 'Any alarm' }, all: { zh: '全部行车异常', en: 'All driving exceptions' }, ...DRIVING_KINDS }

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  times: dimension({ zh: '时间按', en: 'Period of' }, TIMES),
  family: oneOf(FAMILY, FAMILIES),
  type: oneOf({ zh: '报警类型', en: 'Alarm type' }, TYPE_NAMES),
  grade: grades(),
  ended: oneOf({ zh: '结束状态', en: 'End state' }, END_STATES),
  handled: handledOrNot(),
  handler: oneOf({ zh: '处理人', en: 'Handled by' }, HANDLERS),
  parts: oneOf({ zh: '事件', en: 'Event' }, PARTS),
  driving: dimension({ zh: '行车异常', en: 'Driving exceptions' }, DRIVING),
}

/** SQL: the family of a type. */
const familyOf = sql<string>`CASE ${sql.join(
  ALARM_FAMILIES.map(
    (family) =>
      sql`WHEN alarm.type = ANY (${listed.filter((type) => type.family === family).map(({ code }) => code)}::int[]) THEN ${sql.lit(family)}`,
  ),
  sql` `,
)} END`
const endState = sql<string>`CASE WHEN alarm.ended_at IS NULL THEN 'not-ended' ELSE 'ended' END`
const handleState = sql<string>`CASE WHEN alarm.handled_at IS NULL THEN 'unhandled' ELSE 'handled' END`
const partState = sql<string>`CASE WHEN ${isWholeHappening('alarm')} THEN 'whole' ELSE 'part' END`
const handlerOf = ({ scope }: ScopedDb) =>
  sql<string | null>`CASE WHEN alarm.handled_at IS NULL THEN NULL WHEN alarm.handled_by = ${scope.userId} THEN 'me' ELSE 'others' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const at = asked.times === 'handled' ? 'alarm.handled_at' : 'alarm.started_at'
  return db
    .from('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .leftJoin('app_user', 'app_user.id', 'alarm.handled_by')
    .where(isChosen(asked.scope, 'alarm'))
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.type', 'not in', [...INFORMATION_TYPES])
    .where(isKnownTo(db.scope, 'alarm'))
    .where(({ and, eb }: ExpressionBuilder<Database, 'alarm'>) => and([eb(at, '>=', asked.when.from), eb(at, '<=', asked.when.to)]))
    .where(among(familyOf, asked.family))
    .where(among(sql<number>`alarm.type`, asked.type))
    .where(among(sql<string>`alarm.grade`, asked.grade))
    .where(among(endState, asked.ended))
    .where(among(handleState, asked.handled === undefined ? undefined : [asked.handled]))
    .where(among(handlerOf(db), asked.handler))
    .where(among(partState, asked.parts))
    .$if(asked.driving !== 'any', (query) =>
      query.where('alarm.type', 'in', drivingTypes(asked.driving === 'all' ? undefined : [asked.driving])),
    )
    .select([...alarmRow, familyOf.as('family'), ...handlingRow, ...pickedRow('alarm', driverOfAlarm)])
}

const { plate, organisation, ...times } = alarmColumns()

/** Every alarm of every type, whether or not it has a list of its own. Finished emptyings and the like are no alarms. */
export default defineReport({
  path: 'monitor/alarm_record',
  title: { zh: '报警记录', en: 'Alarm records' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    type: alarmTypeOf(listed.map(({ code }) => code)),
    family: choice(FAMILY, FAMILIES),
    ...times,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm],
  rowIs: 'alarm',
  pickable: PICKABLE,
})
