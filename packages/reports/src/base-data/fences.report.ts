import { APPROVAL_STATES, fence, FENCE_KIND_NAMES } from '@tanker/contract/base-data/fence'
import { SHAPE_NAMES } from '@tanker/contract/base-data/shape-field'
import { fenceInForce } from '@tanker/database/fence-in-force'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type PlaceCell, type ValuesOf } from '../define-report.ts'
import { choice, containsText, decimal, isOfOrganisation, oneOf, place, speed, textContains, yesNo, shortNameOf } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const KIND = { zh: '类型', en: 'Type' } as const
const APPROVAL = { zh: '审批状态', en: 'Approval' } as const

const filters = {
  ...listFilters(),
  search: textContains({ zh: '名称 / 场所', en: 'Name / place' }),
  kind: oneOf(KIND, FENCE_KIND_NAMES),
  approval: oneOf(APPROVAL, APPROVAL_STATES),
}

/** What is in force; of one that never was, what is wanted. */
const shape = sql`CASE WHEN fence.status = 'approved' THEN fence.shape ELSE fence.wanted_shape::jsonb END`
const shapeKind = sql<string>`${shape} ->> 'shape'`
/** The centre of a circle, the first point of others. */
const address = sql<PlaceCell>`json_build_object('name', fence.address,
  'lat', coalesce(${shape} ->> 'lat', ${shape} #>> '{points,0,1}')::float8, 'lng', coalesce(${shape} ->> 'lng', ${shape} #>> '{points,0,0}')::float8)`
const size = sql<number | null>`coalesce(${shape} ->> 'radiusM', ${shape} ->> 'widthM')::float8`
const approval = sql<string>`CASE WHEN EXISTS (SELECT FROM fence_approval a WHERE a.fence_id = fence.id AND a.status = 'pending') THEN 'pending' ELSE fence.status END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('fence')
    .innerJoin('organisation', 'organisation.id', 'fence.organisation_id')
    .leftJoin('place', 'place.id', 'fence.wanted_place_id')
    .where(isOfOrganisation(asked.scope, 'fence'))
    .where(containsText(sql<string>`fence.name || ' ' || fence.address || ' ' || coalesce(place.name, '')`, asked.search ?? ''))
    .where(among(statusOf('fence'), asked.status))
    .where(among(sql<string>`fence.wanted_kind`, asked.kind))
    .where(among(approval, asked.approval))
    .select([
      sql<string>`fence.id::text`.as('id'),
      'fence.name',
      shortNameOf('organisation').as('organisation'),
      'fence.wanted_kind as kind',
      'place.name as place',
      shapeKind.as('shape'),
      size.as('size'),
      'fence.wanted_speed_limit_kmh as speedLimit',
      address.as('address'),
      approval.as('approval'),
      fenceInForce.as('inForce'),
      statusOf('fence').as('status'),
    ])

export default listReport(fence, {
  title: { zh: '电子围栏设置', en: 'Fences' },
  filters,
  rows,
  columns: {
    name: 'name',
    organisation: 'organisationId',
    kind: 'kind',
    place: 'placeId',
    approval: choice(APPROVAL, APPROVAL_STATES),
    inForce: yesNo({ zh: '生效中', en: 'In force' }),
    shape: choice({ zh: '形状', en: 'Shape' }, SHAPE_NAMES),
    size: decimal({ zh: '半径 / 宽度', en: 'Radius / width' }, 'm', 0),
    speedLimit: speed({ zh: '限速', en: 'Speed limit' }),
    address: place({ zh: '地址', en: 'Address' }),
    status: 'status',
  },
  sorted: ['name'],
  sort: { by: 'name', order: 'asc' },
})
