import { expect } from 'vitest'
import type { TestDatabase } from '@tanker/database/test-database'
import { aDay, capacityL, depot, park, repairShop, secondStation, station } from '@tanker/detection/scenarios/a-day'
import { defaultModel } from '@tanker/protocol/device-model'
import { encodeLocation } from '@tanker/protocol/test-location'
import type { Reading } from '@tanker/domain/reading'
import { type TestDevice, locationOf } from './test-device.ts'

/** Loading at the depot, a roadside opening, speeding, unloading at a station, home again. */
const day = aDay(3)
  .waits(300)
  .loads([7700, 7700, 6000], 200)
  .drivesTo(40)
  .opens(1, 1)
  .waits(60)
  .shuts()
  .drivesTo(90)
  .waits(120)
  .unloads([0, 0, 0], 60)
  .waits(600)
  .shuts()
  .waits(60)
  .drivesTo(0)
  .waits(300)
/** The readings of that day, in order. */
export const readings: readonly Reading[] = day.readings
/** A minute after its last reading, ms. */
export const endOfDay = (readings.at(-1)?.at ?? 0) + 60_000

/** Trucks 1, 2, … with three compartments, one a phone, and the fences of the day; nothing else is in the database. */
export async function prepareTrucks(database: TestDatabase, phones: readonly string[]): Promise<void> {
  await database.pool.query(
    'TRUNCATE position, record, alarm, outbox, checkpoint, device, truck_state, compartment, truck, fence, app_user, role, organisation, gateway_process RESTART IDENTITY CASCADE',
  )
  await database.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '东港运输', 'DG', '{1}')`)
  for (const [i, phone] of phones.entries()) {
    await database.pool.query(
      `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES ($1, 1, $2, $2, $3, 'T' || right($3, 6))`,
      [i + 1, `E1000${i}`, phone],
    )
    await database.pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES ($1, 1)', [i + 1])
    for (const compartment of [1, 2, 3]) {
      await database.pool.query(
        `INSERT INTO compartment (truck_id, compartment, capacity_l, oil_code, oil_name) VALUES ($1, $2, $3, 92, '92#')`,
        [i + 1, compartment, capacityL],
      )
    }
  }
  for (const fence of [depot, station, secondStation, park, repairShop]) {
    await database.pool.query(`INSERT INTO fence (id, organisation_id, kind, name, shape, status) VALUES ($1, 1, $2, $3, $4, 'approved')`, [
      fence.id,
      fence.kind,
      fence.name,
      JSON.stringify(fence.shape),
    ])
  }
}

const bodyOf = (reading: Reading): Uint8Array => {
  const { position, compartments, probes, events, power, tilt } = reading
  return encodeLocation(
    locationOf({
      at: reading.at,
      lat: position.lat,
      lng: position.lng,
      altitudeM: position.altitudeM,
      speedKmh: position.speedKmh,
      headingDeg: position.headingDeg,
      alarmBits: position.alarmBits,
      statusBits: (position.located ? 2 : 0) | (position.accOn ? 1 : 0),
      tanker: {
        compartments: [...compartments],
        probes: [...probes],
        events: [...events],
        meters: [],
        ...(power ? { power } : {}),
        ...(tilt ? { tilt } : {}),
      },
    }),
    defaultModel,
  )
}

/** Sends readings as blind-zone batches and waits for every acknowledgement. */
export async function uploadTo(device: TestDevice, phone: string, chunks: readonly (readonly Reading[])[]): Promise<void> {
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i += 30) {
      const items = chunk.slice(i, i + 30).map(bodyOf)
      expect(await device.replyTo(device.send(phone, { kind: 'location-batch', type: 1, items }))).toBe(0)
    }
  }
}

/** Resolves when no late data of the truck wait. */
export async function untilJudged(database: TestDatabase, truckId: number): Promise<void> {
  for (let i = 0; i < 1_500; i += 1) {
    const { rows } = await database.pool.query('SELECT rebuild_from FROM truck_state WHERE truck_id = $1', [truckId])
    if (rows[0]?.rebuild_from === null) return
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error('the rebuild did not come to an end')
}

/** What is concluded about a truck, one line a fact. */
export async function factsOf(database: TestDatabase, truckId: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ fact: string }>(
    `SELECT 'record ' || kind || ' ' || started_at || ' ' || object || ' ' || coalesce(ended_at::text, 'open') AS fact FROM record WHERE truck_id = $1
     UNION ALL SELECT 'alarm ' || type || ' ' || started_at || ' ' || object || ' ' || coalesce(ended_at::text, 'open') || ' ' || grade FROM alarm WHERE truck_id = $1 AND superseded_at IS NULL
     ORDER BY 1`,
    [truckId],
  )
  return rows.map((row) => row.fact)
}
