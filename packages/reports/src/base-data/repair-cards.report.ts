import { repairCard } from '@tanker/contract/base-data/repair-card'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type ValuesOf } from '../define-report.ts'
import { containsText, isOfOrganisation } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const filters = listFilters()

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('repair_card')
    .innerJoin('organisation', 'organisation.id', 'repair_card.organisation_id')
    .where(isOfOrganisation(asked.scope, 'repair_card'))
    .where(containsText(sql<string>`repair_card.holder || ' ' || repair_card.code`, asked.search ?? ''))
    .where(among(statusOf('repair_card'), asked.status))
    .select([
      sql<string>`repair_card.id::text`.as('id'),
      'repair_card.code',
      'repair_card.holder as name',
      'organisation.name as organisation',
      'repair_card.authority',
      sql<string | null>`to_char(repair_card.issued_on, 'YYYY-MM-DD')`.as('issuedOn'),
      sql<string | null>`to_char(repair_card.expires_on, 'YYYY-MM-DD')`.as('expiresOn'),
      'repair_card.remark',
      statusOf('repair_card').as('status'),
    ])

export default listReport(repairCard, {
  title: { zh: '维修卡管理', en: 'Repair cards' },
  filters,
  rows,
  columns: {
    code: 'code',
    name: 'name',
    organisation: 'organisationId',
    authority: 'authority',
    issuedOn: 'issuedOn',
    expiresOn: 'expiresOn',
    remark: 'remark',
    status: 'status',
  },
  sorted: ['code', 'name'],
  sort: { by: 'code', order: 'asc' },
})
