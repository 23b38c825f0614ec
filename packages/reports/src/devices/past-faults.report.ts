import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { REPAIR_OUTCOMES, REPAIR_STATES } from '@tanker/domain/devices/repair-order'
import { DEVICE_PART_TEXTS } from '@tanker/domain/devices/device-part'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmsOf, handlingColumns, handlingRow, ungradedAlarmRow } from '../alarm-columns.ts'
import { among, isKnownTo } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { alarmTypeOf, choice, oneOf, text, time } from '../kinds.ts'
import { PART_ALARM_TYPES, partOfAlarm } from './device-days.ts'
import { becameBlack, becameRed, faultGrade } from './fault-grades.ts'
import { ofOrderAfter } from './repair-of-part.ts'

const PART = { zh: '设备', en: 'Device' } as const

const filters = alarmFilters({ part: oneOf(PART, DEVICE_PART_TEXTS) })

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
      ofOrderAfter('state').as('order'),
      ofOrderAfter('outcome').as('outcome'),
      ofOrderAfter('repairer').as('repairer'),
      ofOrderAfter('ended_at').as('repairedAt'),
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
    part: choice(PART, DEVICE_PART_TEXTS),
    type: alarmTypeOf(PART_ALARM_TYPES),
    grade,
    startedAt,
    duration,
    ended,
    red: time({ zh: '升为红色', en: 'Red since' }),
    black: time({ zh: '升为黑色', en: 'Black since' }),
    order: choice({ zh: '维修单', en: 'Repair order' }, REPAIR_STATES),
    outcome: choice({ zh: '维修结果', en: 'Repair outcome' }, REPAIR_OUTCOMES),
    repairer: text({ zh: '维修人', en: 'Repairer' }),
    repairedAt: time({ zh: '维修完成', en: 'Repair finished' }),
    place,
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
