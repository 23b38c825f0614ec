import { device, DEVICE_TYPES } from '@tanker/contract/base-data/device'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type ValuesOf } from '../define-report.ts'
import { containsText, isOfOrganisation, oneOf, shortNameOf } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const TYPE = { zh: '设备类型', en: 'Type' } as const

const filters = { ...listFilters(), type: oneOf(TYPE, DEVICE_TYPES) }

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('installed_device')
    .innerJoin('organisation', 'organisation.id', 'installed_device.organisation_id')
    .leftJoin('truck', 'truck.id', 'installed_device.truck_id')
    .where(isOfOrganisation(asked.scope, 'installed_device'))
    .where(containsText(sql<string>`installed_device.name || ' ' || installed_device.code`, asked.search ?? ''))
    .where(among(statusOf('installed_device'), asked.status))
    .where(among(sql<string>`installed_device.device_type`, asked.type))
    .select([
      sql<string>`installed_device.id::text`.as('id'),
      'installed_device.name',
      'installed_device.code',
      shortNameOf('organisation').as('organisation'),
      'installed_device.device_type as type',
      'installed_device.manufacturer',
      sql<string | null>`to_char(installed_device.installed_on, 'YYYY-MM-DD')`.as('installedOn'),
      'installed_device.site',
      'installed_device.quantity',
      'truck.plate as truck',
      'installed_device.truck_type as truckType',
      statusOf('installed_device').as('status'),
    ])

export default listReport(device, {
  title: { zh: '设备管理', en: 'Devices' },
  filters,
  rows,
  columns: {
    name: 'name',
    code: 'code',
    organisation: 'organisationId',
    type: 'deviceType',
    manufacturer: 'manufacturer',
    installedOn: 'installedOn',
    site: 'site',
    quantity: 'quantity',
    truck: 'truckId',
    truckType: 'truckType',
    status: 'status',
  },
  sorted: ['name', 'code'],
  sort: { by: 'name', order: 'asc' },
})
