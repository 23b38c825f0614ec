import type { ScopedDb } from '@tanker/database/scope'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { dayOf } from '../driving/driven-columns.ts'
import { date } from '../kinds.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'
import { waterSumColumns } from './water-sum-columns.ts'
import { waterSums } from './water-sums.ts'

const filters = recordFilters({})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => waterSums(db, asked, (column) => dayOf(column, asked.when.zone))

/** What each water truck did each day. */
export default defineReport({
  path: 'days',
  title: { zh: '按日', en: 'By day' },
  filters,
  rows,
  columns: { ...truckColumns(), span: date({ zh: '日期', en: 'Day' }), ...waterSumColumns() },
  sort: { by: 'span', order: 'desc' },
  rowIs: 'record',
  summed: true,
  chart: { kind: 'stacked', title: { zh: '每日用水量', en: 'Water by day' }, x: 'span', y: ['used'], limit: 31, rowsFor: 'all' },
})
