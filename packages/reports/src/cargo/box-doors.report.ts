import { openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
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

/** How far apart two sensors of one door report one opening. */
const SAME_OPENING_S = 5
/** The independent sensor repeats what the door's own sensor says of the same box; alone, it is an opening. */
const isRepeated = sql<boolean>`${cover.text('probeType')} = '31' AND EXISTS (SELECT FROM record AS own
  WHERE own.truck_id = record.truck_id AND own.kind = 'cover' AND own.object = record.object - 31 + 13
    AND own.started_at BETWEEN record.started_at - make_interval(secs => ${SAME_OPENING_S})
      AND record.started_at + make_interval(secs => ${SAME_OPENING_S}))`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  coversOf(db, asked)
    .where(among(cover.text('probeType'), asked.door ?? Object.keys(BOX_DOORS)))
    .where(among(cover.text('judge'), asked.judge))
    // A user who asks for the independent sensor sees all that it says.
    .where(asked.door === undefined ? sql<boolean>`NOT (${isRepeated})` : sql<boolean>`true`)
    .select([...openingRow, cover.number('compartment').as('box'), ...raisedRow])

/** Openings of box doors, each once, though two sensors of a door report it. */
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
