import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { apiThresholdFact, sealFaultAlarmFact } from '@tanker/domain/facts/seal-facts'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { SEAL_PROBES } from '../cargo-words.ts'
import { among, isKnownTo } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { SENSING_FAULTS } from '../device-words.ts'
import { choice, compartment, compartments, oneOf, probeType, text, wholeNumber } from '../kinds.ts'
import { sensingColumns } from './sensing-columns.ts'

const of = propertiesIn('alarm', sealFaultAlarmFact, apiThresholdFact)
const electrical = propertiesIn('alarm', sealFaultAlarmFact)
const fault = sql<string>`CASE WHEN alarm.type = ${sql.lit(ALARM.apiThreshold)} THEN 'threshold' ELSE ${electrical.text('fault')} END`

const FAULT = { zh: '故障类型', en: 'Fault' } as const

const filters = alarmFilters({
  compartment: compartments(),
  fault: oneOf(FAULT, SENSING_FAULTS),
  probe: oneOf({ zh: '探头类型', en: 'Probe' }, SEAL_PROBES),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.sealFault, ALARM.apiThreshold], asked)
    .where(isKnownTo(db.scope, 'alarm'))
    .where(among(of.number('compartment'), asked.compartment))
    .where(among(fault, asked.fault ?? Object.keys(SENSING_FAULTS)))
    .where(among(of.text('probeType'), asked.probe))
    .select([
      ...alarmRow,
      sql<number | null>`nullif(${of.number('compartment')}, 0)`.as('compartment'),
      of.text('probeType').as('probe'),
      sql<string | null>`nullif(${electrical.text('serial')}, '0000000000')`.as('serial'),
      electrical.number('line').as('line'),
      fault.as('fault'),
      electrical.number('sensorMv').as('sensor'),
      electrical.number('gateMv').as('gate'),
      electrical.number('zeroMv').as('zero'),
      electrical.number('maxMv').as('max'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()

/** Electrical faults of seal probes, with the values that the console reported when they began. */
export default defineReport({
  path: 'device_monitor/console/alarm_sensing',
  title: { zh: '传感器报警（感应报警）', en: 'Sensing alarms' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    compartment: compartment(),
    probe: probeType(),
    serial: text({ zh: '探头序列号', en: 'Serial' }),
    line: wholeNumber({ zh: '总线', en: 'Bus' }),
    fault: choice(FAULT, SENSING_FAULTS),
    ...sensingColumns(),
    startedAt,
    ended,
    duration,
    grade,
    place,
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
