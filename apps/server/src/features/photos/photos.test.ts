import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { Message } from '@tanker/protocol/message'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { locationOf, TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { picture } from '../evidence/test-evidence.ts'
import { photoIntake } from './feature.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000077'
const FOR_GOOD = { timeout: 20_000 }
const dayMs = 86_400_000
const dataFolder = mkdtempSync(join(tmpdir(), 'tanker-photos-'))

let server: TestApi
let bus: Bus
let anna: SignedIn
let ben: SignedIn
let gateway: Gateway
let intake: ReturnType<typeof photoIntake>
const devices: TestDevice[] = []
let code = ''

beforeAll(async () => {
  server = await startTestApi({ dataFolder })
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await pool.query(
    `UPDATE truck SET terminal_phone = $1, terminal_id = 'T' || right($1, 6), camera_channels = '{cab,"",api}' WHERE id = $2`,
    [PHONE, truckId()],
  )
  bus = await startPostgresBus({ url: server.database.url, log })
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  const now = () => server.now.getTime()
  intake = photoIntake({ pool, dataFolder, evidenceStore: null, now, log })
  gateway = await startTestGateway(server.database, { bus, log, name: 'g1', now, replyHandlers: [intake] })
})
afterAll(async () => {
  await gateway.close()
  intake.close()
  await bus.close()
  await server.close()
  rmSync(dataFolder, { recursive: true })
})
beforeEach(async () => {
  code = ''
  await server.database.pool.query('TRUNCATE device_command, device, photo CASCADE')
  rmSync(join(dataFolder, 'evidence'), { recursive: true, force: true })
})
afterEach(() => {
  for (const device of devices.splice(0)) device.close()
})

const truckId = (plate = '苏A00001'): number => server.truckId(plate)
const listOf = async (who: SignedIn, more: object = {}) => {
  const when = { from: new Date(server.now.getTime() - dayMs).toISOString(), to: new Date(server.now.getTime() + dayMs).toISOString() }
  const filters = JSON.stringify({ scope: { truckIds: [truckId()], organisationIds: [] }, when, ...more })
  const { data } = await who.get<ReportRows>('/reports/monitor/view_photos/rows', { filters }, { language: 'zh' })
  return data?.content ?? []
}
async function connected(): Promise<TestDevice> {
  const device = await TestDevice.connect(gateway.port, 2019)
  devices.push(device)
  code ||= (await device.register(PHONE)).code
  expect(await device.authenticate(PHONE, code)).toBe(0)
  return device
}
type Photo = Extract<Message, { kind: 'media-data' }>
const photoOf = (data: Uint8Array, more: Partial<Photo> = {}): Photo => ({
  kind: 'media-data',
  mediaId: 7,
  type: 0,
  format: 0,
  event: 4,
  channel: 3,
  location: locationOf({ at: server.now.getTime() - 5_000, speedKmh: 12 }),
  data,
  ...more,
})
const received = async (device: TestDevice, mediaId = 7): Promise<void> => {
  const answer = await device.next(({ kind }) => kind === 'media-received')
  expect(answer).toMatchObject({ kind: 'media-received', mediaId })
}
const filesKept = (): string[] =>
  readdirSync(join(dataFolder, 'evidence'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jpg'))

test('a photo that a camera took is durable before it is answered, stands in the list and is shown to its own organisation only', async () => {
  const device = await connected()
  const content = picture(60_000)
  device.send(PHONE, photoOf(content))
  await received(device)
  expect(filesKept()).toHaveLength(1)
  const [row] = await listOf(anna)
  expect(row).toMatchObject({ camera: 'api', channel: 3, trigger: 'door-opened', speed: 12, size: 60, plate: { plate: '苏A00001' } })
  expect(Date.parse(String(row?.['takenAt']))).toBe(Math.floor((server.now.getTime() - 5_000) / 1000) * 1000)
  expect(row?.['place']).toMatchObject({ lat: 31.3, lng: 120.6 })
  const photoId = String(row?.['id'])
  const answer = await fetch(`${server.url}/api/photos/file?photoId=${photoId}`, { headers: { cookie: anna.cookie } })
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  expect((await ben.get('/photos/file', { photoId })).message).toBe('没有该照片，可能已超过保存期限。')
  expect(await listOf(ben)).toEqual([])
  expect(await listOf(anna, { camera: ['cab'] })).toEqual([])
  expect(await listOf(anna, { trigger: ['door-opened'], camera: ['api'] })).toHaveLength(1)
})

test('[8.3-09] a list without photos says so', async () => {
  const hint = async (language: string) => (await anna.get<ReportView>('/reports/monitor/view_photos', {}, { language })).data.emptyHint
  expect(await hint('zh')).toContain('没有可查看的照片')
  expect(await hint('en')).toContain('No photos to view')
})

test('a photo that is sent again is answered and kept once', async () => {
  const device = await connected()
  for (let time = 0; time < 2; time++) {
    device.send(PHONE, photoOf(picture(900)))
    await received(device)
  }
  expect(await listOf(anna)).toHaveLength(1)
  // The terminal's numbers begin again: another photo under the same number is another one.
  device.send(PHONE, photoOf(picture(900, 'b')))
  await received(device)
  expect(await listOf(anna)).toHaveLength(2)
})

test('a photo without a position or with a wrong clock counts from its receipt; a channel without a camera has no name', async () => {
  const device = await connected()
  const { location: _, ...without } = photoOf(picture(900), { mediaId: 1, channel: 9 })
  device.send(PHONE, without)
  await received(device, 1)
  device.send(PHONE, photoOf(picture(901), { mediaId: 2, channel: 2, location: locationOf({ at: server.now.getTime() + 400_000 }) }))
  await received(device, 2)
  const rows = await listOf(anna)
  expect(rows.map(({ takenAt }) => takenAt)).toEqual(Array.from({ length: 2 }, () => server.now.toISOString()))
  expect(rows.map(({ camera }) => camera)).toEqual([null, null])
})

test('what is no photo is answered and not kept; what cannot be stored is not answered, and comes again', async () => {
  const device = await connected()
  device.send(PHONE, photoOf(Buffer.from('<svg onload=alert(1)>'.repeat(5)), { mediaId: 3 }))
  await received(device, 3)
  device.send(PHONE, photoOf(picture(900), { mediaId: 4, type: 2 }))
  await received(device, 4)
  expect(await listOf(anna)).toEqual([])
  // A file where the folder should be.
  writeFileSync(join(dataFolder, 'evidence'), '')
  device.send(PHONE, photoOf(picture(900), { mediaId: 5 }))
  await new Promise((done) => setTimeout(done, 300))
  expect(device.messages.filter(({ kind }) => kind === 'media-received')).toEqual([])
  rmSync(join(dataFolder, 'evidence'))
  device.send(PHONE, photoOf(picture(900), { mediaId: 5 }))
  await received(device, 5)
  expect(await listOf(anna)).toHaveLength(1)
})

test('a truck that floods the platform is answered, and no more than its share of a day is kept', async () => {
  await server.database.pool.query(
    `INSERT INTO photo (truck_id, organisation_id, media_id, channel, trigger, taken_at, kind, bytes, sha256, path, received_at)
     SELECT $1, (SELECT organisation_id FROM truck WHERE id = $1), n, 1, 'timer', $2, 'jpg', 1, sha256(n::text::bytea), n::text, $2 FROM generate_series(1, 500) AS n`,
    [truckId(), server.now],
  )
  const device = await connected()
  device.send(PHONE, photoOf(picture(900), { mediaId: 900 }))
  await received(device, 900)
  const { rows } = await server.database.pool.query<{ count: string }>('SELECT count(*) FROM photo')
  expect(rows[0]?.count).toBe('500')
})

test('the photos around an alarm are listed with it, others not', async () => {
  const device = await connected()
  const at = Math.floor(server.now.getTime() / 1000) * 1000 - 30 * 60_000
  for (const [mediaId, minutes] of [
    [1, -6],
    [2, -5],
    [3, 0],
    [4, 15],
    [5, 16],
  ] as const) {
    device.send(PHONE, photoOf(picture(900, String(mediaId)), { mediaId, location: locationOf({ at: at + minutes * 60_000 }) }))
    await received(device, mediaId)
  }
  await raiseAlarm(server, { plate: '苏A00001', type: ALARM.emergency, startedAt: new Date(at) })
  const { rows } = await server.database.pool.query<{ id: string }>('SELECT max(id)::text AS id FROM alarm')
  const alarmId = rows[0]?.id ?? ''
  const { data } = await anna.get<{ takenAt: string; camera: string; trigger: string }[]>('/photos/alarm', { alarmId })
  expect(data.map(({ takenAt }) => (Date.parse(takenAt) - at) / 60_000)).toEqual([-5, 0, 15])
  expect(data[0]).toMatchObject({ camera: 'api', trigger: 'door-opened' })
  expect((await ben.get('/photos/alarm', { alarmId })).resultCode).not.toBe(200)
})

test('a user has a camera take a photo; a truck without that camera is named', async () => {
  const order = (more: object) =>
    anna.send('POST', '/remoteControl', { truckIds: String(truckId()), command: 'photo', reason: '核实', ...more })
  expect((await order({})).message).toBe('请选择摄像头。')
  expect((await order({ camera: 'manhole' })).message).toBe('苏A00001 没有该摄像头，请在车辆资料中核对通道。')
  const device = await connected()
  expect((await order({ camera: 'api' })).resultCode).toBe(200)
  const asked = await device.next(({ kind }) => kind === 'take-picture')
  expect(asked).toMatchObject({ channel: 3, command: 1, save: 0 })
  device.send(PHONE, { kind: 'picture-answer', replySerial: device.serials.get(asked!) ?? 0, result: 0, mediaIds: [8] })
  device.send(PHONE, photoOf(picture(900), { mediaId: 8, event: 0 }))
  await received(device, 8)
  expect(await listOf(anna)).toMatchObject([{ trigger: 'order', camera: 'api' }])
  const stateOf = async () => (await server.database.pool.query<{ state: string }>('SELECT state FROM device_command')).rows
  await expect.poll(stateOf, FOR_GOOD).toEqual([{ state: 'done' }])
  // Of two cameras at once each is ordered.
  expect((await order({ camera: 'cab' })).resultCode).toBe(200)
  expect((await order({ camera: 'api' })).resultCode).toBe(200)
  expect((await order({ camera: 'api' })).message).toBe('苏A00001 已有相同指令等待执行。')
  const cab = await device.next(({ kind }) => kind === 'take-picture')
  device.send(PHONE, { kind: 'picture-answer', replySerial: device.serials.get(cab!) ?? 0, result: 2, mediaIds: [] })
  await expect.poll(stateOf, FOR_GOOD).toContainEqual({ state: 'failed' })
})
