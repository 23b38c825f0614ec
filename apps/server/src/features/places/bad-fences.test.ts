import type { FenceShape } from '@tanker/domain/fences/fence'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLiveRow, setLive, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  anna = await server.signIn('anna')
})
afterAll(() => server.close())

/** As stored by an earlier version of the program, or by a database client. */
const storeFence = async (name: string, shape: FenceShape | object | null, companyCode = 'A'): Promise<void> => {
  await server.database.db
    .insertInto('fence')
    .values({
      organisation_id: server.organisationId(companyCode),
      kind: 'custom',
      name,
      place_id: null,
      shape: JSON.stringify(shape),
      status: 'approved',
    })
    .execute()
  // As the approval of a fence does.
  server.bus.publish('context', '')
}
const NEEDLE: FenceShape = {
  shape: 'polygon',
  points: [
    [-179, -84],
    [179, 84],
    [179, 84.000_01],
  ],
}

type Truck = { signCode: string; area: string }
const areaOf = async (): Promise<string | undefined> => {
  const { status, data } = await anna.get<{ trucks: Truck[] }>('/truckStatusData')
  expect(status).toBe(200)
  return data.trucks.find(({ signCode }) => signCode === '苏A00001')?.area
}

test('[H4] F34 a stored needle round the earth and shapes that cannot be read leave the names of all other fences as they were', async () => {
  await setLive(server, '苏A00001', aLiveRow(server.now, { lat: 31.5, lng: 120.5 }))
  await storeFence('甲区', { shape: 'circle', lat: 31.5, lng: 120.5, radiusM: 500 })
  await expect.poll(areaOf).toBe('甲区')
  await storeFence('针', NEEDLE)
  for (const [i, shape] of [{}, { shape: 'polygon' }, { shape: 'circle', lat: 'x', lng: 1, radiusM: 5 }].entries())
    await storeFence(`坏${i}`, shape)
  const isLogged = (): boolean => server.lines.some((line) => line.includes('has no shape that can be read') && line.includes('坏2'))
  await expect.poll(async () => ((await areaOf()) === '甲区' ? isLogged() : 'another name')).toBe(true)
  expect(await areaOf()).toBe('甲区')
  const places = await anna.get<{ name: string }[]>('/map/places')
  expect(places.data.map(({ name }) => name)).toEqual(expect.arrayContaining(['甲区', '针']))
})

test('[H4] a fence that reaches across a country is refused by its form, in both languages', async () => {
  const admin = await server.signIn('admin')
  const form = {
    name: '针二',
    organisationId: server.organisationId('G'),
    kind: 'custom',
    status: 'enabled',
    shape: JSON.stringify(NEEDLE),
  }
  expect((await admin.send('POST', '/baseData/user_enclosure', form, { language: 'en' })).message).toContain(
    'must not reach further than 600 km',
  )
  expect((await admin.send('POST', '/baseData/user_enclosure', form, { language: 'zh' })).message).toContain('各不超过 600 公里')
})

test('[H4] names that cannot be read are retried after a while and not by each call, and the trucks are shown all the same', async () => {
  await server.database.pool.query('ALTER TABLE fence RENAME COLUMN kind TO kind_away')
  server.bus.publish('context', '')
  const failures = (): number => server.lines.filter((line) => line.includes('names of areas could not be read')).length
  await expect.poll(async () => ((await areaOf()) === '甲区' ? failures() : -1)).toBeGreaterThan(0)
  // Hints of the fences stored before may still come, and each has the names read once more.
  const before = failures()
  for (let call = 0; call < 20; call += 1) expect(await areaOf()).toBe('甲区')
  expect(failures() - before).toBeLessThan(5)
  await server.database.pool.query('ALTER TABLE fence RENAME COLUMN kind_away TO kind')
  server.now = new Date(server.now.getTime() + 6_000)
  await storeFence('小区', { shape: 'circle', lat: 31.5, lng: 120.5, radiusM: 50 })
  await expect.poll(areaOf).toBe('小区')
})
