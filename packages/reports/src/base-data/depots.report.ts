import { depot } from '@tanker/contract/base-data/depot'
import type { ScopedDb } from '@tanker/database/scope'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { text } from '../kinds.ts'
import { listFilters, placeColumns, placeRows } from './place-list.ts'

const filters = listFilters()
const { head, foot } = placeColumns()

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => placeRows(db, 'depot', asked)

export default defineReport({
  path: 'setting/base_data/storage',
  title: { zh: '油库管理', en: 'Depots' },
  filters,
  rows,
  columns: { ...head, manager: text({ zh: '负责人', en: 'Manager' }), ...foot },
  sort: { by: 'name', order: 'asc' },
  rowActions: ['openPlace'],
  rowIs: 'record',
  entity: depot,
})
