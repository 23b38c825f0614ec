import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow, momentAlarmColumns } from '../alarm-columns.ts'
import { EMPTYING_BREACHES } from '../alarm-words.ts'
import { among, atPlaces } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, compartments, duration, numberIn, oneOf, processState, stations, textIn, totalLitres } from '../kinds.ts'
import { sql } from 'kysely'

const filters = alarmFilters({
  station: stations(),
  compartment: compartments(),
  breach: oneOf({ zh: '违规情形', en: 'Breach' }, EMPTYING_BREACHES),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.emptyingException], asked)
    .where(atPlaces('alarm', asked.station))
    .where(among(numberIn('alarm', 'compartment'), asked.compartment))
    .where(among(textIn('alarm', 'breach'), asked.breach))
    .select([
      ...alarmRow,
      numberIn('alarm', 'compartment').as('compartment'),
      textIn('alarm', 'processState').as('processState'),
      textIn('alarm', 'breach').as('breach'),
      sql<number | null>`${numberIn('alarm', 'emptyS')} * 1000`.as('emptying'),
      numberIn('alarm', 'residualL').as('residue'),
      ...handlingRow,
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/empty_record_alarm',
  title: { zh: '排空异常记录', en: 'Emptying exceptions' },
  filters,
  rows,
  columns: {
    ...momentAlarmColumns(),
    compartment: compartment(),
    breach: choice({ zh: '违规情形', en: 'Breach' }, EMPTYING_BREACHES),
    emptying: duration({ zh: '排空时长', en: 'Emptied for' }),
    residue: totalLitres({ zh: '余油', en: 'Residue' }),
    processState: processState(),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail, openCurve],
  rowIs: 'alarm',
})
