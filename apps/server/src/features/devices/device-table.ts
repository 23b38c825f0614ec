import { device } from '@tanker/contract/base-data/device'
import type { EntityTable } from '../../base-data/entity-table.ts'

export const deviceTable: EntityTable = {
  entity: device,
  table: 'installed_device',
  fixed: {},
  columns: {
    name: 'name',
    code: 'code',
    deviceType: 'device_type',
    organisationId: 'organisation_id',
    manufacturer: 'manufacturer',
    installedOn: 'installed_on',
    site: 'site',
    quantity: 'quantity',
    truckId: 'truck_id',
    truckType: 'truck_type',
    status: 'enabled',
  },
  uniqueBy: { installed_device_code: 'code', installed_device_name: 'name' },
  references: [],
}
