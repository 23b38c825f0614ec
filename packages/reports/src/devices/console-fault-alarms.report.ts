import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { CONSOLE_FAULT_TEXTS } from '@tanker/domain/devices/console-fault'
import { consoleFaultFact } from '@tanker/domain/facts/equipment-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, oneOf, yesNo } from '../kinds.ts'

const said = propertiesIn('alarm', consoleFaultFact)
const FAULT = { zh: '故障', en: 'Fault' } as const

const filters = alarmFilters({ fault: oneOf(FAULT, CONSOLE_FAULT_TEXTS) })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.consoleFault], asked)
    .where(among(said.text('fault'), asked.fault))
    .select([...alarmRow, said.text('fault').as('fault'), said.flag('loaded').as('loaded'), ...handlingRow])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()

/** Faults that terminals report of themselves: antenna, display, camera, card reader. */
export default defineReport({
  path: 'device_monitor/console/alarm_device_err',
  title: { zh: '设备故障报警', en: 'Console faults' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    fault: choice(FAULT, CONSOLE_FAULT_TEXTS),
    startedAt,
    duration,
    place,
    ended,
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    grade,
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
