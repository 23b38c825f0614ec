import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { TruckContexts } from '@tanker/database/truck-contexts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestSocket, type TestSocket } from '../../feed/test-socket.ts'
import { type Gateway } from '../../gateway/gateway.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { TestDevice, terminalIdOf } from '../../gateway/test-device.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let gateway: Gateway
let anna: SignedIn
let ben: SignedIn
let admin: SignedIn
const devices: TestDevice[] = []
const sockets: TestSocket[] = []

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  gateway = await startTestGateway(server.database, { bus: server.bus, now: () => server.now.getTime() })
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  admin = await server.signIn('admin')
}, 30_000)
afterEach(() => {
  for (const device of devices.splice(0)) device.close()
  for (const socket of sockets.splice(0)) socket.cut()
})
afterAll(async () => {
  await gateway.close()
  await server.close()
})

type Form = Record<string, string | number>

let number = 0
/** The values of a truck form. */
const formOf = (more: Form = {}): Form => {
  number += 1
  return {
    plate: `苏R${String(number).padStart(5, '0')}`,
    consoleCode: `26${String(number).padStart(8, '0')}`,
    terminalPhone: String(13_900_500_000 + number),
    terminalId: terminalIdOf(String(13_900_500_000 + number)),
    organisationId: server.organisationId('A'),
    model: 'oil-tanker',
    frameNumber: 'LRD5CLSD4RA209001',
    country: '中国',
    capacityL: 16_946,
    compartments: '1,9160,92; 2,7786,0',
    channelCount: 4,
    cameraApi: 3,
    ...more,
  }
}
const created = async (more: Form = {}): Promise<EntityRow> => {
  const answer = await anna.send<EntityRow>('POST', '/baseData/truck', formOf(more))
  expect(answer.message).toBe('')
  return answer.data
}
const change = async (row: EntityRow, more: Form, user = admin): Promise<EntityRow> => {
  const values = Object.entries(row.values).filter((one): one is [string, string | number] => one[1] !== null && one[1] !== '')
  const answer = await user.send<EntityRow>('PUT', '/baseData/truck', {
    ...Object.fromEntries(values),
    id: row.id,
    version: row.version,
    ...more,
  })
  expect(answer.message).toBe('')
  return answer.data
}
const dial = async (): Promise<TestDevice> => {
  const device = await TestDevice.connect(gateway.port)
  devices.push(device)
  return device
}
const phoneOf = ({ values }: EntityRow): string => String(values['terminalPhone'])
/** The truck's device, registered and authenticated. */
const setOut = async (row: EntityRow): Promise<TestDevice> => {
  const device = await dial()
  const { result, code } = await device.register(phoneOf(row))
  expect(result).toBe(0)
  expect(await device.authenticate(phoneOf(row), code)).toBe(0)
  return device
}
let second = 0
const report = (device: TestDevice, row: EntityRow, more: object = {}): Promise<number | 'closed'> => {
  second += 1
  return device.position(phoneOf(row), { at: Math.floor(server.now.getTime() / 1000) * 1000 - 60_000 + second * 1000, ...more })
}
const liveOf = async (user: SignedIn): Promise<FleetSnapshot> => (await user.get<FleetSnapshot>('/trucks/live')).data
const sees = async (user: SignedIn, { values }: EntityRow): Promise<boolean> =>
  (await liveOf(user)).signCode.includes(String(values['plate']))
const watch = async (user: SignedIn): Promise<TestSocket> => {
  const socket = await openTestSocket(server.port, { Cookie: user.cookie, Origin: server.url })
  sockets.push(socket)
  const own = { userPri: '', timeZone: 'Asia/Shanghai' }
  socket.send({ msgType: 1, typeIds: '1', userName: '', headerId: user.headerId, ...own })
  socket.send({ msgType: 0, frequency: 30, positions: true, ...own })
  await socket.next('status')
  return socket
}

test('a newly saved truck registers, is admitted, reports, and is on the map of its organisation only', async () => {
  const socket = await watch(anna)
  const row = await created()
  await socket.next('fleet-changed')
  const device = await setOut(row)
  expect(await report(device, row, { speedKmh: 42 })).toBe(0)
  const { trucks } = await socket.next('trucks', ({ trucks: sent }) => sent.some(([id, , , lat]) => id === row.id && lat !== null))
  expect(trucks.find(([id]) => id === row.id)?.[5]).toBe(42)
  expect([await sees(anna, row), await sees(admin, row), await sees(ben, row)]).toEqual([true, true, false])
})

test('a device that registered before its truck was entered is admitted as soon as it is', async () => {
  const form = formOf()
  const device = await dial()
  expect((await device.register(String(form['terminalPhone']))).result).not.toBe(0)
  const { data } = await anna.send<EntityRow>('POST', '/baseData/truck', form)
  await expect.poll(async () => (await (await dial()).register(phoneOf(data))).result, { timeout: 5_000 }).toBe(0)
})

test('[3.5-04] a changed speed source applies from the next reading on, on the open connection', async () => {
  const row = await created({ speedSource: 'gps' })
  const device = await setOut(row)
  const speedNow = async (): Promise<number | undefined> => {
    const live = await liveOf(anna)
    return live.speed[live.truckId.indexOf(row.id)]
  }
  const both = { speedKmh: 60, extras: { mileageKm: 1_000, satellites: 12, recorderSpeedKmh: 55 } }
  expect(await report(device, row, both)).toBe(0)
  await expect.poll(speedNow).toBe(60)
  await change(row, { speedSource: 'device' })
  await expect
    .poll(async () => {
      expect(await report(device, row, both)).toBe(0)
      return speedNow()
    })
    .toBe(55)
})

