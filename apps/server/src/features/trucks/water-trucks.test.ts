import type { TruckCard } from '@tanker/contract/trucks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLiveRow, setLive, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aReading, storeReadings } from '../../platform/http/test-readings.ts'

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
    const readings = Array.from({ length: 13 }, (_, step) => {
      const second = 180 - step * 15
      const volumeL = 6000 - (lpm * second) / 60
      return aReading(new Date(server.now.getTime() - second * 1000), {
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
      })
    })
    await storeReadings(server, plate, readings)
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
