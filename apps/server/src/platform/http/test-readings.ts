import { packReading, positionFlags } from '@tanker/database/packed-readings'
import type { Reading } from '@tanker/domain/reading'
import type { TestApi } from './test-api.ts'

/** A reading of a moving truck at a place near Suzhou, with nothing measured. */
export const aReading = (at: Date, more: Partial<Reading> = {}): Reading => ({
  at: at.getTime(),
  receivedAt: at.getTime(),
  clockError: false,
  resent: false,
  kind: 0x0200,
  digest: 1n,
  position: { lat: 31.3, lng: 120.6, altitudeM: 5, speedKmh: 42, headingDeg: 90, located: true, accOn: true, alarmBits: 0, statusBits: 0 },
  compartments: [],
  probes: [],
  events: [],
  safety: [],
  ...more,
})

const ownerOf = async (server: TestApi, plate: string): Promise<{ truck_id: number; organisation_id: number }> => {
  const truck_id = server.truckId(plate)
  const { db } = server.database
  const { organisation_id } = await db.selectFrom('truck').where('id', '=', truck_id).select('organisation_id').executeTakeFirstOrThrow()
  return { truck_id, organisation_id }
}

const ROWS_A_STATEMENT = 1_000

/** Stores what the gateway would store of readings. */
export async function storeReadings(server: TestApi, plate: string, readings: readonly Reading[]): Promise<void> {
  const owner = await ownerOf(server, plate)
  const rows = readings.map((reading) => ({
    ...owner,
    at: new Date(reading.at),
    kind: reading.kind,
    digest: String(reading.digest),
    received_at: new Date(reading.receivedAt),
    lat: Math.round(reading.position.lat * 1e6),
    lng: Math.round(reading.position.lng * 1e6),
    speed: Math.round(reading.position.speedKmh * 10),
    heading: reading.position.headingDeg,
    flags: positionFlags(reading),
    packed: Buffer.from(packReading(reading)),
  }))
  for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT)
    await server.database.db
      .insertInto('position')
      .values(rows.slice(first, first + ROWS_A_STATEMENT))
      .execute()
}

type RecordGiven = {
  readonly plate: string
  readonly kind: string
  readonly startedAt: Date
  readonly endedAt?: Date | null
  readonly object?: number
  readonly fence?: { readonly id: number; readonly name: string } | null
  readonly speedKmh?: number
  readonly properties: Readonly<Record<string, unknown>>
}

/** Stores a record as detection would. */
export async function storeRecord(server: TestApi, given: RecordGiven): Promise<void> {
  const { plate, kind, startedAt, endedAt = null, object = 0, fence = null, speedKmh = 0, properties } = given
  await server.database.db
    .insertInto('record')
    .values({
      ...(await ownerOf(server, plate)),
      kind,
      started_at: startedAt,
      ended_at: endedAt,
      object,
      name: 'test',
      lat: 31.3,
      lng: 120.6,
      fence_id: fence?.id ?? null,
      fence_name: fence?.name ?? null,
      speed_kmh: speedKmh,
      heading_deg: 90,
      properties: JSON.stringify(properties),
    })
    .execute()
}
