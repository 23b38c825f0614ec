import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { month, monthColumn, monthOf, truckOrOrganisation } from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { waterSumColumns } from './water-sum-columns.ts'
import { waterSums } from './water-sums.ts'

const filters = { scope: truckOrOrganisation(), month: month() }

const rows = (db: ScopedDb, { scope, month: when }: ValuesOf<typeof filters>) =>
  waterSums(db, { scope, when }, (column) => monthOf(sql<Date>`${sql.ref(column)}`, when.zone))

/** What each water truck did in a month. */
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
