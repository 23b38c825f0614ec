import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow, momentAlarmColumns } from '../alarm-columns.ts'
import { EMPTYING_BREACHES } from '../alarm-words.ts'
import { among, atPlaces } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, compartments, duration, oneOf, processState, stations, totalLitres } from '../kinds.ts'
import { sql } from 'kysely'
import { propertiesIn } from '@tanker/database/fact-properties'
import { emptyingExceptionFact } from '@tanker/domain/facts/cargo-alarm-facts'

const exception = propertiesIn('alarm', emptyingExceptionFact)

const filters = alarmFilters({
  station: stations(),
  compartment: compartments(),
  breach: oneOf({ zh: '违规情形', en: 'Breach' }, EMPTYING_BREACHES),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.emptyingException], asked)
    .where(atPlaces('alarm', asked.station))
    .where(among(exception.number('compartment'), asked.compartment))
    .where(among(exception.text('breach'), asked.breach))
    .select([
      ...alarmRow,
      exception.number('compartment').as('compartment'),
      exception.text('processState').as('processState'),
      exception.text('breach').as('breach'),
      sql<number | null>`${exception.number('emptyS')} * 1000`.as('emptying'),
      exception.number('residualL').as('residue'),
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
