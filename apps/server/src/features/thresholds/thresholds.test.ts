import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OwnThresholds } from '@tanker/contract/thresholds'
import { defaultThresholds } from '@tanker/domain/thresholds'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { readThresholds } from '../../fleet/status-thresholds.ts'

let server: TestApi
/** A dispatcher of the carrier A with the permission, and an administrator of the group G. */
let anna: SignedIn
let admin: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'thresholds:change' FROM role WHERE name = '调度员'`,
  )
  anna = await server.signIn('anna')
  admin = await server.signIn('admin')
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('DELETE FROM threshold_value'))

const read = async (who: SignedIn, owner: Readonly<Record<string, string | number>>): Promise<OwnThresholds> =>
  (await who.get<OwnThresholds>('/thresholds', owner)).data
const speedOf = (all: OwnThresholds) => all.values.find(({ name }) => name === 'overspeedKmh')
const set = async (who: SignedIn, given: Readonly<Record<string, string>>) => {
  const { seen } = await read(who, { truckId: server.truckId('苏A00001') })
  return who.send<{ changed: number }>('POST', '/thresholds', { reason: '限速调整', seen, ...given })
}
/** What trucks will be judged by in a minute. */
const soon = async (plate: string, organisation: string) => {
  const { rows } = await server.database.pool.query<{ ancestors: number[] }>('SELECT ancestors FROM organisation WHERE id = $1', [
    server.organisationId(organisation),
  ])
  const thresholds = await readThresholds(server.database.db)
  return thresholds(server.truckId(plate), rows[0]?.ancestors ?? [], server.now.getTime() + 60_000).overspeedKmh
}

test('[3.6-12] values of a truck, its organisation and the group: the nearest counts, and a removed one inherits again', async () => {
  const [group, carrier] = [server.organisationId('G'), server.organisationId('A')]
  const truckIds = String(server.truckId('苏A00001'))
  expect(
    (await set(admin, { organisationIds: String(group), values: 'overspeedKmh=70,parkingLoadedMin=20,offlineMin=15' })).data.changed,
  ).toBe(3)
  await set(anna, { organisationIds: String(carrier), values: 'overspeedKmh=65' })
  await set(anna, { truckIds, values: 'overspeedKmh=60' })
  expect(await soon('苏A00001', 'A')).toBe(60)
  await set(anna, { truckIds, values: 'overspeedKmh=' })
  expect(await soon('苏A00001', 'A')).toBe(65)
  await set(anna, { organisationIds: String(carrier), values: 'overspeedKmh=' })
  expect(await soon('苏A00001', 'A')).toBe(70)
  await set(admin, { organisationIds: String(group), values: 'overspeedKmh=' })
  expect(await soon('苏A00001', 'A')).toBe(defaultThresholds.overspeedKmh)
})

test('a value says where it comes from, what follows, and the changes say who, when and why', async () => {
  await set(admin, { organisationIds: String(server.organisationId('G')), values: 'overspeedKmh=70' })
  const from = new Date(server.now.getTime() + 1_800_000).toISOString()
  const truckId = server.truckId('苏A00001')
  await set(anna, { truckIds: String(truckId), values: 'overspeedKmh=50', from, reason: '冬季限速' })
  server.now = new Date(server.now.getTime() + 60_000)
  const all = await read(anna, { truckId })
  expect(all.owner).toBe('苏A00001')
  expect(speedOf(all)).toMatchObject({ own: null, inherited: 70, next: { value: 50, from } })
  expect(speedOf(all)?.inheritedFrom).not.toBeNull()
  expect(all.changes[0]).toMatchObject({ by: 'anna', reason: '冬季限速', name: 'overspeedKmh', old: null, new: 50, from })
  server.now = new Date(server.now.getTime() + 3_600_000)
  expect(speedOf(await read(anna, { truckId }))).toMatchObject({ own: 50, ownSince: from, next: null })
})

test('a second user at the same value is refused with what changed, at another value not', async () => {
  const truckIds = String(server.truckId('苏A00001'))
  const { seen } = await read(admin, { truckId: truckIds })
  await set(anna, { truckIds, values: 'overspeedKmh=55' })
  const late = await admin.send('POST', '/thresholds', { truckIds, values: 'overspeedKmh=65', reason: 'x', seen })
  expect(late.message).toContain('anna')
  expect(late.message).toContain('55 km/h')
  expect(await soon('苏A00001', 'A')).toBe(55)
  const other = await admin.send<{ changed: number }>('POST', '/thresholds', { truckIds, values: 'offlineMin=20', reason: 'x', seen })
  expect(other.data.changed).toBe(1)
})

describe('refused, and nothing is written', () => {
  test.each([
    ['beyond its range', 'overspeedKmh=9', '超速限值'],
    ['between its steps', 'overspeedKmh=60.5', '倍数'],
    ['of no such name', 'nothing=1', 'nothing'],
  ])('a value %s', async (_, values, says) => {
    const { message } = await set(anna, { truckIds: String(server.truckId('苏A00001')), values: `offlineMin=20,${values}` })
    expect(message).toContain(says)
    expect((await server.database.pool.query('SELECT FROM threshold_value')).rowCount).toBe(0)
  })

  test('without an owner, in the past, for a truck of another carrier beside the own', async () => {
    const past = new Date(server.now.getTime() - 3_600_000).toISOString()
    const truckIds = String(server.truckId('苏A00001'))
    await set(anna, { values: 'overspeedKmh=60' })
    await set(anna, { truckIds, values: 'overspeedKmh=60', from: past })
    await set(anna, { truckIds: `${truckIds},999999`, values: 'overspeedKmh=60' })
    await set(anna, { organisationIds: String(server.organisationId('G')), values: 'overspeedKmh=60' })
    expect((await server.database.pool.query('SELECT FROM threshold_value')).rowCount).toBe(0)
  })
})
