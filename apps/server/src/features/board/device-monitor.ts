import type { DeviceMonitor, TruckDevices } from '@tanker/contract/device-monitor'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import type { FirmwareDevice } from '@tanker/domain/devices/firmware'
import { cargoDeviceFact, consoleFaultFact, shutdownAlarmFact } from '@tanker/domain/facts/equipment-facts'
import { OFFLINE } from '@tanker/domain/trucks/truck-status'
import { isKnownTo } from '@tanker/reports/conditions'
import { PART_ALARM_TYPES, partOfAlarm } from '@tanker/reports/devices/device-days'
import { type RawBuilder, sql } from 'kysely'
import { readTrucksNow, sourcesOf, statusOf, type TruckNow } from '../../fleet/fleet-now.ts'
import { countsOf, devicesOf, healthOf, type KnownDevices, type MeterNow, type OpenFault } from './device-tree.ts'

const dayMs = 86_400_000
/** A fault that began longer ago is looked for in the list of open faults. */
const faultsDays = 92
/** A signal strength that is older says nothing of today. */
const signalDays = 7

/** Of all trucks that the user sees, or of one. */
const ofTruck = (column: string, truckId: number | undefined): RawBuilder<boolean> =>
  truckId === undefined ? sql`true` : sql`${sql.ref(column)} = ${truckId}`

function grouped<R extends { readonly truck_id: number }>(rows: readonly R[]): Map<number, R[]> {
  const groups = new Map<number, R[]>()
  for (const row of rows) {
    const held = groups.get(row.truck_id)
    if (held) held.push(row)
    else groups.set(row.truck_id, [row])
  }
  return groups
}

const said = propertiesIn('alarm', cargoDeviceFact, shutdownAlarmFact, consoleFaultFact)

/** Open alarms that say a device failed, as the list of open device faults has them. */
const readFaults = (db: ScopedDb, now: Date, truckId: number | undefined): Promise<(OpenFault & { readonly truck_id: number })[]> =>
  db
    .from('alarm')
    .where('alarm.type', 'in', [...PART_ALARM_TYPES])
    .where(isKnownTo(db.scope, 'alarm'))
    .where(ofTruck('alarm.truck_id', truckId))
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.ended_at', 'is', null)
    .where('alarm.started_at', '>', new Date(now.getTime() - faultsDays * dayMs))
    .where(sql<boolean>`${partOfAlarm} IS NOT NULL`)
    .select([
      'alarm.truck_id',
      'alarm.type',
      'alarm.object',
      said.number('compartment').as('compartment'),
      said.text('device').as('device'),
      said.text('fault').as('fault'),
    ])
    .execute()

/** The newest reading of each flow meter, from the last quarter of an hour that its truck spoke. */
const readMeters = (db: ScopedDb, truckId: number | undefined) =>
  db
    .from('truck')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .innerJoinLateral(
      sql<{ meter: number; at: Date; answering: boolean }>`(SELECT DISTINCT ON (meter) meter, at, answering FROM meter_reading
        WHERE meter_reading.truck_id = truck.id AND at BETWEEN truck_state.last_at - interval '15 minutes' AND truck_state.last_at
        ORDER BY meter, at DESC)`.as('newest'),
      (join) => join.onTrue(),
    )
    .where('truck.flow_meter_count', '>', 0)
    .where(ofTruck('truck.id', truckId))
    .select(['truck.id as truck_id', 'newest.meter', 'newest.at', 'newest.answering'])
    .execute()

/** What base data and the last sessions say: console, cameras, meters, signal strength. */
const readSetups = (db: ScopedDb, now: Date, truckId: number | undefined) =>
  db
    .from('truck')
    .leftJoinLateral(
      sql<{ signal: number }>`(SELECT signal FROM terminal_session WHERE terminal_session.truck_id = truck.id AND signal IS NOT NULL
        AND signed_in_at > ${new Date(now.getTime() - signalDays * dayMs)} ORDER BY signed_in_at DESC LIMIT 1)`.as('connection'),
      (join) => join.onTrue(),
    )
    .where('truck.enabled', '=', true)
    .where(ofTruck('truck.id', truckId))
    .select(['truck.id', 'truck.console_code', 'truck.camera_channels', 'truck.flow_meter_count', 'connection.signal'])
    .execute()

