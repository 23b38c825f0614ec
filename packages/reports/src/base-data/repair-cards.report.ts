import { repairCard } from '@tanker/contract/base-data/repair-card'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { company, containsText, date, isOfCompany, text } from '../kinds.ts'
import { listFilters, sortedText, statusColumn, statusOf } from './entity-list.ts'

const filters = listFilters()

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('repair_card')
    .innerJoin('company', 'company.id', 'repair_card.company_id')
    .where(isOfCompany(asked.scope, 'repair_card'))
    .where(containsText(sql<string>`repair_card.holder || ' ' || repair_card.code`, asked.search ?? ''))
    .where(among(statusOf('repair_card'), asked.status))
    .select([
      sql<string>`repair_card.id::text`.as('id'),
      'repair_card.code',
      'repair_card.holder as name',
      'company.name as company',
      'repair_card.authority',
      sql<string | null>`to_char(repair_card.issued_on, 'YYYY-MM-DD')`.as('issuedOn'),
      sql<string | null>`to_char(repair_card.expires_on, 'YYYY-MM-DD')`.as('expiresOn'),
      'repair_card.remark',
      statusOf('repair_card').as('status'),
    ])

export default defineReport({
  path: 'setting/base_data/repair_card',
  title: { zh: '维修卡管理', en: 'Repair cards' },
  filters,
  rows,
  columns: {
    code: sortedText({ zh: '卡号', en: 'Card code' }),
    name: sortedText({ zh: '持卡人', en: 'Actor' }),
    company: company(),
    authority: text({ zh: '发卡单位', en: 'Issuing authority' }),
    issuedOn: date({ zh: '发卡时间', en: 'Issue time' }),
    expiresOn: date({ zh: '有效期至', en: 'Valid until' }),
    remark: text({ zh: '备注', en: 'Remark' }),
    status: statusColumn(),
  },
  sort: { by: 'code', order: 'asc' },
  rowIs: 'record',
  entity: repairCard,
})
