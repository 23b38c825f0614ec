import { RESULT } from '@tanker/contract/envelope'
import type { VideoChannels } from '@tanker/contract/video'
import { mediaTypes } from '@tanker/protocol/jt1078/media-packet'
import { replyResults } from '@tanker/protocol/codes'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestSocket } from '../../feed/test-socket.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { startTestVideo, askTicket, openTicket, TestCamera, TestTruck, type TestVideo, type TestViewer, watch } from './test-video.ts'
import { VideoTraffic } from './video-traffic.ts'

const PHONE = '14400000001'
const SOON = { timeout: 20_000 }
const CHANNEL = 3

let server: TestApi
let gateway: Gateway
let video: TestVideo
let anna: SignedIn
let ben: SignedIn
let truck: TestTruck
const viewers: TestViewer[] = []

beforeAll(async () => {
  video = await startTestVideo({
    live: { silentMs: 1_500, lingerMs: 400, tickMs: 50, viewersAUser: 3, trafficEveryMs: 200 },
  })
  ;({ server, gateway, anna, ben } = video)
})
afterAll(() => video.close())
beforeEach(async () => {
  truck = await TestTruck.connect(gateway.port, PHONE)
})
afterEach(async () => {
  truck.result = replyResults.ok
  for (const viewer of viewers.splice(0)) viewer.socket.cut()
  // What was opened is closed before the next test.
  await expect.poll(async () => await metric('tanker_video_streams'), SOON).toBe('0')
  truck.device.close()
})

const truckId = (): number => server.truckId('苏A00001')
async function metric(name: string): Promise<string | undefined> {
  const { message } = await server.call('GET', '/metrics')
  return new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(message)?.[1]
}
const sees = async (user = anna, channel = CHANNEL, stream: 'main' | 'sub' = 'sub'): Promise<TestViewer> => {
  const viewer = await watch(server, user, { truckId: truckId(), channel, stream })
  viewers.push(viewer)
  return viewer
}
/** The camera of the channel, after the truck was asked for it so many times. */
async function dialled(times = 1, channel = CHANNEL): Promise<TestCamera> {
  await expect.poll(() => truck.asked.length, SOON).toBeGreaterThanOrEqual(times)
  return truck.camera(channel)
}

test('a truck is asked when the first window opens, and its first key frame comes first', async () => {
  const viewer = await sees()
  await expect.poll(() => truck.asked, SOON).toMatchObject([{ channel: CHANNEL, dataType: 0, stream: 1, host: '127.0.0.1', udpPort: 0 }])
  const camera = await dialled()
  // Pictures before the first key frame cannot be shown.
  camera.next(1)
  camera.key(2)
  camera.send(Uint8Array.of(0xd5, 0x55), mediaTypes.sound)
  camera.next(3)
  await expect.poll(() => viewer.story, SOON).toEqual(['calling', 'start', 'playing', 'K2', 'sound', '3'])
  expect(viewer.texts[1]).toEqual({ op: 'start', epoch: 1, codec: 'avc1.42C00D', width: 352, height: 288 })
  expect(viewer.frames).toMatchObject([
    { kind: 'video', isKey: true, payloadType: 98, epoch: 1, at: 1_000 },
    { kind: 'audio', payloadType: 6 },
    { kind: 'video', isKey: false },
  ])
  expect([...(viewer.frames[1]?.data ?? [])]).toEqual([8, 0, 0xf8, 0xff])
})

test('a second window gets the pictures since the last key frame at once, and the truck is not asked again', async () => {
  const first = await sees()
  const camera = await dialled()
  for (const mark of [1, 2]) camera.key(mark)
  camera.next(3)
  await expect.poll(() => first.story.at(-1), SOON).toBe('3')
  const second = await sees()
  await expect.poll(() => second.story, SOON).toEqual(['start', 'playing', 'K2', '3'])
  camera.next(4)
  await expect.poll(() => [first.story.at(-1), second.story.at(-1)], SOON).toEqual(['4', '4'])
  expect(truck.asked).toHaveLength(1)
})

