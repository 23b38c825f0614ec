import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { workingHoursFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, driver, duration, oneOf } from '../kinds.ts'

const hours = propertiesIn('alarm', workingHoursFact)

/** Which limit was passed; the alarm says it in its remark. */
const HOURS_RULES = {
  continuous: { zh: '连续驾驶', en: 'Without a rest' },
  night: { zh: '夜间连续驾驶', en: 'At night without a rest' },
  day: { zh: '24小时累计', en: 'Within 24 hours' },
} as const

const filters = alarmFilters({ rule: oneOf({ zh: '规则', en: 'Rule' }, HOURS_RULES) })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.workingHours], asked)
    .where(among(sql<string>`alarm.remark`, asked.rule))
    .select([
      ...alarmRow,
      sql<string | null>`nullif(${hours.json('driver')} ->> 'name', '')`.as('driver'),
      'alarm.remark as rule',
      sql<number | null>`${hours.number('driverWorkingDuration')} * 1000`.as('driven'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, place } = alarmColumns()

/** Drivers who drove longer than allowed. */
export default defineReport({
  path: 'alarms',
  title: { zh: '工时超时', en: 'Over hours' },
  filters,
  rows,
  columns: {
    driver: driver(),
    plate,
    organisation,
    startedAt,
    rule: choice({ zh: '规则', en: 'Rule' }, HOURS_RULES),
    driven: duration({ zh: '驾驶时长', en: 'Driven' }),
    grade,
    ended,
    endedAt,
    place,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
