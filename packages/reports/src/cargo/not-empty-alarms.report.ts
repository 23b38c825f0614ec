import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { emptyingUnfinishedFact, unloadingUnfinishedFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { NOT_EMPTY_TYPES } from '../alarm-words.ts'
import { among, atPlaces } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { alarmTypeOf, compartments, oneOf, stations, text, totalLitres } from '../kinds.ts'

const unfinished = propertiesIn('alarm', emptyingUnfinishedFact, unloadingUnfinishedFact)

const TYPES = [ALARM.unloadingUnfinished, ALARM.emptyingUnfinished, ALARM.emptied] // spec 4.4

const filters = alarmFilters({
  station: stations(),
  compartment: compartments(),
  // 213 says that an emptying is done: who looks for what was left aboard asks for it only by choice.
  type: oneOf({ zh: '报警类型', en: 'Alarm type' }, NOT_EMPTY_TYPES, ['207', '208']),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, TYPES, asked)
    .where(among(sql<number>`alarm.type`, asked.type))
    .where(atPlaces('alarm', asked.station))
    .where(
      asked.compartment === undefined
        ? sql<boolean>`true`
        : sql<boolean>`${unfinished.json('compartments')} @> ANY (${asked.compartment.map(String)}::jsonb[])`,
    )
    .select([
      ...alarmRow,
      sql<string | null>`(SELECT string_agg(c, ', ') FROM jsonb_array_elements_text(${unfinished.json('compartments')}) AS c)`.as(
        'compartments',
      ),
      unfinished.number('residualL').as('residue'),
      ...handlingRow,
    ])

const { plate, organisation, ...when } = alarmColumns()

export default defineReport({
  path: 'cargo_monitor/exception_report/alarm_not_empty',
  title: { zh: '未排空报警', en: 'Not-empty alarms' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    type: alarmTypeOf(TYPES),
    ...when,
    compartments: text({ zh: '未排空仓', en: 'Compartments' }),
    residue: totalLitres({ zh: '余油', en: 'Residue' }),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail, openCurve],
  rowIs: 'alarm',
})
