import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { pressureAlarmFact } from '@tanker/domain/facts/equipment-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { PRESSURE_STATES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, oneOf, pressure, processState } from '../kinds.ts'

const vapour = propertiesIn('alarm', pressureAlarmFact)

const { normal: _, ...kinds } = PRESSURE_STATES

const filters = alarmFilters({ kind: oneOf({ zh: '报警类别', en: 'What is wrong' }, kinds) })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.pressure], asked)
    .where(among(vapour.text('kind'), asked.kind))
    .select([
      ...alarmRow,
      vapour.text('kind').as('kind'),
      vapour.number('limit').as('limit'),
      vapour.number('extreme').as('extreme'),
      vapour.text('processState').as('processState'),
      ...handlingRow,
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/alarm_high_pressure',
  title: { zh: '高压报警', en: 'Vapour pressure alarms' },
  filters,
  rows,
  columns: {
    ...alarmColumns(),
    kind: choice({ zh: '报警类别', en: 'What is wrong' }, kinds),
    extreme: pressure({ zh: '极值（表压）', en: 'Extreme (gauge)' }),
    limit: pressure({ zh: '限值（表压）', en: 'Limit (gauge)' }),
    processState: processState(),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
