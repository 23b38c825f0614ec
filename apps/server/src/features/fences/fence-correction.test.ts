import type { EntityRow } from '@tanker/contract/base-data/calls'
import { fence } from '@tanker/contract/base-data/fence'
import { shapeValue } from '@tanker/contract/base-data/shape-field'
import type { ApprovalDetail, FencePlaces, PendingApprovals } from '@tanker/contract/fence-approvals'
import type { CorrectionProposal } from '@tanker/contract/fence-correction'
import type { ReportView } from '@tanker/contract/report-view'
import type { FenceShape, LngLat } from '@tanker/domain/fences/fence'
import { metresOutside } from '@tanker/domain/fences/geo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startGrantedApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  ;({ server, admin, anna, ben } = await startGrantedApi())
}, 30_000)
afterAll(() => server.close())

const path = `/baseData/${fence.key}`
const [lng0, lat0] = [120.62, 31.32]
const metresPerDegree = 111_195.08
const at = (east: number, north: number): LngLat => [
  Math.round((lng0 + east / metresPerDegree / Math.cos((lat0 * Math.PI) / 180)) * 1e6) / 1e6,
  Math.round((lat0 + north / metresPerDegree) * 1e6) / 1e6,
]

let number = 0
/** A station's fence of 100 m, approved. */
async function fenceInForce(more: Record<string, string | number> = {}): Promise<EntityRow> {
  const station = (await anna.get<FencePlaces>('/fencePlaces')).data.find(({ kind }) => kind === 'station')
  const form = {
    name: `修正围栏${(number += 1)}`,
    organisationId: server.organisationId('A'),
    kind: 'station',
    placeId: station?.id ?? 0,
    shape: shapeValue({ shape: 'circle', lng: lng0, lat: lat0, radiusM: 100 }),
    speedLimitKmh: 30,
    ...more,
  }
  const { data, message } = await anna.send<EntityRow>('POST', path, form)
  expect(message).toBe('')
  await decide(data.id)
  return (await anna.get<EntityRow>(path, { id: data.id })).data
}

async function decide(fenceId: number): Promise<ApprovalDetail> {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `SELECT id FROM fence_approval WHERE fence_id = $1 AND status = 'pending'`,
    [fenceId],
  )
  const { data } = await admin.send<ApprovalDetail>('POST', '/fenceApproval/id', { id: rows[0]?.id ?? 0 })
  const decided = await admin.send('PUT', '/fenceApproval', { ids: String(data.id), versions: String(data.version), status: 'approved' })
  expect(decided.message).toBe('')
  return data
}

/** Number of inserted rows, each a minute before the last. */
let inserted = 0
/** Trucks that unloaded there, each with two compartments. */
async function unloaded(fenceId: number, stops: readonly LngLat[], { plate = '苏A00001', daysAgo = 1, direction = 'unloading' } = {}) {
  for (const [lng, lat] of stops)
    for (const compartment of [1, 2])
      await server.database.pool.query(
        `INSERT INTO record (truck_id, organisation_id, kind, started_at, object, name, lat, lng, fence_id, fence_name, properties)
         SELECT id, organisation_id, 'operation', $2, $3, 'unloading-measured', $4, $5, $6, 'x', $7 FROM truck WHERE plate = $1`,
        [
          plate,
          new Date(server.now.getTime() - daysAgo * 86_400_000 - (inserted += 1) * 60_000),
          compartment,
          lat,
          lng,
          fenceId,
          JSON.stringify({ direction, compartment }),
        ],
      )
}

const proposed = (user: SignedIn, fenceId: number) => user.send<CorrectionProposal>('POST', '/fenceCorrection', { fenceId })

test('[truth 4.7] three trucks 30 m outside, one jump: the smallest circle that holds them, sent for approval, and in force once another approves', async () => {
  const row = await fenceInForce()
  // Far apart, so that no stop is the median of the others.
  await unloaded(row.id, [at(130, 0), at(40, 0), at(-70, 35), at(0, 520)])
  await unloaded(row.id, [at(900, 0)], { daysAgo: 200 })
  await unloaded(row.id, [at(0, -140)], { direction: 'loading' })
  const { data } = await proposed(anna, row.id)
  expect(data).toMatchObject({ problem: null, fenceId: row.id, version: row.version, leftOut: 1, old: { radiusM: 100 } })
  expect(data.stops.map(({ outside }) => outside).toSorted()).toEqual([false, false, true])
  expect(data.furthestM).toBeCloseTo(30, 0)
  // From 100 m west to 145 m east: 245 m across, its middle 22.5 m east.
  const { wanted } = data
  if (wanted?.shape !== 'circle') throw new Error('a circle stays one')
  expect(wanted.radiusM).toBe(123)
  expect(data.movedM).toBeCloseTo(22.5, 0)
  expect(data.areaChangeM2).toBeCloseTo(Math.PI * (123 ** 2 - 100 ** 2), -1)
  const [lng, lat] = at(130, 0)
  expect(metresOutside(wanted, lat, lng)).toBeLessThan(-14.5)

  const given = Object.fromEntries(Object.entries(row.values).filter((one): one is [string, string | number] => one[1] !== null))
  const sent = { ...given, id: row.id, version: data.version, shape: shapeValue(wanted as FenceShape) }
  expect((await anna.send('PUT', path, sent)).message).toBe('')
  // Not in force, and no second proposal, until another user has approved it.
  expect((await proposed(anna, row.id)).data).toMatchObject({ problem: 'waiting', wanted: null, old: { radiusM: 100 } })
  const [request] = (await anna.get<PendingApprovals>('/fenceApproval')).data.filter(({ fenceName }) => fenceName === given['name'])
  const own = await anna.send('PUT', '/fenceApproval', { ids: request?.id ?? 0, versions: request?.version ?? 0, status: 'approved' })
  expect(own.resultCode).not.toBe(200)
  const seen = await decide(row.id)
  expect(seen).toMatchObject({ type: 'modify', old: { shape: { radiusM: 100 } }, wanted: { shape: wanted, speedLimitKmh: 30 } })
  expect((await proposed(anna, row.id)).data).toMatchObject({ problem: 'fits', wanted: null, old: wanted })
})

