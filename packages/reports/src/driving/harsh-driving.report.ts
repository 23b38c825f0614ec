import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openSpeed } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { harshDrivingFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow, momentAlarmColumns } from '../alarm-columns.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DEVICE_HARSH, HARSH_KINDS } from '../driving-words.ts'
import { alarmTypeOf, atLeast, choice, decimal, driver, oneOf, speed, wholeNumber, yesNo } from '../kinds.ts'

const TYPES = [ALARM.harshDriving, ...DEVICE_HARSH]
const harsh = propertiesIn('alarm', harshDrivingFact)
/** Code of domain E.2 for acceleration; the device's others brake. */
const DEVICE_ACCELERATION = 26

const filters = alarmFilters({
  kind: oneOf({ zh: '类别', en: 'Kind' }, HARSH_KINDS),
  rate: atLeast({ zh: '加减速度不低于', en: 'At least' }, 'm/s²'),
})

/** The device's alarms say it by their type. */
const kind = sql<string>`coalesce(${harsh.text('kind')}, CASE WHEN alarm.type = ${sql.lit(DEVICE_ACCELERATION)} THEN 'acceleration' ELSE 'braking' END)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, TYPES, asked)
    .where(among(kind, asked.kind))
    .where(notBelow(harsh.number('peakMs2'), asked.rate))
    .select([
      ...alarmRow,
      kind.as('kind'),
      harsh.number('peakMs2').as('rate'),
      harsh.number('fromKmh').as('fromSpeed'),
      harsh.number('toKmh').as('toSpeed'),
      harsh.number('durationS').as('seconds'),
      harsh.number('count').as('times'),
      harsh.text('driverName').as('driver'),
      harsh.flag('loaded').as('loaded'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, place } = momentAlarmColumns()

/** Harsh acceleration and braking, by the platform from speeds a second apart and by the device's own sensor. */
export default defineReport({
  path: 'driving_monitor/exception_report/alarm_urgent',
  title: { zh: '急加速/急减速报警', en: 'Harsh driving' },
  filters,
  rows,
  columns: {
    plate,
    startedAt,
    driver: driver(),
    kind: choice({ zh: '类别', en: 'Kind' }, HARSH_KINDS),
    rate: decimal({ zh: '加减速度', en: 'Rate' }, 'm/s²', 2),
    fromSpeed: speed({ zh: '之前速度', en: 'Speed before' }),
    toSpeed: speed({ zh: '之后速度', en: 'Speed after' }),
    seconds: decimal({ zh: '持续时间', en: 'Lasted' }, 's', 1),
    times: wholeNumber({ zh: '次数', en: 'Times' }),
    place,
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    type: alarmTypeOf(TYPES),
    grade,
    organisation,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openSpeed],
  rowIs: 'alarm',
})