test('the history says who watched what; the channels of a truck and its traffic are listed', async () => {
  const { rows: before } = await server.database.pool.query('SELECT max(id) AS id FROM change_log')
  await sees()
  const { rows } = await server.database.pool.query('SELECT user_name, entity, row_id, action, new FROM change_log WHERE id > $1', [
    before[0].id,
  ])
  expect(rows).toEqual([
    { user_name: 'anna', entity: 'truck', row_id: String(truckId()), action: 'watch', new: { channel: CHANNEL, stream: 'sub' } },
  ])
  await server.database.pool.query('DELETE FROM video_traffic')
  const month = server.now.toISOString().slice(0, 7)
  await server.database.pool.query(
    `INSERT INTO video_traffic (truck_id, day, bytes) SELECT $1, d, b FROM (VALUES ($2::date, 700), ($2::date - 1, 5000)) v (d, b)`,
    [truckId(), `${month}-01`],
  )
  const channels = async () => (await anna.get<VideoChannels>('/video/channels', { truckId: truckId() })).data
  await expect.poll(channels, SOON).toMatchObject({ plate: '苏A00001', ready: true, online: true, trafficBytes: 700 })
  expect((await channels()).channels).toEqual([
    { channel: 1, camera: 'cab' },
    { channel: 2, camera: null },
    { channel: 3, camera: 'api' },
    { channel: 4, camera: null },
  ])
  await server.database.pool.query('DELETE FROM video_traffic')
})

test("a ticket is good once, for half a minute, for its user; a stranger's truck and a channel that is not there have none", async () => {
  const { data } = await askTicket(anna, { truckId: truckId(), channel: CHANNEL })
  const stolen = await openTicket(server, ben, data.path)
  await expect.poll(() => stolen.story, SOON).toEqual(['refused ticket'])
  const viewer = await openTicket(server, anna, data.path)
  viewers.push(viewer)
  await expect.poll(() => viewer.story, SOON).toEqual(['calling'])
  const again = await openTicket(server, anna, data.path)
  await expect.poll(() => again.story, SOON).toEqual(['refused ticket'])
  expect(await again.socket.closed).toBe(4003)
  const { data: late } = await askTicket(anna, { truckId: truckId(), channel: CHANNEL })
  const before = server.now
  server.now = new Date(before.getTime() + 30_000)
  const expired = await openTicket(server, anna, late.path)
  await expect.poll(() => expired.story, SOON).toEqual(['refused ticket'])
  server.now = before
  expect((await askTicket(ben, { truckId: truckId(), channel: CHANNEL })).resultCode).toBe(400)
  expect((await ben.get('/video/channels', { truckId: truckId() })).resultCode).toBe(400)
  expect((await askTicket(anna, { truckId: truckId(), channel: 5 })).resultCode).toBe(400)
  expect((await askTicket(anna, { truckId: truckId(), channel: 9 })).resultCode).toBe(400)
})

test('a connection that was not asked for, of another channel or of garbage, is closed and counted, and the others go on', async () => {
  const viewer = await sees()
  const camera = await dialled()
  camera.key(1)
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('K1')
  const port = truck.asked[0]?.tcpPort ?? 0
  const count = async (reason: string): Promise<number> => Number((await metric(`tanker_video_refused_total{reason="${reason}"}`)) ?? 0)
  const stranger = await TestCamera.dial(port, '14400000003', CHANNEL)
  stranger.key(2)
  const otherChannel = await TestCamera.dial(port, PHONE, 1)
  otherChannel.key(3)
  const garbage = await TestCamera.dial(port, PHONE, CHANNEL)
  garbage.socket.write('GET / HTTP/1.1\r\n\r\n')
  await expect.poll(() => [stranger.isClosed, otherChannel.isClosed, garbage.isClosed], SOON).toEqual([true, true, true])
  expect([await count('not-asked'), await count('garbage')]).toEqual([2, 1])
  camera.next(4)
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('4')
})

test('after a gap nothing is shown up to the next key frame', async () => {
  const viewer = await sees()
  const camera = await dialled()
  camera.key(1)
  camera.next(2)
  camera.next(3, 2_000, 1)
  camera.next(4)
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('2')
  const second = await sees()
  camera.key(5)
  camera.next(6)
  await expect
    .poll(() => [viewer.story, second.story], SOON)
    .toEqual([
      ['calling', 'start', 'playing', 'K1', '2', 'K5', '6'],
      ['start', 'playing', 'K1', '2', 'K5', '6'],
    ])
})

