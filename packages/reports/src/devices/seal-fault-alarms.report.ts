import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { sealFaultAlarmFact } from '@tanker/domain/facts/seal-facts'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { SEAL_PROBES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { SEAL_FAULTS } from '../device-words.ts'
import { choice, compartment, compartments, oneOf, probeType, yesNo } from '../kinds.ts'

const fault = propertiesIn('alarm', sealFaultAlarmFact)

const filters = alarmFilters({
  compartment: compartments(),
  fault: oneOf({ zh: '异常', en: 'Fault' }, SEAL_FAULTS),
  probe: oneOf({ zh: '探头类型', en: 'Probe' }, SEAL_PROBES),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.sealFault], asked)
    .where(among(fault.number('compartment'), asked.compartment))
    .where(among(fault.text('fault'), asked.fault))
    .where(among(fault.text('probeType'), asked.probe))
    .select([
      ...alarmRow,
      sql<number | null>`nullif(${fault.number('compartment')}, 0)`.as('compartment'),
      fault.text('probeType').as('probe'),
      fault.text('fault').as('fault'),
      fault.flag('loaded').as('loaded'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()

/** Seal probes that contradict themselves; while they do, their word decides nothing. */
export default defineReport({
  path: 'device_monitor/other_devices/switch_cover_err',
  title: { zh: '开关盖异常（铅封异常）', en: 'Seal probe faults' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    compartment: compartment(),
    probe: probeType(),
    fault: choice({ zh: '异常', en: 'Fault' }, SEAL_FAULTS),
    startedAt,
    ended,
    duration,
    grade,
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    place,
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