type Devices = { readonly truck: TruckNow; readonly consoleCode: string; readonly signal: number | null; readonly known: KnownDevices }

/** What is known of the devices of the trucks that the user sees, or of one of them. */
async function readDevices(db: ScopedDb, now: Date, truckId?: number): Promise<Devices[]> {
  const [trucks, setups, compartments, versions, meters, faults] = await Promise.all([
    readTrucksNow(db, now, truckId),
    readSetups(db, now, truckId),
    db
      .from('truck')
      .innerJoin('compartment', 'compartment.truck_id', 'truck.id')
      .where(ofTruck('truck.id', truckId))
      .select(['truck.id as truck_id', 'compartment.compartment'])
      .orderBy('compartment.compartment')
      .execute(),
    db
      .from('truck')
      .innerJoin('device_version', 'device_version.truck_id', 'truck.id')
      .where(ofTruck('truck.id', truckId))
      .select(['truck.id as truck_id', 'device_version.device', 'device_version.version'])
      .execute(),
    readMeters(db, truckId),
    readFaults(db, now, truckId),
  ])
  const setupOf = new Map(setups.map((setup) => [setup.id, setup]))
  const [compartmentsOf, versionsOf, metersOf, faultsOf] = [grouped(compartments), grouped(versions), grouped(meters), grouped(faults)]
  return trucks.map((truck) => {
    const id = truck.truckId
    const setup = setupOf.get(id)
    return {
      truck,
      consoleCode: setup?.console_code ?? '',
      signal: setup?.signal ?? null,
      known: {
        isOnline: statusOf(sourcesOf(truck), now.getTime()) !== OFFLINE,
        contactAt: truck.contactAt,
        live: truck.live,
        compartments: (compartmentsOf.get(id) ?? []).map(({ compartment }) => compartment),
        cameras: setup?.camera_channels ?? [],
        meterCount: setup?.flow_meter_count ?? 0,
        meters: (metersOf.get(id) ?? []).map(({ meter, at, answering }): MeterNow => ({ meter, at: at.getTime(), answering })),
        faults: faultsOf.get(id) ?? [],
        versions: new Map((versionsOf.get(id) ?? []).map(({ device, version }): [FirmwareDevice, string] => [device, version])),
      },
    }
  })
}

/** How the devices of the fleet that the user sees stand. */
export async function readDeviceMonitor(db: ScopedDb, now: Date): Promise<DeviceMonitor> {
  const all = (await readDevices(db, now)).map((one) => ({ ...one, nodes: devicesOf(one.known) }))
  return {
    at: now.getTime(),
    truckId: all.map(({ truck }) => truck.truckId),
    consoleCode: all.map(({ consoleCode }) => consoleCode),
    online: all.map(({ known }) => known.isOnline),
    contactAt: all.map(({ known }) => known.contactAt),
    backupV: all.map(({ truck }) => truck.live?.backupV ?? null),
    externalV: all.map(({ truck }) => truck.live?.externalV ?? null),
    consoleVersion: all.map(({ known }) => known.versions.get('console') ?? null),
    controllerVersion: all.map(({ known }) => known.versions.get('controller') ?? null),
    signal: all.map(({ signal }) => signal),
    health: all.map(({ known, nodes }) => healthOf(known.isOnline, nodes)),
    devices: all.map(({ nodes }) => countsOf(nodes)),
  }
}

/** The devices of one truck; none for a truck that the user does not see. */
export async function readTruckDevices(db: ScopedDb, truckId: number, now: Date): Promise<TruckDevices> {
  const [found] = await readDevices(db, now, truckId)
  return { devices: found ? devicesOf(found.known) : [] }
}
