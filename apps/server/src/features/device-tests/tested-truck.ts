import { type LiveRowProbe, unpackLiveRow } from '@tanker/database/live-row'
import { unpackReading } from '@tanker/database/packed-readings'
import type { ScopedDb } from '@tanker/database/scope'
import { DEVICE_TEST_HOURS, type TestedEquipment } from '@tanker/domain/devices/device-test'
import type { Evidence } from '@tanker/domain/devices/judge-device-test'
import { withinInt } from '../../base-data/entity-rows.ts'
import { errors } from '../../platform/http/errors.ts'

const hourMs = 3_600_000
/** Maximum lag of a console's clock: readings further back are not searched. */
const slowestClockMs = 24 * hourMs

/** A truck in the user's scope with its known devices. */
export type TestedTruck = {
  readonly id: number
  readonly plate: string
  readonly consoleCode: string
  readonly equipment: TestedEquipment
}

export async function readTestedTruck(db: ScopedDb, truckId: number): Promise<TestedTruck> {
  const truck = await db
    .from('truck')
    .where('truck.id', '=', withinInt(truckId))
    .select(['truck.id', 'truck.plate', 'truck.console_code', 'truck.model', 'truck.flow_meter_count', 'truck.camera_channels'])
    .executeTakeFirst()
  if (!truck) throw errors.truckNotFound()
  const compartments = await db.read
    .selectFrom('compartment')
    .where('compartment.truck_id', '=', truck.id)
    .select('compartment.compartment')
    .orderBy('compartment.compartment')
    .execute()
  return {
    id: truck.id,
    plate: truck.plate,
    consoleCode: truck.console_code,
    equipment: {
      model: truck.model,
      compartments: compartments.map(({ compartment }) => compartment),
      probes: (await knownProbes(db, truck.id)).map(({ compartment, type }) => ({ compartment, type })),
      // The truck's page and the device register are maintained by different people: devices of both are tested.
      meters: Math.max(truck.flow_meter_count, await registeredMeters(db, truck.id)),
      cameras: truck.camera_channels,
    },
  }
}

async function registeredMeters(db: ScopedDb, truckId: number): Promise<number> {
  const row = await db
    .from('installed_device')
    .where('installed_device.truck_id', '=', truckId)
    .where('installed_device.device_type', '=', 'meter')
    .where('installed_device.enabled', '=', true)
    .select(({ fn }) => fn.sum<string | null>('installed_device.quantity').as('meters'))
    .executeTakeFirst()
  return Number(row?.meters ?? 0)
}

/** The truck's newest state: every probe it ever reported. */
async function knownProbes(db: ScopedDb, truckId: number): Promise<readonly LiveRowProbe[]> {
  const state = await db.from('truck_state').where('truck_state.truck_id', '=', truckId).select('truck_state.live').executeTakeFirst()
  return state?.live ? unpackLiveRow(state.live).probes : []
}

/** End of the period whose readings count for a test. */
export const evidenceUntil = (startedAt: Date): Date => new Date(startedAt.getTime() + DEVICE_TEST_HOURS * hourMs)

/** Data sent by a truck since the start of its test, for the judgement at a given time. */
export async function readEvidence(db: ScopedDb, truckId: number, startedAt: Date, now: Date): Promise<Evidence> {
  const until = Math.min(now.getTime(), evidenceUntil(startedAt).getTime())
  const [rows, state] = await Promise.all([
    db
      .from('position')
      .where('position.truck_id', '=', truckId)
      .where('position.at', '>=', new Date(startedAt.getTime() - slowestClockMs))
      .where('position.received_at', '>=', startedAt)
      .where('position.received_at', '<=', new Date(until))
      .select(['at', 'kind', 'digest', 'received_at', 'lat', 'lng', 'speed', 'heading', 'flags', 'packed'])
      .execute(),
    db.from('truck_state').where('truck_state.truck_id', '=', truckId).select('truck_state.contact_at').executeTakeFirst(),
  ])
  return {
    startedAt: startedAt.getTime(),
    until,
    contactAt: state?.contact_at?.getTime() ?? null,
    readings: rows.map((row) => unpackReading(row)),
  }
}
