import type { Entity } from '@tanker/contract/base-data/define-entity'
import type { ScopedDb } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type PlaceCell, type ValuesOf } from '../define-report.ts'
import { containsText, isOfOrganisation, place, text, shortNameOf } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const filters = listFilters()
const address = sql<PlaceCell>`json_build_object('name', place.address, 'lat', place.lat, 'lng', place.lng)`
/** All its fences, those too that wait for approval. */
const fences = sql<string | null>`(SELECT string_agg(fence.name, ', ' ORDER BY fence.name) FROM fence WHERE fence.place_id = place.id)`

type PlaceList = {
  readonly title: Text
  readonly kind: 'station' | 'depot' | 'park' | 'repair'
  readonly entity: Entity
  /** What not every place has. */
  readonly own?: { readonly manager?: 'manager'; readonly contact?: 'contact'; readonly parkType?: 'parkType' }
}

/** Stations, depots, parks or repair shops, one row each. */
export function definePlaceList({ title, kind, entity, own }: PlaceList) {
  const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
    db
      .from('place')
      .innerJoin('organisation', 'organisation.id', 'place.organisation_id')
      .where('place.kind', '=', kind)
      .where(isOfOrganisation(asked.scope, 'place'))
      .where(containsText(sql<string>`place.name || ' ' || place.short_name || ' ' || place.code`, asked.search ?? ''))
      .where(among(statusOf('place'), asked.status))
      .select([
        sql<string>`place.id::text`.as('id'),
        'place.name',
        'place.short_name as shortName',
        'place.code',
        shortNameOf('organisation').as('organisation'),
        'place.manager',
        'place.contact',
        'place.park_type as parkType',
        'place.phone',
        address.as('address'),
        fences.as('fences'),
        statusOf('place').as('status'),
      ])
  return listReport(entity, {
    title,
    filters,
    rows,
    columns: {
      // The head of a place's code and name says what kind of place it is; the list stands under that title.
      name: text({ zh: '名称', en: 'Name' }),
      shortName: 'shortName',
      code: text({ zh: '代码', en: 'Code' }),
      organisation: 'organisationId',
      ...own,
      phone: 'phone',
      address: place({ zh: '地址', en: 'Address' }),
      fences: text({ zh: '电子围栏', en: 'Fence' }),
      status: 'status',
    },
    sorted: ['name', 'code'],
    sort: { by: 'name', order: 'asc' },
  })
}
