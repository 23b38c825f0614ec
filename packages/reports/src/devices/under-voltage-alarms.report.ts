import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { underVoltageFact } from '@tanker/domain/facts/equipment-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { decimal, yesNo } from '../kinds.ts'

const under = propertiesIn('alarm', underVoltageFact)

const filters = alarmFilters({})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.underVoltage], asked).select([
    ...alarmRow,
    under.number('volts').as('volts'),
    under.number('limitV').as('limit'),
    under.flag('accOn').as('accOn'),
    ...handlingRow,
  ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()

/** Vehicle supply below its limit while the ignition is on. */
export default defineReport({
  path: 'device_monitor/console/alarm_undervolitage',
  title: { zh: '欠压报警', en: 'Under-voltage' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    startedAt,
    volts: decimal({ zh: '电压', en: 'Voltage' }, 'V', 2),
    limit: decimal({ zh: '限值', en: 'Limit' }, 'V', 2),
    ended,
    duration,
    accOn: yesNo({ zh: '点火', en: 'Ignition on' }),
    place,
    grade,
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
