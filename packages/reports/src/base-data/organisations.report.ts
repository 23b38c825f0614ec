import { organisation } from '@tanker/contract/base-data/organisation'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type ValuesOf } from '../define-report.ts'
import { containsText, tree, wholeNumber } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const filters = listFilters()

/** SQL: the names from the organisation that the user is of down to this one; those above are not the user's. */
const path = (organisationId: number) => sql<string[]>`ARRAY(
  SELECT a.name FROM unnest(organisation.ancestors[array_position(organisation.ancestors, ${organisationId}):]) WITH ORDINALITY AS above (id, place)
  JOIN organisation AS a ON a.id = above.id ORDER BY above.place)`

const trucks = sql<number>`(SELECT count(*)::int FROM truck WHERE truck.organisation_id IN (SELECT b.id FROM organisation AS b WHERE b.ancestors @> ARRAY[organisation.id]))`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .organisations()
    .leftJoin('organisation as parent', (join) =>
      join.onRef('parent.id', '=', 'organisation.parent_id').on(sql<boolean>`parent.ancestors @> ARRAY[${db.scope.organisationId}]::int[]`),
    )
    .where(sql<boolean>`organisation.id = ANY (${[...asked.scope]}::int[])`)
    .where(containsText(sql<string>`organisation.name || ' ' || organisation.short_name || ' ' || organisation.code`, asked.search ?? ''))
    .where(among(statusOf('organisation'), asked.status))
    .select([
      sql<string>`organisation.id::text`.as('id'),
      path(db.scope.organisationId).as('name'),
      'organisation.short_name as shortName',
      'organisation.code',
      'parent.name as parent',
      trucks.as('trucks'),
      'organisation.phone',
      'organisation.address',
      statusOf('organisation').as('status'),
    ])

export default listReport(organisation, {
  title: { zh: '组织机构管理', en: 'Organisations' },
  filters,
  rows,
  columns: {
    name: tree(organisation.fields.name.label),
    shortName: 'shortName',
    code: 'code',
    status: 'status',
    parent: 'parentId',
    trucks: wholeNumber({ zh: '车辆数（含下级）', en: 'Trucks (incl. below)' }),
    phone: 'phone',
    address: 'address',
  },
  sorted: ['code'],
  sort: { by: 'name', order: 'asc' },
})