test('[3.5-06] [3.5-07] detection uses changed modes, products and time zone', async () => {
  const row = await created()
  const contextNow = async () => (await new TruckContexts(server.database.pool).load([row.id])).get(row.id)
  expect(await contextNow()).toMatchObject({
    unloadingMode: 'api',
    emptyingMode: 'fence',
    parkingMode: 'mixed',
    zoneOffsetMinutes: 480,
    compartments: [
      { compartment: 1, capacityL: 9160, oilCode: 92, blindLevelMm: 40 },
      { compartment: 2, capacityL: 7786, oilCode: 0, blindLevelMm: 40 },
    ],
  })
  await change(row, {
    unloadingMode: 'level-change',
    emptyingMode: 'timer',
    parkingMode: 'acc',
    timeZone: '540',
    compartments: '2,7786,95',
  })
  expect(await contextNow()).toMatchObject({
    unloadingMode: 'level-change',
    emptyingMode: 'timer',
    parkingMode: 'acc',
    zoneOffsetMinutes: 540,
    compartments: [{ compartment: 2, capacityL: 7786, oilCode: 95, blindLevelMm: 40 }],
  })
})

test('a disabled truck is disconnected, refused and removed from the map; enabled again it returns with its old code', async () => {
  const row = await created()
  const device = await dial()
  const { code } = await device.register(phoneOf(row))
  expect(await device.authenticate(phoneOf(row), code)).toBe(0)
  expect(await report(device, row)).toBe(0)
  const socket = await watch(anna)
  await anna.send('PUT', '/baseData/truck/status', { id: row.id, status: 'disabled' })
  await device.untilClosed()
  await socket.next('fleet-changed')
  expect(await sees(anna, row)).toBe(false)
  const again = await dial()
  expect((await again.register(phoneOf(row))).result).not.toBe(0)
  await anna.send('PUT', '/baseData/truck/status', { id: row.id, status: 'enabled' })
  await expect.poll(() => sees(anna, row)).toBe(true)
  await expect.poll(async () => (await dial()).authenticate(phoneOf(row), code)).toBe(0)
})

test('with a new terminal phone the old device is disconnected and the new one is admitted', async () => {
  const row = await created()
  const device = await setOut(row)
  const other = await setOut(await created())
  const changed = await change(row, { terminalPhone: '13911112222' })
  await device.untilClosed()
  expect((await (await dial()).register(phoneOf(row))).result).not.toBe(0)
  // Another truck's connection is unaffected.
  expect(other.closed).toBe(false)
  // The truck's terminal is already bound, and this is the same one with its new number.
  const { result } = await (await dial()).register(phoneOf(changed), terminalIdOf(phoneOf(row)))
  expect(result).toBe(0)
})

test('a truck moved to another organisation is visible there at once and no longer where it was, on open web consoles too; its history stays', async () => {
  const [row, stays] = [await created(), await created()]
  const device = await setOut(row)
  expect(await report(device, row, { speedKmh: 30 })).toBe(0)
  const [ofAnna, ofBen] = [await watch(anna), await watch(ben)]
  const moved = await admin.send<{ moved: number }>('PUT', '/baseData/truck/organisation', {
    truckIds: `${row.id}`,
    organisationId: server.organisationId('B'),
  })
  expect(moved).toMatchObject({ resultCode: 200, data: { moved: 1 } })
  await Promise.all([ofAnna.next('fleet-changed'), ofBen.next('fleet-changed')])
  expect([await sees(anna, row), await sees(ben, row), await sees(anna, stays)]).toEqual([false, true, true])
  ofAnna.messages.length = 0
  expect(await report(device, row, { speedKmh: 33 })).toBe(0)
  const { trucks } = await ofBen.next('trucks', ({ trucks: sent }) => sent.some(([id, , , , , speed]) => id === row.id && speed === 33))
  expect(trucks.length).toBeGreaterThan(0)
  expect(ofAnna.messages.flatMap((message) => (message.type === 'trucks' ? message.trucks : [])).some(([id]) => id === row.id)).toBe(false)
  const { rows } = await server.database.pool.query<{ organisation_id: number }>(
    'SELECT organisation_id FROM position WHERE truck_id = $1 ORDER BY at',
    [row.id],
  )
  expect(rows.map(({ organisation_id }) => organisation_id)).toEqual([server.organisationId('A'), server.organisationId('B')])
  expect((await anna.get('/baseData/truck', { id: row.id })).resultCode).toBe(400)
})

test('when an organisation is moved, open web consoles that lose or gain its trucks reload their fleet', async () => {
  const { data: fleet } = await admin.send<EntityRow>('POST', '/baseData/organisation', {
    name: '流动车队',
    code: 'M1',
    parentId: server.organisationId('A'),
  })
  const row = await created({ organisationId: fleet.id })
  await expect.poll(() => sees(anna, row)).toBe(true)
  const [ofAnna, ofBen] = [await watch(anna), await watch(ben)]
  const answer = await admin.send('PUT', '/baseData/organisation', {
    id: fleet.id,
    version: 1,
    name: '流动车队',
    code: 'M1',
    parentId: server.organisationId('B'),
  })
  expect(answer.resultCode).toBe(200)
  await Promise.all([ofAnna.next('fleet-changed'), ofBen.next('fleet-changed')])
  expect([await sees(anna, row), await sees(ben, row)]).toEqual([false, true])
})

test('a new plate is sent to open web consoles', async () => {
  const socket = await watch(anna)
  const row = await created()
  // The feed has the truck with its first plate by now.
  await socket.next('fleet-changed')
  socket.messages.length = 0
  const changed = await change(row, { plate: '苏R9999新' })
  await socket.next('fleet-changed')
  expect(await sees(anna, changed)).toBe(true)
})
