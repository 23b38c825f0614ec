import { station } from '@tanker/contract/base-data/station'
import type { ScopedDb } from '@tanker/database/scope'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { listFilters, placeColumns, placeRows } from './place-list.ts'

const filters = listFilters()
const { head, foot } = placeColumns()

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => placeRows(db, 'station', asked)

export default defineReport({
  path: 'setting/base_data/station',
  title: { zh: '油站管理', en: 'Stations' },
  filters,
  rows,
  columns: { ...head, ...foot },
  sort: { by: 'name', order: 'asc' },
  rowActions: ['openPlace'],
  rowIs: 'record',
  entity: station,
})
