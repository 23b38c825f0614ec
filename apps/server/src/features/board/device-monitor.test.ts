import { type DeviceMonitor, countDevices, type TruckDevices } from '@tanker/contract/device-monitor'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { BOTTOM_VALVE, MANHOLE } from '@tanker/domain/devices/probe-type'
import type { CompartmentReading } from '@tanker/domain/reading'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aReading, storeReadings } from '../../platform/http/test-readings.ts'

const [mine, second, foreign] = ['苏A00001', '苏A00002', '苏B00001'] as const

let server: TestApi
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'monitor/device_target' FROM role WHERE name = '调度员' ON CONFLICT DO NOTHING`,
  )
  ;[anna, ben] = await Promise.all([server.signIn('anna'), server.signIn('ben')])
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE alarm, outbox, position, device_version, terminal_session CASCADE'))

const monitorOf = async (user: SignedIn) => (await user.get<DeviceMonitor>('/board/devices')).data
const rowOf = (monitor: DeviceMonitor, plate: string) => {
  const index = monitor.truckId.indexOf(server.truckId(plate))
  return {
    online: monitor.online[index],
    contactAt: monitor.contactAt[index],
    volts: [monitor.externalV[index], monitor.backupV[index]],
    versions: [monitor.consoleVersion[index], monitor.controllerVersion[index]],
    signal: monitor.signal[index],
    code: monitor.consoleCode[index],
    health: monitor.health[index],
    devices: monitor.devices[index] ?? [],
  }
}
const devicesOf = async (plate = mine as string) => (await anna.get<TruckDevices>(`/trucks/${server.truckId(plate)}/devices`)).data.devices

const gauge = (compartment: number, fault = 0): CompartmentReading => ({
  compartment,
  dataType: 'FF',
  oilCode: 92,
  rawLevelMm: 900,
  levelMm: 900,
  waterMm: 0,
  volumeL: 5000,
  v20L: 5000,
  temperatureC: 20,
  densityKgM3: 740,
  fault,
})
const probe = (compartment: number, type: number, condition: 'ok' | 'chattering' = 'ok') => ({
  compartment,
  type,
  answering: true,
  open: false,
  wet: false,
  sealCount: 0,
  condition,
})

/** A reading with one meter, as the gateway stores it. */
const metered = (plate: string, answering: boolean): Promise<void> =>
  storeReadings(server, plate, [
    aReading(server.now, {
      meters: [
        {
          meter: 1,
          oilCode: 92,
          mode: 0,
          answering,
          deliveryL: 0,
          deliveryV20L: 0,
          deliveryKg: 0,
          totalL: 100,
          temperatureC: 20,
          flowLpm: 0,
          receipt: 0,
        },
      ],
    }),
  ])

test('each device has its state: console, controller, probes and gauges by compartment, cameras by channel, and meters', async () => {
  const { pool } = server.database
  await pool.query('UPDATE truck SET flow_meter_count = 2 WHERE plate = $1', [mine])
  await setLive(
    server,
    mine,
    aLiveRow(server.now, {
      compartments: [gauge(1), gauge(2, 3)],
      probes: [probe(1, MANHOLE), probe(1, BOTTOM_VALVE, 'chattering'), probe(2, MANHOLE)],
    }),
  )
  await metered(mine, true)
  await raiseAlarm(server, { plate: mine, type: ALARM.sealFault, object: 200 + MANHOLE, endedAt: null, settled: false })
  await pool.query(
    `INSERT INTO device_version (truck_id, device, version, reported_at) VALUES ($1, 'console', 'TC-2.1', now()), ($1, 'controller', 'TK-1.4', now()), ($1, 'gauge', 'TG-3.0', now())`,
    [server.truckId(mine)],
  )
  const devices = await devicesOf()
  const short = devices.map(({ type, compartment, number, state, version }) => [type, compartment ?? number, state, version])
  expect(short).toEqual([
    ['console', null, 'ok', 'TC-2.1'],
    ['controller', null, 'ok', 'TK-1.4'],
    ['probe', 1, 'ok', null],
    ['probe', 1, 'faulty', null],
    ['probe', 2, 'faulty', null],
    ['gauge', 1, 'ok', 'TG-3.0'],
    ['gauge', 2, 'faulty', 'TG-3.0'],
    ['camera', 1, 'ok', null],
    ['camera', 3, 'ok', null],
    ['meter', 1, 'ok', null],
    ['meter', 2, 'silent', null],
  ])
  expect(devices[3]?.condition).toBe('chattering')
  expect(devices[4]).toMatchObject({ probeType: MANHOLE, alarms: [ALARM.sealFault], condition: 'ok' })
  expect(devices[6]).toMatchObject({ faultCode: 3, at: server.now.getTime() })
  const row = rowOf(await monitorOf(anna), mine)
  expect(row).toMatchObject({ online: true, health: 'faulty', versions: ['TC-2.1', 'TK-1.4'], volts: [24, 3.7], code: '250800001' })
  expect(row.devices).toEqual([1, 0, 0, 1, 0, 0, 1, 2, 0, 1, 1, 0, 2, 0, 0, 1, 0, 1])
  await pool.query('UPDATE truck SET flow_meter_count = 0 WHERE plate = $1', [mine])
})

test('alarms that are open say which device failed; ended and superseded ones do not', async () => {
  await setLive(server, mine, aLiveRow(server.now, { compartments: [gauge(1), gauge(2)] }))
  const raise = (type: number, properties: Record<string, unknown>, endedAt: Date | null = null, object = 0) =>
    raiseAlarm(server, { plate: mine, type, properties, endedAt, object, settled: false })
  await raise(ALARM.cargoDevice, { compartment: 1, device: 'gauge', kind: 'stuck' }, null, 102)
  await raise(ALARM.cargoDevice, { compartment: 2, device: 'gauge', kind: 'stuck' }, server.now, 202)
  await raise(ALARM.consoleFault, { fault: 'camera' })
  await raise(ALARM.shutdown, { device: 'controller' })
  const stateOf = async () =>
    Object.fromEntries(
      (await devicesOf()).map(({ type, compartment, number, state }) => [`${type} ${compartment ?? number ?? ''}`.trim(), state]),
    )
  expect(await stateOf()).toEqual({
    console: 'ok',
    controller: 'faulty',
    'gauge 1': 'faulty',
    'gauge 2': 'ok',
    'camera 1': 'faulty',
    'camera 3': 'faulty',
  })
  await raise(ALARM.powerCut, {})
  expect((await stateOf())['console']).toBe('faulty')
  await server.database.pool.query('UPDATE alarm SET superseded_at = now()')
  expect(Object.values(await stateOf()).every((state) => state === 'ok')).toBe(true)
  expect(rowOf(await monitorOf(anna), mine).health).toBe('ok')
})

test('of a truck that is offline nothing is known: all is silent, with its last report and the last signal strength', async () => {
  const hourAgo = new Date(server.now.getTime() - 3_600_000)
  await setLive(server, second, aLiveRow(hourAgo, { compartments: [gauge(1), gauge(2)] }))
  await raiseAlarm(server, { plate: second, type: ALARM.terminalInterrupted, endedAt: null, settled: false })
  const signed = (epoch: number, days: number, signal: number | null) =>
    server.database.pool.query(
      `INSERT INTO terminal_session (truck_id, epoch, organisation_id, gateway, port, phone, terminal_id, address, connected_at, signed_in_at, seen_at, signal)
       SELECT id, $2, organisation_id, 'g', 1, '1', 'T', '10.0.0.1', $3, $3, $3, $4 FROM truck WHERE plate = $1`,
      [second, epoch, new Date(server.now.getTime() - days * 86_400_000), signal],
    )
  await signed(1, 9, 30)
  expect(rowOf(await monitorOf(anna), second).signal).toBeNull()
  await signed(2, 3, 18)
  await signed(3, 1, null)
  const row = rowOf(await monitorOf(anna), second)
  expect(row).toMatchObject({ online: false, contactAt: hourAgo.getTime(), health: 'silent', signal: 18, versions: [null, null] })
  expect([countDevices(row.devices, null, 'ok'), countDevices(row.devices, null, 'faulty')]).toEqual([0, 0])
  // Console, controller, two gauges, two cameras.
  expect(countDevices(row.devices, null, 'silent')).toBe(6)
  expect((await devicesOf(second)).map(({ at }) => at)).toEqual(Array.from({ length: 6 }, () => hourAgo.getTime()))
})

test('each organisation sees the devices of its own trucks; without the permission nothing is answered', async () => {
  const [ofAnna, ofBen] = [await monitorOf(anna), await monitorOf(ben)]
  expect(ofAnna.truckId.toSorted()).toEqual([server.truckId(mine), server.truckId(second)].toSorted())
  expect(ofBen.truckId).toEqual([server.truckId(foreign)])
  for (const id of [server.truckId(foreign), 999_999, 'x']) expect((await anna.get(`/trucks/${id}/devices`)).resultCode).toBe(400)
  const carl = await server.signIn('carl')
  expect((await carl.get('/board/devices')).resultCode).toBe(401)
  expect((await carl.get(`/trucks/${server.truckId(mine)}/devices`)).resultCode).toBe(401)
})
