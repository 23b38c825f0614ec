import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { climateAlarmFact } from '@tanker/domain/facts/equipment-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { AIR_STATES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, humidity, oneOf, yesNo } from '../kinds.ts'

const said = propertiesIn('alarm', climateAlarmFact)
const { humid, dry } = AIR_STATES
const KINDS = { humid, dry }
const KIND = { zh: '异常', en: 'Fault' } as const

const filters = alarmFilters({ kind: oneOf(KIND, KINDS) })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.cabinetClimate], asked)
    .where(among(said.text('kind'), asked.kind ?? Object.keys(KINDS)))
    .select([
      ...alarmRow,
      said.text('kind').as('kind'),
      said.number('limit').as('limit'),
      said.number('extreme').as('extreme'),
      said.flag('loaded').as('loaded'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()

/** Times in which the housing was more humid or drier than its limit. */
export default defineReport({
  path: 'device_monitor/other_devices/humidity_err',
  title: { zh: '湿度异常', en: 'Humidity alarms' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    kind: choice(KIND, KINDS),
    startedAt,
    duration,
    extreme: humidity({ zh: '极值', en: 'Extreme' }),
    limit: humidity({ zh: '限值', en: 'Limit' }),
    ended,
    grade,
    place,
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
