import { PARK_TYPES, park } from '@tanker/contract/base-data/park'
import type { ScopedDb } from '@tanker/database/scope'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, text } from '../kinds.ts'
import { listFilters, placeColumns, placeRows } from './place-list.ts'

const filters = listFilters()
const { head, foot } = placeColumns()

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => placeRows(db, 'park', asked)

export default defineReport({
  path: 'setting/base_data/park',
  title: { zh: '停车场管理', en: 'Parking lots' },
  filters,
  rows,
  columns: { ...head, parkType: choice({ zh: '类型', en: 'Type' }, PARK_TYPES), contact: text({ zh: '联系人', en: 'Contact' }), ...foot },
  sort: { by: 'name', order: 'asc' },
  rowActions: ['openPlace'],
  rowIs: 'record',
  entity: park,
})
