import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { device } from '@tanker/contract/base-data/device'
import { depot } from '@tanker/contract/base-data/depot'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import { park } from '@tanker/contract/base-data/park'
import { repairCard } from '@tanker/contract/base-data/repair-card'
import { repairShop } from '@tanker/contract/base-data/repair-shop'
import { station } from '@tanker/contract/base-data/station'
import { roleTable } from '../access/role-table.ts'
import { userTable } from '../access/user-table.ts'
import { placesSaved } from '../fences/ask-approval.ts'
import { fenceTable } from '../fences/fence-table.ts'
import { phoneNumberTable } from '../sms/phone-number-table.ts'
import { companyTable } from './company-table.ts'
import { driverTable } from './driver-table.ts'
import type { EntityTable, Reference } from './entity-table.ts'
import { stationTankTable } from '../tank-tables/station-tank-rows.ts'
import { tankTableTable } from '../tank-tables/tank-table-rows.ts'
import { truckTable } from './truck-table.ts'

const placeColumns = {
  name: 'name',
  shortName: 'short_name',
  code: 'code',
  companyId: 'company_id',
  address: 'address',
  phone: 'phone',
  lng: 'lng',
  lat: 'lat',
  status: 'enabled',
}

const FENCE = { zh: '电子围栏', en: 'fence' } as const
const FENCES: readonly Reference[] = [
  { from: 'fence', column: 'place_id', company: 'company_id', shown: 'name', what: FENCE },
  // Includes fences that wait for approval.
  {
    from: '(SELECT * FROM fence WHERE place_id IS DISTINCT FROM wanted_place_id) AS fence',
    column: 'wanted_place_id',
    company: 'company_id',
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
    place_company_id_kind_code_key: 'code',
    place_name: 'name',
    place_station_name: 'name',
    place_short_name: 'shortName',
  },
  references: [...FENCES, ...(more.references ?? [])],
  afterWrite: placesSaved,
})

const TABLES: readonly EntityTable[] = [
  tankTableTable,
  stationTankTable,
  companyTable,
  truckTable,
  placeTable(station, 'station', {
    references: [
      {
        from: 'slip_line JOIN slip ON slip.id = slip_line.slip_id',
        column: 'slip_line.station_id',
        company: 'slip.company_id',
        shown: 'slip.slip_no',
        what: SLIP,
      },
      {
        from: 'station_gauge',
        column: 'station_id',
        company: 'company_id',
        shown: 'gauge_no',
        what: { zh: '液位仪卸油数据', en: 'station gauge reading' },
      },
    ],
  }),
  placeTable(depot, 'depot', {
    columns: { manager: 'manager' },
    references: [
      { from: 'slip', column: 'depot_id', company: 'company_id', shown: 'slip_no', what: SLIP },
      {
        from: 'meter_ticket',
        column: 'depot_id',
        company: 'company_id',
        shown: 'ticket_no',
        what: { zh: '付油单', en: 'depot meter ticket' },
      },
    ],
  }),
  placeTable(park, 'park', { columns: { parkType: 'park_type', contact: 'contact' } }),
  placeTable(repairShop, 'repair'),
  driverTable,
  {
    entity: repairCard,
    table: 'repair_card',
    fixed: {},
    columns: {
      code: 'code',
      name: 'holder',
      companyId: 'company_id',
      authority: 'authority',
      issuedOn: 'issued_on',
      expiresOn: 'expires_on',
      remark: 'remark',
      status: 'enabled',
    },
    uniqueBy: { repair_card_code: 'code' },
    references: [],
  },
  {
    entity: device,
    table: 'installed_device',
    fixed: {},
    columns: {
      name: 'name',
      code: 'code',
      deviceType: 'device_type',
      companyId: 'company_id',
      manufacturer: 'manufacturer',
      installedOn: 'installed_on',
      site: 'site',
      quantity: 'quantity',
      truckId: 'truck_id',
      vehicleType: 'vehicle_type',
      status: 'enabled',
    },
    uniqueBy: { installed_device_code: 'code', installed_device_name: 'name' },
    references: [],
  },
  phoneNumberTable,
  fenceTable,
  roleTable,
  userTable,
]

/** Tables by entity; an entity without one prevents the start. */
export function tableOf(entity: Entity): EntityTable {
  const table = TABLES.find((one) => one.entity === entity)
  if (!table) throw new Error(`${entity.path} has no table`)
  return table
}

/** All of them, in the order of the menu. */
export const ENTITY_TABLES: readonly EntityTable[] = ALL_ENTITIES.map(tableOf)
