import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { parkingOvertimeFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { LOADED, PARKED_PLACES } from '../driving-words.ts'
import { atLeast, choice, decimal, duration, litres, oneOf, time, yesNo, thisMinute } from '../kinds.ts'

const overtime = propertiesIn('alarm', parkingOvertimeFact)

const filters = alarmFilters({
  minutes: atLeast({ zh: '停车时长不低于', en: 'Parked for at least' }, 'min'),
  placeKind: oneOf({ zh: '地点类型', en: 'Kind of place' }, PARKED_PLACES),
  load: oneOf({ zh: '载重', en: 'Load' }, LOADED),
})

/** Since the stop, not since the limit was passed; while it lasts, until now. */
const stoodMs = sql<number>`(extract(epoch FROM coalesce(alarm.ended_at, ${thisMinute})) * 1000 - ${overtime.number('stoppedAt')})::float8`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.parkingOvertime], asked)
    .where(notBelow(stoodMs, asked.minutes === undefined ? undefined : asked.minutes * 60_000))
    .where(among(overtime.text('fenceKind'), asked.placeKind))
    .where(among(overtime.text('loaded'), asked.load))
    .select([
      ...alarmRow,
      overtime.time('stoppedAt').as('stoppedAt'),
      sql<number>`floor(${stoodMs} / 60000) * 60000`.as('stood'),
      overtime.number('thresholdMin').as('limit'),
      overtime.flag('loaded').as('loaded'),
      overtime.number('loadL').as('load'),
      overtime.flag('accOn').as('accOn'),
      overtime.text('fenceKind').as('placeKind'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, place } = alarmColumns()

/** Stops outside permitted places beyond the threshold. */
export default defineReport({
  path: 'driving_monitor/exception_report/alarm_parking',
  title: { zh: '停车超时报警', en: 'Parking overtime' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    grade,
    ended,
    stood: duration({ zh: '停车时长', en: 'Parked for' }),
    limit: decimal({ zh: '阈值', en: 'Limit' }, 'min', 0),
    place,
    placeKind: choice({ zh: '地点类型', en: 'Kind of place' }, PARKED_PLACES),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    load: litres({ zh: '载油量', en: 'Aboard' }),
    stoppedAt: time({ zh: '停车时间', en: 'Stopped' }),
    startedAt,
    endedAt,
    accOn: yesNo({ zh: '未熄火', en: 'Ignition on' }),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
