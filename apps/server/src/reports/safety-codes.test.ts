import type { ReportRows } from '@tanker/contract/report-view'
import { encodeFrame } from '@tanker/protocol/frame'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestDevice } from '../gateway/test-device.ts'
import { startTestGateway } from '../gateway/test-gateway.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

/** Every event of T/JSATL 12 and of Guangdong's edition, written byte by byte, from the terminal to the row of the list. Sent at level 2, where it has one. */
const EVENTS: readonly (readonly [
  item: number,
  type: number,
  code: number,
  family: 'adas' | 'dsm' | 'bsd' | 'harsh' | 'device',
  level: 1 | 2,
])[] = [
  [0x64, 0x01, 9, 'adas', 2],
  [0x64, 0x02, 20, 'adas', 2],
  [0x64, 0x03, 23, 'adas', 2],
  [0x64, 0x04, 11, 'adas', 2],
  [0x64, 0x05, 32, 'adas', 2],
  [0x64, 0x06, 33, 'adas', 2],
  [0x64, 0x07, 34, 'adas', 2],
  [0x64, 0x08, 22, 'device', 2],
  [0x64, 0x12, 10, 'adas', 2],
  [0x64, 0x13, 11, 'adas', 2],
  [0x65, 0x01, 12, 'dsm', 2],
  [0x65, 0x02, 13, 'dsm', 2],
  [0x65, 0x03, 14, 'dsm', 2],
  [0x65, 0x04, 30, 'dsm', 2],
  [0x65, 0x05, 25, 'dsm', 2],
  [0x65, 0x06, 35, 'dsm', 2],
  [0x65, 0x07, 37, 'device', 2],
  [0x65, 0x08, 116, 'dsm', 2],
  [0x65, 0x0a, 21, 'dsm', 2],
  [0x65, 0x0b, 36, 'dsm', 2],
  [0x65, 0x0c, 35, 'dsm', 2],
  [0x65, 0x0d, 115, 'dsm', 2],
  [0x65, 0x11, 114, 'dsm', 2],
  [0x67, 0x01, 113, 'bsd', 1],
  [0x67, 0x02, 113, 'bsd', 1],
  [0x67, 0x03, 113, 'bsd', 1],
  [0x70, 0x01, 26, 'harsh', 1],
  [0x70, 0x02, 27, 'harsh', 1],
  [0x70, 0x03, 28, 'harsh', 1],
  [0x70, 0x04, 109, 'harsh', 1],
  [0x70, 0x05, 110, 'harsh', 1],
  [0x70, 0x06, 111, 'harsh', 1],
  [0x70, 0x07, 112, 'harsh', 1],
]
/** Signs and snapshots are information, tyres are of the device alarms, and the rest no standard knows. */
const NO_ALARM = [
  [0x64, 0x10],
  [0x64, 0x11],
  [0x65, 0x10],
  [0x64, 0xe0],
  [0x65, 0xe0],
  [0x67, 0x09],
  [0x70, 0x63],
] as const

const PHONE = '13800000066'
const TERMINAL_ID = 'TK00066'
let server: TestApi
let gateway: Gateway
let device: TestDevice
let admin: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  const truckId = server.truckId('苏A00001')
  await server.database.pool.query('UPDATE truck SET terminal_phone = $1, terminal_id = $2 WHERE id = $3', [PHONE, TERMINAL_ID, truckId])
  gateway = await startTestGateway(server.database, { bus: server.bus, now: () => server.now.getTime() })
  device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONE, TERMINAL_ID)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  admin = await server.signIn('admin')
})
afterAll(async () => {
  device.close()
  await gateway.close()
  await server.close()
})

const numberOf = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => (value / 256 ** (bytes - 1 - i)) & 0xff)
/** BCD of China's time. */
const timeOf = (at: number): number[] => {
  const digits = new Date(at + 8 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return (digits.match(/\d\d/g) ?? []).map((pair) => Number.parseInt(pair, 16))
}
const asciiOf = (text: string): number[] => [...Buffer.from(text, 'latin1')]

/** 0x0200 with one event of active safety. */
function reportOf(item: number, type: number, at: number): Uint8Array {
  const [lat, lng, time] = [numberOf(31_500_000, 4), numberOf(120_300_000, 4), timeOf(at)]
  const head = item === 0x64 || item === 0x65 ? [2, 0, 0, 0, 0, 0] : item === 0x70 ? [0, 1, 0, 1, 0, 1] : []
  const mark = [...asciiOf(TERMINAL_ID), ...time, 0, 0, 0]
  const event = [...numberOf(7, 4), 0, type, ...head, 60, 0, 10, ...lat, ...lng, ...time, 0, 1, ...mark]
  // Ignition on and located; 60.0 km/h.
  return Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 3, ...lat, ...lng, 0, 10, ...numberOf(600, 2), 0, 90, ...time, item, event.length, ...event])
}

test('[4.4-02] [2.6-01] each event of T/JSATL 12 becomes its alarm with family and level in the list, from the bytes of the terminal on', async () => {
  const sent = [...NO_ALARM, ...EVENTS]
  const start = server.now.getTime() - (sent.length + 1) * 120_000
  for (const [index, [item, type]] of sent.entries()) {
    const serial = 100 + index
    const body = reportOf(item, type, start + index * 120_000)
    device.raw(encodeFrame({ id: 0x0200, version: 2013, phone: PHONE, serial, body }))
    expect(await device.replyTo(serial), `${item.toString(16)}/${type.toString(16)}`).toBe(0)
  }
  const when = { from: new Date(start - 60_000).toISOString(), to: server.now.toISOString() }
  const { data, message } = await admin.get<ReportRows>('/reports/active_safety/exception_report/alarm_adas_can/rows', {
    filters: JSON.stringify({ scope: { truckIds: [], organisationIds: [server.organisationId('G')] }, when }),
    size: 100,
  })
  expect(data, message).not.toBeNull()
  const found = data.content.map(({ type, family, level }) => `${String(type)} ${String(family)} ${String(level)}`)
  const { rows } = await server.database.pool.query<{ type: number; grade: string }>(
    `SELECT type, grade FROM alarm WHERE name LIKE 'safety-event%' ORDER BY type`,
  )
  expect(rows).toEqual(
    EVENTS.map(([, , type, , level]) => ({ type, grade: level === 2 ? 'red' : 'yellow' })).toSorted((a, b) => a.type - b.type),
  )
  expect(found.toSorted()).toEqual(EVENTS.map(([, , code, family, level]) => `${code} ${family} ${level}`).toSorted())
})
