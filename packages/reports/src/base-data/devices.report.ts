import { device, DEVICE_TYPES, VEHICLE_TYPES } from '@tanker/contract/base-data/device'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, company, containsText, date, isOfCompany, oneOf, text, wholeNumber } from '../kinds.ts'
import { listFilters, sortedText, statusColumn, statusOf } from './entity-list.ts'

const TYPE = { zh: '设备类型', en: 'Type' } as const

const filters = { ...listFilters(), type: oneOf(TYPE, DEVICE_TYPES) }

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('installed_device')
    .innerJoin('company', 'company.id', 'installed_device.company_id')
    .leftJoin('truck', 'truck.id', 'installed_device.truck_id')
    .where(isOfCompany(asked.scope, 'installed_device'))
    .where(containsText(sql<string>`installed_device.name || ' ' || installed_device.code`, asked.search ?? ''))
    .where(among(statusOf('installed_device'), asked.status))
    .where(among(sql<string>`installed_device.device_type`, asked.type))
    .select([
      sql<string>`installed_device.id::text`.as('id'),
      'installed_device.name',
      'installed_device.code',
      'company.name as company',
      'installed_device.device_type as type',
      'installed_device.manufacturer',
      sql<string | null>`to_char(installed_device.installed_on, 'YYYY-MM-DD')`.as('installedOn'),
      'installed_device.site',
      'installed_device.quantity',
      'truck.plate as truck',
      'installed_device.vehicle_type as vehicleType',
      statusOf('installed_device').as('status'),
    ])

export default defineReport({
  path: 'setting/base_data/device',
  title: { zh: '设备管理', en: 'Devices' },
  filters,
  rows,
  columns: {
    name: sortedText({ zh: '设备名称', en: 'Name' }),
    code: sortedText({ zh: '设备编号', en: 'Code' }),
    company: company(),
    type: choice(TYPE, DEVICE_TYPES),
    manufacturer: text({ zh: '生产厂家', en: 'Manufacturer' }),
    installedOn: date({ zh: '安装日期', en: 'Install date' }),
    site: text({ zh: '安装位置', en: 'Install position' }),
    quantity: wholeNumber({ zh: '数量', en: 'Quantity' }),
    truck: text({ zh: '车辆', en: 'Truck' }),
    vehicleType: choice({ zh: '车辆类型', en: 'Vehicle type' }, VEHICLE_TYPES),
    status: statusColumn(),
  },
  sort: { by: 'name', order: 'asc' },
  rowIs: 'record',
  entity: device,
})
