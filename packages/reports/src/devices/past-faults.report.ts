import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmsOf, handlingColumns, handlingRow, ungradedAlarmRow } from '../alarm-columns.ts'
import { among, isKnownTo } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { alarmTypeOf, choice, oneOf, time } from '../kinds.ts'
import { PART_ALARM_TYPES, PART_TEXTS, partOfAlarm } from './device-days.ts'
import { becameBlack, becameRed, faultGrade } from './fault-grades.ts'

const PART = { zh: '设备', en: 'Device' } as const

const filters = alarmFilters({ part: oneOf(PART, PART_TEXTS) })

const rows = (db: ScopedDb, { grade, ...asked }: ValuesOf<typeof filters>) =>
  alarmsOf(db, PART_ALARM_TYPES, asked)
    .where(isKnownTo(db.scope, 'alarm'))
    .where(sql<boolean>`${partOfAlarm} IS NOT NULL`)
    .where(among(partOfAlarm, asked.part))
    .where(among(faultGrade, grade))
    .select([
      ...ungradedAlarmRow,
      partOfAlarm.as('part'),
      faultGrade.as('grade'),
      becameRed.as('red'),
      becameBlack.as('black'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()

/** Every fault of a device, when its grade rose, and what was done about it. */
export default defineReport({
  path: 'device_monitor/other_devices/abnormal_record',
  title: { zh: '异常记录', en: 'Device fault record' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    part: choice(PART, PART_TEXTS),
    type: alarmTypeOf(PART_ALARM_TYPES),
    grade,
    startedAt,
    duration,
    ended,
    red: time({ zh: '升为红色', en: 'Red since' }),
    black: time({ zh: '升为黑色', en: 'Black since' }),
    place,
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
