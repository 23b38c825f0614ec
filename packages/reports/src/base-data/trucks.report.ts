import { VEHICLE_TYPES } from '@tanker/contract/base-data/device'
import { TIME_ZONES, truck } from '@tanker/contract/base-data/truck'
import type { ScopedDb } from '@tanker/database/scope'
import { VOLUME_SOURCES } from '@tanker/domain/platform-volume'
import { CAMERA_CHANNELS, EMPTYING_MODES, PARKING_MODES, PLATE_COLOURS, SPEED_SOURCES, UNLOADING_MODES } from '@tanker/domain/vehicle'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type PlateCell, type ValuesOf } from '../define-report.ts'
import { choice, company, containsText, decimal, driver, isOfCompany, oneOf, plate, text, textContains, wholeNumber } from '../kinds.ts'
import { listFilters, sortedText, statusColumn, statusOf } from './entity-list.ts'
import { terminalColumns, terminalRow, truckWords } from './terminal-columns.ts'

const MODEL = { zh: '车型', en: 'Model' } as const

const filters = {
  ...listFilters(),
  search: textContains({ zh: '车牌号 / 主机编号 / 终端', en: 'Plate / console / terminal' }),
  model: oneOf(MODEL, VEHICLE_TYPES),
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
    .innerJoin('company', 'company.id', 'truck.company_id')
    .leftJoin('company as parent', (join) =>
      join.onRef('parent.id', '=', 'company.parent_id').on(sql<boolean>`parent.ancestors @> ARRAY[${db.scope.companyId}]::int[]`),
    )
    .leftJoin('driver', 'driver.id', 'truck.driver_id')
    .leftJoin('device', 'device.truck_id', 'truck.id')
    .where(isOfCompany(asked.scope, 'truck'))
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
      'company.name as company',
      'parent.name as parent',
      'truck.model',
      compartmentCount.as('compartmentCount'),
      compartments.as('compartments'),
      sql<number>`truck.capacity_l::float8`.as('capacityL'),
      'truck.plate_colour as plateColour',
      'truck.vehicle_colour as vehicleColour',
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

export default defineReport({
  path: 'setting/base_data/truck',
  title: { zh: '车辆管理', en: 'Trucks' },
  filters,
  rows,
  columns: {
    plate: plate(),
    consoleCode: sortedText({ zh: '主机编号', en: 'Console code' }),
    terminalPhone: sortedText({ zh: '终端手机号', en: 'Terminal phone' }),
    company: company(),
    parent: { ...text({ zh: '上级组织', en: 'Parent organisation' }), audience: 'sign' },
    status: statusColumn(),
    model: choice(MODEL, VEHICLE_TYPES),
    compartmentCount: wholeNumber({ zh: '仓数', en: 'Compartments' }),
    capacityL: decimal({ zh: '总容量', en: 'Capacity' }, 'L', 0),
    compartments: text({ zh: '油品配置', en: 'Fuel configuration' }),
    driver: driver(),
    ...terminalColumns(),
    secondTerminal: text({ zh: '第二终端号', en: 'Second terminal' }),
    plateColour: choice({ zh: '车牌颜色', en: 'Plate colour' }, PLATE_COLOURS),
    vehicleColour: text({ zh: '车身颜色', en: 'Vehicle colour' }),
    frameNumber: text({ zh: '车架号', en: 'Frame number' }),
    country: text({ zh: '国家', en: 'Country' }),
    city: text({ zh: '城市', en: 'City' }),
    district: text({ zh: '区县', en: 'District' }),
    timeZone: choice({ zh: '时区', en: 'Time zone' }, TIME_ZONES),
    deadweightKg: decimal({ zh: '核定载质量', en: 'Deadweight' }, 'kg', 0),
    lengthMm: decimal({ zh: '罐体长度', en: 'Tank length' }, 'mm', 0),
    trailerCount: wholeNumber({ zh: '挂车数', en: 'Trailers' }),
    flowMeterCount: wholeNumber({ zh: '流量计数', en: 'Flow meters' }),
    channelCount: wholeNumber({ zh: '通道数', en: 'Channels' }),
    cameraApi: channel('api'),
    cameraSubsea: channel('subsea'),
    cameraManhole: channel('manhole'),
    cameraCab: channel('cab'),
    parkingMode: choice({ zh: '停车判断方式', en: 'Parking judged' }, PARKING_MODES),
    speedSource: choice({ zh: '速度来源', en: 'Speed source' }, SPEED_SOURCES),
    unloadingMode: choice({ zh: '卸油判断方式', en: 'Unloading judged by' }, UNLOADING_MODES),
    emptyingMode: choice({ zh: '排空判断方式', en: 'Emptying judged by' }, EMPTYING_MODES),
    volumeSource: choice({ zh: '容积计算方式', en: 'Volumes computed' }, VOLUME_SOURCES),
  },
  sort: { by: 'plate', order: 'asc' },
  rowIs: 'record',
  entity: truck,
})
