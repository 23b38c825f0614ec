import { repairShop } from '@tanker/contract/base-data/repair-shop'
import type { ScopedDb } from '@tanker/database/scope'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { listFilters, placeColumns, placeRows } from './place-list.ts'

const filters = listFilters()
const { head, foot } = placeColumns()

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => placeRows(db, 'repair', asked)

export default defineReport({
  path: 'setting/base_data/service_depot',
  title: { zh: '维修厂管理', en: 'Repair shops' },
  filters,
  rows,
  columns: { ...head, ...foot },
  sort: { by: 'name', order: 'asc' },
  rowActions: ['openPlace'],
  rowIs: 'record',
  entity: repairShop,
})
