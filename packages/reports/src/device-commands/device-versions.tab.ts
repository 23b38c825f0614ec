import type { ScopedDb } from '@tanker/database/scope'
import { FIRMWARE_DEVICES, type FirmwareDevice } from '@tanker/domain/devices/firmware'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisation,
  containsText,
  isChosen,
  oneOf,
  plate,
  plateCell,
  text,
  textContains,
  time,
  truckOrOrganisation,
  shortNameOf,
} from '../kinds.ts'
import { DEVICE, version, versionMissing } from './firmware-words.ts'

const filters = {
  scope: truckOrOrganisation(),
  device: oneOf(DEVICE, FIRMWARE_DEVICES),
  search: textContains({ zh: '版本', en: 'Version' }),
}

const devices = sql.join(Object.keys(FIRMWARE_DEVICES).map((device) => sql`(${sql.lit(device)})`))
const every = sql<{ device: FirmwareDevice }>`(VALUES ${devices})`.as<'kind'>(sql`kind (device)`)

/** A row for each kind of device of each truck, also for devices that never reported. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin(every, (join) => join.onTrue())
    .leftJoin('device_version', (join) =>
      join.onRef('device_version.truck_id', '=', 'truck.id').onRef('device_version.device', '=', 'kind.device'),
    )
    .where(isChosen(asked.scope, 'truck'))
    .where(among(sql<string>`kind.device`, asked.device))
    .where(containsText(sql<string>`coalesce(device_version.version, '')`, asked.search ?? ''))
    .select([
      sql<string>`truck.id || '-' || kind.device`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'kind.device',
      'device_version.version',
      versionMissing('device_version.version').as('versionMissing'),
      'device_version.maker',
      'device_version.hardware',
      'device_version.reported_at as reportedAt',
    ])

export default defineReport({
  path: 'versions',
  title: { zh: '设备版本', en: 'Device versions' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    device: choice(DEVICE, FIRMWARE_DEVICES),
    version: version({ zh: '当前版本', en: 'Version' }),
    maker: text({ zh: '厂家', en: 'Maker' }),
    hardware: text({ zh: '硬件', en: 'Hardware' }),
    reportedAt: time({ zh: '上报时间', en: 'Reported' }),
  },
  sort: { by: 'reportedAt', order: 'desc' },
  rowIs: 'record',
})
