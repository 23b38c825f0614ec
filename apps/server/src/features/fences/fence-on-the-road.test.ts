import type { EntityRow } from '@tanker/contract/base-data/calls'
import { shapeValue } from '@tanker/contract/base-data/shape-field'
import type { PendingApprovals } from '@tanker/contract/fence-approvals'
import type { CompartmentReading } from '@tanker/domain/reading'
import type { TankerReadings } from '@tanker/protocol/tanker-extension/tanker-readings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway } from '../../gateway/gateway.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const PHONE = '14400000001'
/** Open country: no fence within ten kilometres. */
const YARD = { lat: 31.9, lng: 119.8 }

let server: TestApi
let gateway: Gateway
let device: TestDevice
let admin: SignedIn
let anna: SignedIn
/** Device time, ms since 1970 UTC; the gateway's clock runs with it. */
let at = Date.UTC(2026, 5, 1, 4)

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  // The clock jumps by hours between openings; this must not count as a silent truck.
  gateway = await startTestGateway(server.database, { bus: server.bus, now: () => at, limits: { idleMs: 86_400_000 } })
  admin = await server.signIn('admin')
  anna = await server.signIn('anna')
  device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
}, 30_000)
afterAll(async () => {
  device.close()
  await gateway.close()
  await server.close()
})

const aboard = [1, 2].map((compartment): CompartmentReading => ({
  compartment,
  dataType: 'TT',
  oilCode: compartment === 1 ? 92 : 0,
  rawLevelMm: 800,
  levelMm: 800,
  waterMm: 0,
  volumeL: 5000,
  v20L: 5000,
  temperatureC: 25,
  densityKgM3: 735,
  fault: 0,
}))
let sealCount = 0

/** The truck stands in the yard for so long, its manhole open or closed. */
async function stands(seconds: number, open: boolean): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    at += 10_000
    const probe = { compartment: 1, type: 1, line: 0, answering: true, open, wet: false, uncertain: false, sealCount }
    const tanker: TankerReadings = { compartments: aboard, probes: [probe], events: [], meters: [] }
    expect(await device.position(PHONE, { at, ...YARD, speedKmh: 0, tanker })).toBe(0)
  }
}

/** Opens the manhole for a minute and closes it; answers in which fence that was, and whether it was abnormal. */
async function opens(): Promise<{ fence: string | null; alarm: boolean }> {
  await stands(120, false)
  sealCount += 1
  const from = new Date(at)
  await stands(60, true)
  await stands(60, false)
  const { rows } = await server.database.pool.query<{ fence: string | null; alarm: boolean }>(
    `SELECT fence_name AS fence, EXISTS (SELECT FROM alarm WHERE type = 1 AND started_at > $1) AS alarm
     FROM record WHERE kind = 'cover' AND started_at > $1`,
    [from],
  )
  expect(rows).toHaveLength(1)
  // Two openings within an hour and 200 m are one alarm; here each must count separately.
  at += 2 * 3_600_000
  return rows[0] ?? { fence: null, alarm: false }
}

/** The gateway is notified of a change shortly after its commit. */
async function opensUntil(fence: string | null): Promise<{ fence: string | null; alarm: boolean }> {
  for (let tries = 0; tries < 60; tries += 1) {
    const opening = await opens()
    if (opening.fence === fence) return opening
  }
  throw new Error(`no opening was seen in ${fence ?? 'no fence'}`)
}

test('an opening in a fence that waits for approval is abnormal, in an approved one not, and again in one that was disabled', async () => {
  const { data: shop } = await anna.send<EntityRow>('POST', '/baseData/service_depot', {
    name: '新维修厂',
    shortName: '新维修厂',
    code: 'R77',
    organisationId: server.organisationId('A'),
    address: '常州',
    ...YARD,
  })
  expect(await opens()).toEqual({ fence: null, alarm: true })

  const shape = shapeValue({ shape: 'circle', ...YARD, radiusM: 200 })
  const drawn = { name: '维修围栏', organisationId: server.organisationId('A'), kind: 'repair', placeId: shop.id, shape }
  const { data: fence } = await anna.send<EntityRow>('POST', '/baseData/user_enclosure', drawn)
  expect(await opens()).toEqual({ fence: null, alarm: true })

  const [request] = (await admin.get<PendingApprovals>('/fenceApproval')).data
  const decided = { ids: request?.id ?? 0, versions: request?.version ?? 0, status: 'approved' }
  expect((await admin.send('PUT', '/fenceApproval', decided)).message).toBe('')
  expect(await opensUntil('维修围栏')).toEqual({ fence: '维修围栏', alarm: false })

  // Moved, but not yet approved: the old border applies.
  const away = shapeValue({ shape: 'circle', lat: 32.5, lng: 119.8, radiusM: 200 })
  const moved = await anna.send('PUT', '/baseData/user_enclosure', { ...drawn, id: fence.id, version: 2, shape: away })
  expect(moved.message).toBe('')
  expect(await opens()).toEqual({ fence: '维修围栏', alarm: false })

  await anna.send('PUT', '/baseData/service_depot/status', { id: shop.id, status: 'disabled' })
  expect(await opensUntil(null)).toEqual({ fence: null, alarm: true })
  await anna.send('PUT', '/baseData/service_depot/status', { id: shop.id, status: 'enabled' })
  expect(await opensUntil('维修围栏')).toEqual({ fence: '维修围栏', alarm: false })
  await anna.send('PUT', '/baseData/user_enclosure/status', { id: fence.id, status: 'disabled' })
  expect(await opensUntil(null)).toEqual({ fence: null, alarm: true })
}, 60_000)
