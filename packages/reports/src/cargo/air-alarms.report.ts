import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { climateAlarmFact } from '@tanker/domain/facts/equipment-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { AIR_STATES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, decimal, oneOf } from '../kinds.ts'

const climate = propertiesIn('alarm', climateAlarmFact)

const { normal: _, ...kinds } = AIR_STATES

const filters = alarmFilters({ kind: oneOf({ zh: '报警类别', en: 'What is wrong' }, kinds) })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.cabinetClimate], asked)
    .where(among(climate.text('kind'), asked.kind))
    .select([
      ...alarmRow,
      climate.text('kind').as('kind'),
      climate.number('limit').as('limit'),
      climate.number('extreme').as('extreme'),
      ...handlingRow,
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/alarm_temp_hum',
  title: { zh: '温湿度报警', en: 'Temperature and humidity alarms' },
  filters,
  rows,
  columns: {
    ...alarmColumns(),
    kind: choice({ zh: '报警类别', en: 'What is wrong' }, kinds),
    extreme: decimal({ zh: '极值', en: 'Extreme' }, '°C / %RH', 1),
    limit: decimal({ zh: '限值', en: 'Limit' }, '°C / %RH', 1),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
