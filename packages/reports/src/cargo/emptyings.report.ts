import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { emptyingFact } from '@tanker/domain/facts/cargo-facts'
import { DRY_PROOFS, EMPTYING_STATES } from '../cargo-words.ts'
import { among, atPlaces } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, compartments, duration, level, oneOf, place, product, stations, time, totalLitres } from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const emptying = propertiesIn('record', emptyingFact)

const { waiting: _, ...results } = EMPTYING_STATES

const filters = recordFilters({
  station: stations(),
  compartment: compartments(),
  result: oneOf({ zh: '结果', en: 'Result' }, results),
  proof: oneOf({ zh: '干燥证明', en: 'Proof' }, DRY_PROOFS),
})

const result = sql<string>`CASE WHEN ${emptying.flag('ok')} THEN 'emptied' ELSE 'not-emptied' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, emptyingFact, asked)
    .where(atPlaces('record', asked.station))
    .where(among(emptying.number('compartment'), asked.compartment))
    .where(among(result, asked.result))
    .where(among(emptying.text('proof'), asked.proof))
    .select([
      ...recordRow,
      emptying.number('compartment').as('compartment'),
      emptying.number('oilCode').as('product'),
      result.as('result'),
      emptying.text('proof').as('proof'),
      emptying.number('residualMm').as('level'),
      emptying.number('residualL').as('residue'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/empty_record',
  title: { zh: '排空记录', en: 'Emptyings' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    place: place({ zh: '卸油站', en: 'Unloaded at' }),
    compartment: compartment(),
    product: product(),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    duration: duration({ zh: '排空时长', en: 'Duration' }),
    result: choice({ zh: '结果', en: 'Result' }, results),
    proof: choice({ zh: '干燥证明', en: 'Proof' }, DRY_PROOFS),
    level: level({ zh: '残留液位', en: 'Level left' }),
    residue: totalLitres({ zh: '余油', en: 'Residue' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail, openCurve],
  rowIs: 'record',
})
