import { TRUCK_TYPES } from '@tanker/contract/base-data/device'
import { truck } from '@tanker/contract/base-data/truck'
import type { ScopedDb } from '@tanker/database/scope'
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type PlateCell, type ValuesOf } from '../define-report.ts'
import { containsText, decimal, driver, isOfOrganisation, oneOf, plate, text, textContains, wholeNumber, shortNameOf } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'
import { terminalColumns, terminalRow, truckWords } from './terminal-columns.ts'

const MODEL = { zh: '车型', en: 'Model' } as const

const filters = {
  ...listFilters(),
  search: textContains({ zh: '车牌号 / 主机编号 / 终端', en: 'Plate / console / terminal' }),
  model: oneOf(MODEL, TRUCK_TYPES),
}

/** SQL: number, product and litres of each compartment. */
const compartments = sql<string | null>`(
  SELECT string_agg(c.compartment || ': ' || c.oil_name || ' ' || c.capacity_l::float8 || ' L', '; ' ORDER BY c.compartment)
  FROM compartment AS c WHERE c.truck_id = truck.id)`
const compartmentCount = sql<number>`(SELECT count(*)::int FROM compartment AS c WHERE c.truck_id = truck.id)`

const channelOf = (position: keyof typeof CAMERA_CHANNELS) => sql<number | null>`array_position(truck.camera_channels, ${position}::text)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .leftJoin('organisation as parent', (join) =>
      join.onRef('parent.id', '=', 'organisation.parent_id').on(sql<boolean>`parent.ancestors @> ARRAY[${db.scope.organisationId}]::int[]`),
    )
    .leftJoin('driver', 'driver.id', 'truck.driver_id')
    .leftJoin('device', 'device.truck_id', 'truck.id')
    .where(isOfOrganisation(asked.scope, 'truck'))
    .where(containsText(truckWords, asked.search ?? ''))
    .where(among(statusOf('truck'), asked.status))
    .where(among(sql<string>`truck.model`, asked.model))
    .select([
      sql<string>`truck.id::text`.as('id'),
      // jsonb, whose order is that of the plates; json has none.
      sql<PlateCell>`jsonb_build_object('plate', truck.plate, 'truckId', truck.id)`.as('plate'),
      'truck.console_code as consoleCode',
      'truck.terminal_phone as terminalPhone',
      'truck.second_terminal as secondTerminal',
      ...terminalRow,
      shortNameOf('organisation').as('organisation'),
      'parent.name as parent',
      'truck.model',
      compartmentCount.as('compartmentCount'),
      compartments.as('compartments'),
      sql<number>`truck.capacity_l::float8`.as('capacityL'),
      'truck.plate_colour as plateColour',
      'truck.body_colour as bodyColour',
      'truck.frame_number as frameNumber',
      'truck.country',
      'truck.city',
      'truck.district',
      sql<string>`truck.zone_offset_minutes::text`.as('timeZone'),
      'truck.load_capacity_kg as deadweightKg',
      'truck.length_mm as lengthMm',
      'truck.trailer_count as trailerCount',
      'truck.flow_meter_count as flowMeterCount',
      'truck.channel_count as channelCount',
      channelOf('api').as('cameraApi'),
      channelOf('subsea').as('cameraSubsea'),
      channelOf('manhole').as('cameraManhole'),
      channelOf('cab').as('cameraCab'),
      'truck.parking_mode as parkingMode',
      'truck.speed_source as speedSource',
      'truck.unloading_mode as unloadingMode',
      'truck.emptying_mode as emptyingMode',
      'truck.volume_source as volumeSource',
      'driver.name as driver',
      statusOf('truck').as('status'),
    ])

const channel = (position: keyof typeof CAMERA_CHANNELS) =>
  wholeNumber({ zh: `${CAMERA_CHANNELS[position].zh}通道`, en: `${CAMERA_CHANNELS[position].en} channel` })

export default listReport(truck, {
  title: { zh: '车辆管理', en: 'Trucks' },
  filters,
  rows,
  columns: {
    plate: plate(),
    consoleCode: 'consoleCode',
    terminalPhone: 'terminalPhone',
    organisation: 'organisationId',
    parent: { ...text({ zh: '上级组织', en: 'Parent organisation' }), audience: 'sign' },
    status: 'status',
    model: 'model',
    compartmentCount: wholeNumber({ zh: '仓数', en: 'Compartments' }),
    capacityL: decimal({ zh: '总容量', en: 'Capacity' }, 'L', 0),
    compartments: 'compartments',
    driver: driver(),
    ...terminalColumns(),
    secondTerminal: text({ zh: '第二终端号', en: 'Second terminal' }),
    plateColour: 'plateColour',
    bodyColour: 'bodyColour',
    frameNumber: 'frameNumber',
    country: 'country',
    city: 'city',
    district: 'district',
    timeZone: 'timeZone',
    deadweightKg: 'deadweightKg',
    lengthMm: 'lengthMm',
    trailerCount: 'trailerCount',
    flowMeterCount: 'flowMeterCount',
    channelCount: 'channelCount',
    cameraApi: channel('api'),
    cameraSubsea: channel('subsea'),
    cameraManhole: channel('manhole'),
    cameraCab: channel('cab'),
    parkingMode: 'parkingMode',
    speedSource: 'speedSource',
    unloadingMode: 'unloadingMode',
    emptyingMode: 'emptyingMode',
    volumeSource: 'volumeSource',
  },
  sorted: ['consoleCode', 'terminalPhone'],
  sort: { by: 'plate', order: 'asc' },
})