test('a window that does not read loses pictures, goes on with a key frame, and does not hold up the others', async () => {
  const [slow, quick] = [await sees(), await sees()]
  const camera = await dialled()
  camera.key(1)
  await expect.poll(() => [slow.story.at(-1), quick.story.at(-1)], SOON).toEqual(['K1', 'K1'])
  slow.socket.stopReading()
  for (let sent = 1; sent < 201; sent += 8) {
    for (let i = 0; i < 8; i += 1) camera.next(100, 60_000)
    await expect.poll(() => quick.frames.length, { ...SOON, interval: 5 }).toBe(sent + 8)
  }
  slow.socket.readOn()
  // It has caught up when a key frame reaches it.
  await expect
    .poll(() => {
      camera.key(102)
      return slow.story.at(-1)
    }, SOON)
    .toBe('K102')
  const pictures = slow.frames.map(({ data, isKey }) => `${isKey ? 'K' : ''}${data.at(-1)}`)
  expect(pictures.length).toBeLessThan(quick.frames.length - 10)
  // What it got before is whole, then nothing but the key frame.
  expect(pictures.slice(pictures.lastIndexOf('100') + 1)[0]).toBe('K102')
})

test('the truck is asked to stop some time after the last window closed, not before, and its connection ends', async () => {
  const [first, second] = [await sees(), await sees()]
  const camera = await dialled()
  camera.key(1)
  await expect.poll(() => second.story.at(-1), SOON).toBe('K1')
  first.socket.cut()
  const leftAt = performance.now()
  // Longer than a stream without windows goes on.
  await expect.poll(() => (camera.next(2), performance.now() - leftAt), SOON).toBeGreaterThan(600)
  expect([truck.closed, camera.isClosed]).toEqual([[], false])
  second.socket.cut()
  await expect.poll(() => truck.closed, SOON).toMatchObject([{ channel: CHANNEL, command: 0, close: 0, stream: 1 }])
  await expect.poll(() => camera.isClosed, SOON).toBe(true)
})

test('a truck that refuses, has no such camera, or is away: the window says so and closes', async () => {
  truck.result = replyResults.unsupported
  const unsupported = await sees()
  await expect.poll(() => unsupported.story, SOON).toEqual(['calling', 'refused unsupported'])
  expect(await unsupported.socket.closed).toBe(4003)
  truck.result = replyResults.failed
  const failed = await sees()
  await expect.poll(() => failed.story, SOON).toEqual(['calling', 'refused failed'])
  truck.device.close()
  await expect.poll(() => gateway.sessions, SOON).toBe(0)
  const away = await sees()
  await expect.poll(() => away.story, SOON).toEqual(['calling', 'refused offline'])
})

test('a truck that does not answer says so after a while; one that sends pictures instead of an answer plays', async () => {
  truck.result = null
  const silent = await sees()
  await expect.poll(() => silent.story, SOON).toEqual(['calling', 'refused no-answer'])
  const viewer = await sees()
  const camera = await dialled(2)
  camera.key(1)
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('K1')
  // Longer than an answer is waited for.
  const playedAt = performance.now()
  await expect.poll(() => (camera.next(2), performance.now() - playedAt), SOON).toBeGreaterThan(2_000)
  expect(viewer.texts).toHaveLength(3)
})

test('a device command that its truck does not finish holds up no video', async () => {
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, 'texts:send' FROM role WHERE name = '调度员'`)
  await anna.send('POST', '/truckTexts', { truckIds: String(truckId()), text: '请减速' })
  await truck.device.next(({ kind }) => kind === 'send-text')
  const viewer = await sees()
  const camera = await dialled()
  camera.key(1)
  await expect.poll(() => viewer.story, SOON).toEqual(['calling', 'start', 'playing', 'K1'])
})

test('a camera that falls silent has no signal; the truck is asked again, and the picture comes back', async () => {
  const viewer = await sees()
  const camera = await dialled()
  camera.key(1)
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('K1')
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('nosignal silent')
  const again = await dialled(2)
  again.next(2)
  again.key(3)
  await expect.poll(() => viewer.story.slice(-3), SOON).toEqual(['start', 'playing', 'K3'])
  expect(viewer.texts.flatMap((text) => (text.op === 'start' ? [text.epoch] : []))).toEqual([1, 2])
  // The former connection is not needed any more.
  await expect.poll(() => camera.isClosed, SOON).toBe(true)
})

test('the main stream and the sub stream of one channel are asked for one after the other, and kept apart', async () => {
  const [sub, main] = [await sees(), await sees(anna, CHANNEL, 'main')]
  const first = await dialled()
  expect(truck.asked).toHaveLength(1)
  first.key(1)
  const second = await dialled(2)
  expect(truck.asked.map(({ stream }) => stream)).toEqual([1, 0])
  second.key(2)
  await expect.poll(() => [sub.story.at(-1), main.story.at(-1)], SOON).toEqual(['K1', 'K2'])
})

test('windows beyond the bound of a user are refused', async () => {
  const windows = [await sees(), await sees(), await sees(), await sees()]
  await expect.poll(() => windows[3]?.story, SOON).toEqual(['refused limit'])
  await expect.poll(() => windows[0]?.story, SOON).toEqual(['calling'])
})

test('a view ends with the session and with the right to watch', async () => {
  const own = await server.signIn('anna')
  const viewer = await sees(own)
  const camera = await dialled()
  camera.key(1)
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('K1')
  await own.get('/loginOut')
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('ended rights')
  const another = await sees()
  await expect.poll(() => another.story.at(-1), SOON).toBe('K1')
  await server.database.pool.query(`DELETE FROM role_grant WHERE permission = 'video:watch'`)
  server.bus.publish('session', '')
  await expect.poll(() => another.story.at(-1), SOON).toBe('ended rights')
  expect((await askTicket(anna, { truckId: truckId(), channel: CHANNEL })).resultCode).toBe(RESULT.noPermission)
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, 'video:watch' FROM role WHERE name = '调度员'`)
})