test('[truth 4.7] a correction computed before another user changed the fence is refused', async () => {
  const row = await fenceInForce()
  await unloaded(row.id, [at(120, 0)])
  const { data } = await proposed(anna, row.id)
  await anna.send('PUT', `${path}/status`, { id: row.id, status: 'disabled' })
  await anna.send('PUT', `${path}/status`, { id: row.id, status: 'enabled' })
  const given = Object.fromEntries(Object.entries(row.values).filter((one): one is [string, string | number] => one[1] !== null))
  const late = await anna.send('PUT', path, { ...given, id: row.id, version: data.version, shape: shapeValue(data.wanted as FenceShape) })
  expect(late.resultCode).not.toBe(200)
})

test('[truth 4.7] nothing is proposed without stops, of stops inside, of a fence that is none of a site or not in force', async () => {
  const empty = await fenceInForce()
  expect((await proposed(anna, empty.id)).data.problem).toBe('no-stops')
  await unloaded(empty.id, [at(20, 30), at(-99, 0)])
  expect((await proposed(anna, empty.id)).data).toMatchObject({ problem: 'fits', wanted: null, furthestM: 0 })
  await anna.send('PUT', `${path}/status`, { id: empty.id, status: 'disabled' })
  expect((await proposed(anna, empty.id)).data.problem).toBe('not-in-force')
  const free = await fenceInForce({ kind: 'custom', placeId: '' })
  expect((await proposed(anna, free.id)).data.problem).toBe('no-site')
})

test('[truth 4.7] only who may change fences asks, only for fences and alarms of the own organisations, and only their trucks count', async () => {
  const row = await fenceInForce()
  // A truck of another organisation that the user does not see.
  const { rows } = await server.database.pool.query<{ plate: string }>(
    `SELECT plate FROM truck WHERE NOT organisation_id = ANY (ARRAY(SELECT id FROM organisation WHERE ancestors @> ARRAY[$1::int])) LIMIT 1`,
    [server.organisationId('A')],
  )
  await unloaded(row.id, [at(150, 0)], { plate: rows[0]?.plate ?? '' })
  expect((await proposed(anna, row.id)).data.problem).toBe('no-stops')
  expect((await proposed(ben, row.id)).message).toBe((await proposed(ben, 99_999_999)).message)
  expect((await proposed(ben, row.id)).resultCode).not.toBe(200)

  await unloaded(row.id, [at(130, 0)])
  const { rows: alarms } = await server.database.pool.query<{ id: string }>(
    `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
     SELECT id, organisation_id, 333, $1, 0, 'fence-edge', 'yellow', false, $2 FROM truck WHERE plate = '苏A00001' RETURNING id`,
    [server.now, JSON.stringify({ kind: 'unloaded-outside', fenceId: row.id })],
  )
  const ofAlarm = (user: SignedIn, alarmId: string) => user.send<CorrectionProposal>('POST', '/fenceCorrection/alarm', { alarmId })
  const alarmId = String(alarms[0]?.id)
  expect((await ofAlarm(anna, alarmId)).data).toEqual((await proposed(anna, row.id)).data)
  expect((await ofAlarm(anna, alarmId)).data.wanted).not.toBeNull()
  expect((await ofAlarm(ben, alarmId)).message).toBe((await ofAlarm(ben, '8199999999')).message)

  const report = '/reports/cargo_monitor/exception_report/device_alarm'
  const actions = ({ data }: { data: ReportView }) => data.actions.map(({ name }) => name)
  expect(actions(await anna.get<ReportView>(report))).toContain('correct-fence-of-alarm')
  const carl = await server.signIn('carl')
  expect((await proposed(carl, row.id)).resultCode).not.toBe(200)
  const view = await carl.get<ReportView>(report)
  if (view.resultCode === 200) expect(actions(view)).not.toContain('correct-fence-of-alarm')
})
