import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among } from '../conditions.ts'
import type { PlaceCell, ValuesOf } from '../define-report.ts'
import { choice, companies, company, containsText, isOfCompany, oneOf, place, text, textContains } from '../kinds.ts'

const STATUSES = { enabled: { zh: '启用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } } as const

/** What lists of base data ask for: whose rows, a part of name or code, and whether they are in use. */
export const listFilters = () => ({
  scope: companies(),
  search: textContains({ zh: '名称 / 代码', en: 'Name / code' }),
  status: oneOf({ zh: '状态', en: 'Status' }, STATUSES),
})

type Asked = ValuesOf<ReturnType<typeof listFilters>>

export const statusColumn = () => choice({ zh: '状态', en: 'Status' }, STATUSES)

/** SQL: the status of a row of a table that may be disabled. */
export const statusOf = (
  table: 'place' | 'driver' | 'repair_card' | 'installed_device' | 'sms_number' | 'fence' | 'company' | 'truck' | 'role' | 'app_user',
) => sql<'enabled' | 'disabled'>`CASE WHEN ${sql.ref(`${table}.enabled`)} THEN 'enabled' ELSE 'disabled' END`

const address = sql<PlaceCell>`json_build_object('name', place.address, 'lat', place.lat, 'lng', place.lng)`
/** All its fences, those too that wait for approval. */
const fences = sql<string | null>`(SELECT string_agg(fence.name, ', ' ORDER BY fence.name) FROM fence WHERE fence.place_id = place.id)`

/** Stations, depots, parks or repair shops, one row each. */
export const placeRows = (db: ScopedDb, kind: 'station' | 'depot' | 'park' | 'repair', asked: Asked) =>
  db
    .from('place')
    .innerJoin('company', 'company.id', 'place.company_id')
    .where('place.kind', '=', kind)
    .where(isOfCompany(asked.scope, 'place'))
    .where(containsText(sql<string>`place.name || ' ' || place.short_name || ' ' || place.code`, asked.search ?? ''))
    .where(among(statusOf('place'), asked.status))
    .select([
      sql<string>`place.id::text`.as('id'),
      'place.name',
      'place.short_name as shortName',
      'place.code',
      'company.name as company',
      'place.manager',
      'place.contact',
      'place.park_type as parkType',
      'place.phone',
      address.as('address'),
      fences.as('fences'),
      statusOf('place').as('status'),
    ])

/** What every list of places shows before and after what is its own. */
export const placeColumns = () => ({
  head: {
    name: sortedText({ zh: '名称', en: 'Name' }),
    shortName: text({ zh: '简称', en: 'Short name' }),
    code: sortedText({ zh: '代码', en: 'Code' }),
    company: company(),
  },
  foot: {
    phone: text({ zh: '电话', en: 'Phone' }),
    address: place({ zh: '地址', en: 'Address' }),
    fences: text({ zh: '电子围栏', en: 'Fence' }),
    status: statusColumn(),
  },
})

/** A text by which a list may be sorted. */
export const sortedText = (label: Parameters<typeof text>[0]) => ({ ...text(label), sortable: true })