test('a view ends when its truck goes to an organisation that the user does not see', async () => {
  const viewer = await sees()
  const camera = await dialled()
  camera.key(1)
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('K1')
  const move = (code: string) =>
    server.database.pool.query('UPDATE truck SET organisation_id = $1 WHERE id = $2', [server.organisationId(code), truckId()])
  await move('B')
  server.bus.publish('context', String(truckId()))
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('ended rights')
  await move('A')
})

test('the media socket is closed to other sites and to those who are not signed in', async () => {
  const { data } = await askTicket(anna, { truckId: truckId(), channel: CHANNEL })
  await expect(openTestSocket(server.port, { Cookie: anna.cookie, Origin: 'https://evil.example' }, data.path)).rejects.toThrow(
    'refused with 403',
  )
  await expect(openTestSocket(server.port, { Origin: server.url }, data.path)).rejects.toThrow('refused with 401')
  const viewer = await openTicket(server, anna, data.path)
  viewers.push(viewer)
  await expect.poll(() => viewer.story, SOON).toEqual(['calling'])
})

test('bytes of video are counted by truck and month, and listed', async () => {
  await server.database.pool.query('DELETE FROM video_traffic')
  const viewer = await sees()
  const camera = await dialled()
  camera.key(1, 10_000)
  camera.next(2)
  await expect.poll(() => viewer.story.at(-1), SOON).toBe('2')
  const traffic = async (): Promise<number> => (await anna.get<VideoChannels>('/video/channels', { truckId: truckId() })).data.trafficBytes
  await expect.poll(traffic, SOON).toBe(camera.socket.bytesWritten)
})

test('traffic belongs to the calendar day of the truck, and is added up', async () => {
  const { db, pool } = server.database
  await pool.query('DELETE FROM video_traffic')
  let at = Date.parse('2026-11-30T15:59:59Z')
  const traffic = new VideoTraffic({ db, now: () => at, log: pino({ level: 'silent' }), everyMs: 3_600_000 })
  const beijing = { truckId: truckId(), zoneOffsetMinutes: 480 }
  traffic.count(beijing, 100)
  at += 1_000
  traffic.count(beijing, 20)
  await traffic.flush()
  traffic.count(beijing, 3)
  // A truck that was deleted in between has no traffic.
  traffic.count({ truckId: 999_999, zoneOffsetMinutes: 0 }, 7)
  await traffic.close()
  const { rows } = await pool.query('SELECT truck_id, day::text, bytes::int FROM video_traffic ORDER BY day')
  expect(rows).toEqual([
    { truck_id: truckId(), day: '2026-11-30', bytes: 100 },
    { truck_id: truckId(), day: '2026-12-01', bytes: 23 },
  ])
})

test('a server without an address for video gives no tickets and says so', async () => {
  const other = await startTestApi()
  const admin = await other.signIn('admin')
  const wish = { truckId: other.truckId('苏A00001'), channel: 1 }
  expect((await admin.get<VideoChannels>('/video/channels', wish)).data).toMatchObject({ ready: false, online: false, trafficBytes: 0 })
  expect((await askTicket(admin, wish)).message).toContain('VIDEO_HOST')
  await other.close()
})
