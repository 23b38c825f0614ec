import { company } from '@tanker/contract/base-data/company'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type ValuesOf } from '../define-report.ts'
import { containsText, tree, wholeNumber } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const filters = listFilters()

/** SQL: the names from the organisation that the user is of down to this one; those above are not the user's. */
const path = (companyId: number) => sql<string[]>`ARRAY(
  SELECT a.name FROM unnest(company.ancestors[array_position(company.ancestors, ${companyId}):]) WITH ORDINALITY AS above (id, place)
  JOIN company AS a ON a.id = above.id ORDER BY above.place)`

const trucks = sql<number>`(SELECT count(*)::int FROM truck WHERE truck.company_id IN (SELECT b.id FROM company AS b WHERE b.ancestors @> ARRAY[company.id]))`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .companies()
    .leftJoin('company as parent', (join) =>
      join.onRef('parent.id', '=', 'company.parent_id').on(sql<boolean>`parent.ancestors @> ARRAY[${db.scope.companyId}]::int[]`),
    )
    .where(sql<boolean>`company.id = ANY (${[...asked.scope]}::int[])`)
    .where(containsText(sql<string>`company.name || ' ' || company.short_name || ' ' || company.code`, asked.search ?? ''))
    .where(among(statusOf('company'), asked.status))
    .select([
      sql<string>`company.id::text`.as('id'),
      path(db.scope.companyId).as('name'),
      'company.short_name as shortName',
      'company.code',
      'parent.name as parent',
      trucks.as('trucks'),
      'company.phone',
      'company.address',
      statusOf('company').as('status'),
    ])

export default listReport(company, {
  title: { zh: '组织机构管理', en: 'Organisations' },
  filters,
  rows,
  columns: {
    name: tree(company.fields.name.label),
    shortName: 'shortName',
    code: 'code',
    status: 'status',
    parent: 'parentId',
    trucks: wholeNumber({ zh: '车辆数（含下级）', en: 'Trucks (with those below)' }),
    phone: 'phone',
    address: 'address',
  },
  sorted: ['code'],
  sort: { by: 'name', order: 'asc' },
})
