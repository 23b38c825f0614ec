import type { TruckCard } from '@tanker/contract/trucks'
import { packReading, positionFlags } from '@tanker/database/packed-readings'
import type { Reading } from '@tanker/domain/reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLiveRow, setLive, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const [sprinkler, tanker] = ['苏A00001', '苏A00002'] as const
let server: TestApi

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`UPDATE truck SET model = 'sprinkler' WHERE plate = $1`, [sprinkler])
})
afterAll(() => server.close())

/** Three minutes of readings of both trucks until now, the water or fuel changing by `lpm`. */
async function reads(lpm: number, moving: boolean): Promise<void> {
  await server.database.pool.query('TRUNCATE position')
  for (const plate of [sprinkler, tanker]) {
    for (let second = 180; second >= 0; second -= 15) {
      const at = server.now.getTime() - second * 1000
      const volumeL = 6000 - (lpm * second) / 60
      const reading: Reading = {
        at,
        receivedAt: at,
        clockError: false,
        resent: false,
        kind: 0x0200,
        digest: 1n,
        position: {
          lat: 31.3,
          lng: 120.6,
          altitudeM: 5,
          speedKmh: moving ? 20 : 0,
          headingDeg: 0,
          located: true,
          accOn: true,
          alarmBits: 0,
          statusBits: 0,
        },
        compartments: [
          {
            compartment: 1,
            dataType: 'FF',
            oilCode: -1,
            rawLevelMm: 900,
            levelMm: 900,
            waterMm: 0,
            volumeL,
            v20L: volumeL,
            temperatureC: 20,
            densityKgM3: 998,
            fault: 0,
          },
        ],
        probes: [],
        events: [],
        safety: [],
      }
      await server.database.pool.query(
        `INSERT INTO position (truck_id, organisation_id, at, kind, digest, received_at, lat, lng, speed, heading, flags, packed)
         SELECT id, organisation_id, $2, 512, 1, $2, 31300000, 120600000, 0, 0, $3, $4 FROM truck WHERE plate = $1`,
        [plate, new Date(at), positionFlags(reading), Buffer.from(packReading(reading))],
      )
    }
    const stoppedSince = moving ? null : server.now.getTime() - 60_000
    await setLive(server, plate, aLiveRow(server.now, { moving, stoppedSince, processState: 0 }))
  }
}

test('[D-01] the card of a water truck says filling, spraying, driving or parked; of a tanker it says nothing of the kind', async () => {
  const admin = await server.signIn('admin')
  const card = async (plate: string) => (await admin.get<TruckCard>(`/trucks/${server.truckId(plate)}/card`)).data
  for (const [lpm, moving, state] of [
    [600, false, 'filling'],
    [-300, true, 'spraying'],
    [0, true, 'driving'],
    [0, false, 'parked'],
  ] as const) {
    await reads(lpm, moving)
    expect((await card(sprinkler)).waterState).toBe(state)
    expect((await card(tanker)).waterState).toBeNull()
  }
  expect((await card(sprinkler)).processSince).toBe(new Date(server.now.getTime() - 60_000).toISOString())
  await setLive(server, sprinkler, aLiveRow(new Date(server.now.getTime() - 3_600_000)))
  expect(await card(sprinkler)).toMatchObject({ status: 0, waterState: null })
})
