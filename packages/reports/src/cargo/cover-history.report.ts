import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { COVERS, JUDGEMENTS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { closerColumns, contentsColumns, contentsRow, coversOf, openingColumns, openingRow, cover } from '../cover-columns.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartments, oneOf, plate, organisation } from '../kinds.ts'
import { recordFilters } from '../record-columns.ts'

/** Openings of any age, to be read only: without the handling of their alarms. */
const filters = recordFilters({
  compartment: compartments(),
  cover: oneOf({ zh: '铅封类型', en: 'Seal' }, COVERS),
  judge: oneOf({ zh: '判定', en: 'Judgement' }, JUDGEMENTS),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  coversOf(db, asked)
    .where(among(cover.number('compartment'), asked.compartment))
    .where(among(cover.text('probeType'), asked.cover))
    .where(among(cover.text('judge'), asked.judge))
    .select([...openingRow, ...contentsRow])

const { compartment, volumeChange, ...contents } = contentsColumns()
const { startedAt, judge, ...opening } = openingColumns()

export default defineReport({
  path: 'cargo_monitor/event_report/switchcover_his',
  title: { zh: '开关盖历史', en: 'Cover history' },
  filters,
  rows,
  columns: {
    plate: plate(),
    startedAt,
    volumeChange,
    judge,
    compartment,
    cover: choice({ zh: '铅封类型', en: 'Seal' }, COVERS),
    ...opening,
    ...contents,
    ...closerColumns(),
    organisation: organisation(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
