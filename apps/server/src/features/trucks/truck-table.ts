import { type RawBuilder, sql } from 'kysely'
import { type Compartment, compartmentsOf } from '@tanker/contract/base-data/compartments'
import type { EntityValues } from '@tanker/contract/base-data/define-entity'
import type { FieldValue } from '@tanker/contract/base-data/fields'
import { CAMERA_FIELDS, truck } from '@tanker/contract/base-data/truck'
import { freeForeignDrivers } from '../organisations/feature.ts'
import type { Write } from '../../base-data/apply-changes.ts'
import { inBatches } from '../../base-data/entity-rows.ts'
import { type EntityTable, referencesBy, type SavedRow } from '../../base-data/entity-table.ts'

type Values = EntityValues<typeof truck>

/** SQL: the fuel configuration in the format of its field. */
const compartments = sql<string>`(
  SELECT coalesce(json_agg(json_strip_nulls(json_build_object('compartment', c.compartment, 'capacityL', c.capacity_l::float8, 'oilCode', c.oil_code, 'oilName', c.oil_name,
    'expansionRate', c.expansion_rate, 'inflationRate', c.inflation_rate, 'blindLevelMm', c.blind_level_mm, 'gauge', c.gauge)) ORDER BY c.compartment), '[]')::text
  FROM compartment c WHERE c.truck_id = truck.id)`

/** SQL: the channel of each camera; the column has the cameras by channel. */
const cameras = Object.fromEntries(
  Object.entries(CAMERA_FIELDS).map(([name, position]) => [
    name,
    sql<number | null>`array_position(truck.camera_channels, ${position}::text)`,
  ]),
) as Readonly<Record<keyof typeof CAMERA_FIELDS, RawBuilder<FieldValue>>>

/** The camera of each channel, channel 1 first; '' for none. */
function channelsOf(values: Values): string[] {
  const channels = Array.from({ length: values.channelCount }, () => '')
  for (const name of Object.keys(CAMERA_FIELDS) as (keyof typeof CAMERA_FIELDS)[]) {
    const channel = values[name]
    if (channel !== null) channels[channel - 1] = CAMERA_FIELDS[name]
  }
  return channels
}

const rowOf = (truckId: number, one: Compartment) => ({
  truck_id: truckId,
  compartment: one.compartment,
  capacity_l: one.capacityL,
  oil_code: one.oilCode,
  oil_name: one.oilName,
  expansion_rate: one.expansionRate,
  inflation_rate: one.inflationRate,
  blind_level_mm: one.blindLevelMm,
  gauge: one.gauge === undefined ? null : JSON.stringify(one.gauge),
})

/** The compartments, and the gateway's row of the truck: from then on its device may report, for its current organisation. */
async function afterWrite({ db }: Write, trucks: readonly SavedRow<Values>[]): Promise<readonly []> {
  const states = trucks.flatMap(({ id, before, after: { organisationId } }) =>
    before === null ? [{ truck_id: id, organisation_id: organisationId, state: null, live: null }] : [],
  )
  for (const some of inBatches(states)) await db.insertInto('truck_state').values(some).execute()
  for (const { id, before, after } of trucks) {
    if (before === null || before.organisationId === after.organisationId) continue
    await db.updateTable('truck_state').set({ organisation_id: after.organisationId }).where('truck_id', '=', id).execute()
    await freeForeignDrivers(db, sql`truck.id = ${id}`)
  }
  const refitted = trucks.filter(({ before, after }) => before?.compartments !== after.compartments)
  for (const { id, before } of refitted) if (before !== null) await db.deleteFrom('compartment').where('truck_id', '=', id).execute()
  const compartmentRows = refitted.flatMap(({ id, after }) => compartmentsOf(after.compartments).map((one) => rowOf(id, one)))
  for (const some of inBatches(compartmentRows)) await db.insertInto('compartment').values(some).execute()
  return []
}

const named = referencesBy('truck_id')

export const truckTable: EntityTable<typeof truck> = {
  entity: truck,
  table: 'truck',
  fixed: {},
  columns: {
    plate: 'plate',
    consoleCode: 'console_code',
    terminalPhone: 'terminal_phone',
    terminalId: 'terminal_id',
    secondTerminal: 'second_terminal',
    organisationId: 'organisation_id',
    model: 'model',
    plateColour: 'plate_colour',
    bodyColour: 'body_colour',
    frameNumber: 'frame_number',
    country: 'country',
    city: 'city',
    district: 'district',
    timeZone: 'zone_offset_minutes',
    deadweightKg: 'load_capacity_kg',
    lengthMm: 'length_mm',
    trailerCount: 'trailer_count',
    capacityL: 'capacity_l',
    channelCount: 'channel_count',
    flowMeterCount: 'flow_meter_count',
    parkingMode: 'parking_mode',
    speedSource: 'speed_source',
    unloadingMode: 'unloading_mode',
    emptyingMode: 'emptying_mode',
    volumeSource: 'volume_source',
    status: 'enabled',
  },
  uniqueBy: {
    truck_plate_key: 'plate',
    truck_console_code_key: 'consoleCode',
    truck_terminal_phone_key: 'terminalPhone',
    truck_terminal_id_key: 'terminalId',
  },
  references: [
    // Readings, records and alarms refer to the truck by id: a truck that has reported cannot be deleted.
    named(
      `(SELECT truck_id, organisation_id, to_char(last_at, 'YYYY-MM-DD') AS day FROM truck_state WHERE last_at IS NOT NULL) AS reported`,
      'day',
      '上报数据',
      'readings up to',
    ),
    named('slip', 'slip_no', '配送单', 'slip'),
    named('meter_ticket', 'ticket_no', '付油单', 'depot meter ticket'),
    named('station_gauge', 'gauge_no', '液位仪卸油数据', 'station gauge reading'),
    named('installed_device', 'name', '设备', 'device'),
    named(
      `(SELECT truck_id, organisation_id, to_char(started_at, 'YYYY-MM-DD') AS day FROM device_test) AS tested`,
      'day',
      '设备检测',
      'device test',
    ),
  ],
  computed: () => ({
    capacityL: sql`truck.capacity_l::float8`,
    timeZone: sql`truck.zone_offset_minutes::text`,
    compartments,
    ...cameras,
  }),
  derive: (values) => ({ camera_channels: channelsOf(values) }),
  afterWrite,
}
