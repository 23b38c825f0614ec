import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openSpeed } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { curveSpeedingFact } from '@tanker/domain/facts/driving-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { atLeast, decimal, driver, percent, speed, yesNo } from '../kinds.ts'

const curve = propertiesIn('alarm', curveSpeedingFact)

const filters = alarmFilters({ lateral: atLeast({ zh: '横向加速度不低于', en: 'Lateral at least' }, 'g') })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.curveSpeeding], asked)
    .where(notBelow(curve.number('lateralG'), asked.lateral))
    .select([
      ...alarmRow,
      curve.text('driverName').as('driver'),
      curve.number('maxKmh').as('speed'),
      curve.number('safeKmh').as('safeSpeed'),
      curve.number('radiusM').as('radius'),
      curve.number('lateralG').as('lateral'),
      curve.number('peakG').as('peak'),
      curve.number('limitG').as('limit'),
      curve.number('turnDeg').as('turn'),
      curve.number('fillPercent').as('fill'),
      curve.flag('loaded').as('loaded'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, duration, place } = alarmColumns()

/** Curves taken faster than a loaded tanker should: a roll-over begins at 0.35 to 0.40 g. */
export default defineReport({
  path: 'driving_monitor/exception_report/alarm_curve_speeding',
  title: { zh: '弯道超速报警', en: 'Curve speeding' },
  filters,
  rows,
  columns: {
    plate,
    startedAt,
    driver: driver(),
    grade,
    speed: speed({ zh: '速度', en: 'Speed' }),
    safeSpeed: speed({ zh: '安全速度', en: 'Safe speed' }),
    lateral: decimal({ zh: '横向加速度', en: 'Lateral' }, 'g', 2),
    limit: decimal({ zh: '限值', en: 'Limit' }, 'g', 2),
    peak: decimal({ zh: '最大横向加速度', en: 'Lateral, greatest' }, 'g', 2),
    radius: decimal({ zh: '弯道半径', en: 'Radius' }, 'm', 0),
    turn: decimal({ zh: '转角', en: 'Turn' }, '°', 0),
    duration,
    place,
    fill: percent({ zh: '充装率', en: 'Filled' }),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    organisation,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openSpeed],
  rowIs: 'alarm',
})
