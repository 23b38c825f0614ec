import { depot } from '@tanker/contract/base-data/depot'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import { park } from '@tanker/contract/base-data/park'
import { repairShop } from '@tanker/contract/base-data/repair-shop'
import { station } from '@tanker/contract/base-data/station'
import type { EntityTable, Reference } from '../../base-data/entity-table.ts'
import { placesSaved } from '../fences/feature.ts'

const placeColumns = {
  name: 'name',
  shortName: 'short_name',
  code: 'code',
  organisationId: 'organisation_id',
  address: 'address',
  phone: 'phone',
  lng: 'lng',
  lat: 'lat',
  status: 'enabled',
}

const FENCE = { zh: '电子围栏', en: 'fence' } as const
const FENCES: readonly Reference[] = [
  { from: 'fence', column: 'place_id', organisation: 'organisation_id', shown: 'name', what: FENCE },
  // Includes fences that wait for approval.
  {
    from: '(SELECT * FROM fence WHERE place_id IS DISTINCT FROM wanted_place_id) AS fence',
    column: 'wanted_place_id',
    organisation: 'organisation_id',
    shown: 'name',
    what: FENCE,
  },
]
const SLIP = { zh: '配送单', en: 'slip' } as const

const placeTable = (entity: Entity, kind: string, more: Pick<Partial<EntityTable>, 'columns' | 'references'> = {}): EntityTable => ({
  entity,
  table: 'place',
  fixed: { kind },
  columns: { ...placeColumns, ...more.columns },
  uniqueBy: {
    place_code: 'code',
    place_organisation_id_kind_code_key: 'code',
    place_name: 'name',
    place_station_name: 'name',
    place_short_name: 'shortName',
  },
  references: [...FENCES, ...(more.references ?? [])],
  afterWrite: placesSaved,
})

/** Stations, depots, parks and repair shops. */
export const placeTables: readonly EntityTable[] = [
  placeTable(station, 'station', {
    references: [
      {
        from: 'slip_line JOIN slip ON slip.id = slip_line.slip_id',
        column: 'slip_line.station_id',
        organisation: 'slip.organisation_id',
        shown: 'slip.slip_no',
        what: SLIP,
      },
      {
        from: 'station_gauge',
        column: 'station_id',
        organisation: 'organisation_id',
        shown: 'gauge_no',
        what: { zh: '液位仪卸油数据', en: 'station gauge reading' },
      },
    ],
  }),
  placeTable(depot, 'depot', {
    columns: { manager: 'manager' },
    references: [
      { from: 'slip', column: 'depot_id', organisation: 'organisation_id', shown: 'slip_no', what: SLIP },
      {
        from: 'meter_ticket',
        column: 'depot_id',
        organisation: 'organisation_id',
        shown: 'ticket_no',
        what: { zh: '付油单', en: 'depot meter ticket' },
      },
    ],
  }),
  placeTable(park, 'park', { columns: { parkType: 'park_type', contact: 'contact' } }),
  placeTable(repairShop, 'repair'),
]
