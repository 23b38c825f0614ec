import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { UNSEALING_PLACES } from '../alarm-words.ts'
import { COVERS, JUDGEMENTS } from '../cargo-words.ts'
import { among, notBelow } from '../conditions.ts'
import {
  closerColumns,
  contentsColumns,
  contentsRow,
  coversOf,
  openingColumns,
  openingRow,
  raisedColumns,
  raisedRow,
  cover,
} from '../cover-columns.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { atLeast, choice, compartments, durationOf, oneOf, plate, organisation } from '../kinds.ts'
import { recordFilters } from '../record-columns.ts'

const filters = recordFilters({
  compartment: compartments(),
  cover: oneOf({ zh: '铅封类型', en: 'Seal' }, COVERS),
  judge: oneOf({ zh: '判定', en: 'Judgement' }, JUDGEMENTS),
  place: oneOf({ zh: '地点类型', en: 'Kind of place' }, UNSEALING_PLACES),
  seconds: atLeast({ zh: '持续时间不低于', en: 'Lasting at least' }, 's'),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  coversOf(db, asked)
    .where(among(cover.number('compartment'), asked.compartment))
    .where(among(cover.text('probeType'), asked.cover))
    .where(among(cover.text('judge'), asked.judge))
    .where(among(cover.text('placeKind'), asked.place))
    .where(notBelow(durationOf('record'), asked.seconds === undefined ? undefined : asked.seconds * 1000))
    .select([...openingRow, ...contentsRow, ...raisedRow])

const { compartment, volumeChange, ...contents } = contentsColumns()
const { startedAt, judge, ...opening } = openingColumns()
const { handled, ...raised } = raisedColumns()

export default defineReport({
  path: 'cargo_monitor/event_report/switchCover',
  title: { zh: '开关盖记录', en: 'Cover openings' },
  filters,
  rows,
  columns: {
    plate: plate(),
    startedAt,
    volumeChange,
    judge,
    handled,
    compartment,
    cover: choice({ zh: '铅封类型', en: 'Seal' }, COVERS),
    ...opening,
    ...raised,
    ...contents,
    ...closerColumns(),
    organisation: organisation(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail, openCurve],
  rowIs: 'record',
})
