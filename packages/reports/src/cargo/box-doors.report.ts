import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { BOX_DOORS, BOXES, JUDGEMENTS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { closerColumns, coversOf, openingColumns, openingRow, raisedColumns, raisedRow, cover } from '../cover-columns.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, oneOf } from '../kinds.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'

const filters = recordFilters({
  door: oneOf({ zh: '箱门', en: 'Box door' }, BOX_DOORS),
  judge: oneOf({ zh: '判定', en: 'Judgement' }, JUDGEMENTS),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  coversOf(db, asked)
    .where(among(cover.text('probeType'), asked.door ?? Object.keys(BOX_DOORS)))
    .where(among(cover.text('judge'), asked.judge))
    .select([...openingRow, cover.number('compartment').as('box'), ...raisedRow])

export default defineReport({
  path: 'cargo_monitor/event_report/box_door',
  title: { zh: '箱门开关记录', en: 'Box doors' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    box: choice({ zh: '箱号', en: 'Box' }, BOXES),
    cover: choice({ zh: '箱门', en: 'Box door' }, BOX_DOORS),
    ...openingColumns(),
    ...raisedColumns(),
    ...closerColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
