import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { monthColumn, monthOf, period, truckOrOrganisation } from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { waterSumColumns } from './water-sum-columns.ts'
import { waterSums } from './water-sums.ts'

/** As long as facts of covers are kept at the least. */
const MAX_DAYS = 366

const filters = { scope: truckOrOrganisation(), when: period({ maxDays: MAX_DAYS }) }

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  waterSums(db, asked, (column) => monthOf(sql<Date>`${sql.ref(column)}`, asked.when.zone))

/** What each water truck did each month. */
export default defineReport({
  path: 'months',
  title: { zh: '按月', en: 'By month' },
  filters,
  rows,
  columns: { ...truckColumns(), span: monthColumn({ zh: '月份', en: 'Month' }), ...waterSumColumns() },
  sort: { by: 'span', order: 'desc' },
  rowIs: 'record',
  summed: true,
})
