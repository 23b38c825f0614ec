import type { AnswerOf } from '@tanker/contract/endpoint'
import type { videoCalls } from '@tanker/contract/endpoints/video'
import type { VideoChannels } from '@tanker/contract/video'
import { replyResults } from '@tanker/protocol/codes'
import { mediaTypes } from '@tanker/protocol/jt1078/media-packet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import type { SignedIn, TestApi } from '../../platform/http/test-api.ts'
import { askPlayback, play, recording, type Stretch, type TestPlayer, TestRecorder } from './test-recorder.ts'
import {
  startTestVideo,
  keyPicture,
  nextPicture,
  openTicket,
  type TestCamera,
  TestTruck,
  type TestVideo,
  type TestViewer,
} from './test-video.ts'

const PHONE = '14400000001'
const SOON = { timeout: 20_000 }
const CHANNEL = 3
const DAY = '2026-11-27'

let server: TestApi
let gateway: Gateway
let video: TestVideo
let anna: SignedIn
let ben: SignedIn
let truck: TestTruck
let recorder: TestRecorder
const players: TestViewer[] = []

beforeAll(async () => {
  video = await startTestVideo({
    playback: { silentMs: 1_500, tickMs: 50 },
  })
  ;({ server, gateway, anna, ben } = video)
})
afterAll(() => video.close())
beforeEach(async () => {
  truck = await TestTruck.connect(gateway.port, PHONE)
  recorder = new TestRecorder(truck)
  await expect.poll(async () => (await anna.get<VideoChannels>('/video/channels', { truckId: truckId() })).data.online, SOON).toBe(true)
})
afterEach(async () => {
  for (const player of players.splice(0)) player.socket.cut()
  await expect.poll(async () => (await server.call('GET', '/metrics')).message, SOON).toContain('tanker_playback_sessions 0')
  truck.device.close()
})

const truckId = (plate = '苏A00001'): number => server.truckId(plate)
/** A time of the day on the truck's clock, which is eight hours east. */
const moment = (clock: string): string => new Date(`${DAY}T${clock}+08:00`).toISOString()
const stretch = (changed: Partial<Stretch> = {}): Stretch => ({
  truckId: truckId(),
  channel: CHANNEL,
  from: moment('08:00:00'),
  to: moment('09:00:00'),
  at: moment('08:10:00'),
  ...changed,
})
const list = (user = anna, plate = '苏A00001') =>
  user.get<AnswerOf<typeof videoCalls.recordings>>('/video/recordings', { truckId: truckId(plate), channel: CHANNEL, day: DAY })
async function plays(changed: Partial<Stretch> = {}, user = anna): Promise<TestPlayer> {
  const player = await play(server, user, stretch(changed))
  players.push(player)
  return player
}
/** The recorder's connection for what it was asked for the last time. */
async function dialled(times = 1): Promise<TestCamera> {
  await expect.poll(() => recorder.started.length, SOON).toBe(times)
  return recorder.dial()
}
const key = (camera: TestCamera, mark: number, clock: string): void =>
  camera.send(keyPicture(mark), mediaTypes.key, { at: Date.parse(moment(clock)) })
const next = (camera: TestCamera, mark: number, clock: string): void =>
  camera.send(nextPicture(mark), mediaTypes.predicted, { at: Date.parse(moment(clock)) })

test('the recordings of a day come in two parts, and are listed in order of time with their kind', async () => {
  recorder.items = [
    ...Array.from({ length: 46 }, (_, at) => recording(CHANNEL, hour(at), hour(at + 1), at === 45)).toReversed(),
    recording(1, '261127080000', '261127081500'),
    recording(CHANNEL, '269927080000', '261127081500'),
  ]
  const { data } = await list()
  expect(recorder.queries).toMatchObject([{ channel: CHANNEL, from: '261127000000', to: '261127235959', media: 0, stream: 0, storage: 0 }])
  expect(data).toMatchObject({ truckId: truckId(), channel: CHANNEL, begin: moment('00:00:00'), isCut: false })
  expect(data.recordings).toHaveLength(46)
  expect(data.recordings[0]).toEqual({ from: moment('00:00:00'), to: moment('00:15:00'), kind: 'timed', bytes: 43_200_000 })
  expect(data.recordings[45]).toMatchObject({ from: moment('11:15:00'), kind: 'alarm' })
  const acknowledged = await truck.device.next((message) => message.kind === 'platform-reply' && message.replyId === 0x1205)
  expect(acknowledged).toMatchObject({ result: 0 })
})

/** The quarter of an hour with this number, as digits of JT/T 808. */
const hour = (quarter: number): string =>
  `261127${String(Math.floor(quarter / 4)).padStart(2, '0')}${String((quarter % 4) * 15).padStart(2, '0')}00`

test('of more than a thousand recordings the first are listed, and the answer says so', async () => {
  recorder.items = Array.from({ length: 1_003 }, () => recording(CHANNEL, '261127080000', '261127081500'))
  const { data } = await list()
  expect([data.recordings.length, data.isCut]).toEqual([1_000, true])
})

test('a truck that is away, has no recorder or cannot read it is refused with the reason; a truck of others is not asked', async () => {
  recorder.lists = replyResults.unsupported
  expect((await list()).message).toContain('不支持查询录像')
  recorder.lists = replyResults.failed
  expect((await list()).message).toContain('无法读取录像')
  expect((await list(ben)).resultCode).toBe(400)
  expect(recorder.queries).toHaveLength(2)
  truck.device.close()
  await expect.poll(async () => (await list()).message, SOON).toContain('车辆不在线')
})

test('a recording plays from where it was asked for, pauses, goes on faster, and ends', async () => {
  const player = await plays()
  await expect
    .poll(() => recorder.started, SOON)
    .toMatchObject([{ channel: CHANNEL, mode: 0, speed: 0, from: '261127081000', to: '261127090000' }])
  const camera = await dialled()
  next(camera, 1, '08:10:00')
  key(camera, 2, '08:10:00')
  next(camera, 3, '08:10:01')
  await expect.poll(() => player.pictures, SOON).toEqual(['1:2@08:10:00', '1:3@08:10:01'])
  player.order({ op: 'pause' })
  await expect.poll(() => player.states.at(-1), SOON).toBe('paused ×1')
  player.order({ op: 'speed', speed: 4 })
  player.order({ op: 'resume' })
  await expect.poll(() => player.states.at(-1), SOON).toBe('playing ×4')
  player.order({ op: 'speed', speed: 1 })
  await expect.poll(() => player.states.at(-1), SOON).toBe('playing ×1')
  expect(recorder.orders.map(({ command, speed }) => [command, speed])).toEqual([
    [1, 0],
    [3, 3],
    [0, 0],
  ])
  next(camera, 4, '08:59:58')
  await expect.poll(() => player.pictures.at(-1), SOON).toBe('1:4@08:59:58')
  camera.socket.end()
  await expect.poll(() => player.states.at(-1), SOON).toBe('ended ×1')
  const { rows } = await server.database.pool.query('SELECT user_name, action, new FROM change_log ORDER BY id DESC LIMIT 1')
  expect(rows).toMatchObject([{ user_name: 'anna', action: 'replay', new: { channel: CHANNEL, from: moment('08:10:00') } }])
})

test('a search ends the recording and begins another; pictures of the older connection are dropped', async () => {
  const player = await plays()
  const older = await dialled()
  key(older, 1, '08:10:00')
  await expect.poll(() => player.pictures, SOON).toHaveLength(1)
  for (const clock of ['08:20:00', '08:30:00', '08:40:00']) player.order({ op: 'seek', at: Date.parse(moment(clock)) })
  next(older, 2, '08:10:01')
  const newer = await dialled(2)
  expect(recorder.started[1]).toMatchObject({ from: '261127084000', to: '261127090000' })
  expect(recorder.orders.map(({ command }) => command)).toEqual([2])
  // This recorder counts from its first picture.
  newer.send(keyPicture(3), mediaTypes.key, { at: 5_000 })
  newer.send(nextPicture(4), mediaTypes.predicted, { at: 7_000 })
  await expect.poll(() => player.pictures, SOON).toEqual(['1:1@08:10:00', '2:3@08:40:00', '2:4@08:40:02'])
  expect(older.isClosed).toBe(true)
  const late = await recorder.dial()
  key(late, 5, '08:10:02')
  await expect.poll(() => late.isClosed, SOON).toBe(true)
  expect(player.pictures).toHaveLength(3)
})

test('a recorder that cannot pause is ended, and begins again where it stopped; one that cannot go faster says so', async () => {
  recorder.controlResult = replyResults.unsupported
  const player = await plays()
  const camera = await dialled()
  key(camera, 1, '08:10:34')
  await expect.poll(() => player.states.at(-1), SOON).toBe('playing ×1')
  player.order({ op: 'speed', speed: 16 })
  await expect.poll(() => player.states.at(-1), SOON).toBe('playing speed ×1')
  player.order({ op: 'pause' })
  await expect.poll(() => [player.states.at(-1), camera.isClosed], SOON).toEqual(['paused ×1', true])
  player.order({ op: 'resume' })
  await expect.poll(() => recorder.started[1]?.from, SOON).toBe('261127081034')
})

test('a recording that breaks off, and one that never comes, say so, and go on from there', async () => {
  const player = await plays()
  const camera = await dialled()
  key(camera, 1, '08:10:20')
  await expect.poll(() => player.pictures, SOON).toHaveLength(1)
  camera.socket.destroy()
  await expect.poll(() => player.states.at(-1), SOON).toBe('nosignal broken ×1')
  player.order({ op: 'resume' })
  await expect.poll(() => recorder.started[1]?.from, SOON).toBe('261127081020')
  await expect.poll(() => player.states.at(-1), SOON).toBe('nosignal silent ×1')
  recorder.result = replyResults.failed
  player.order({ op: 'resume' })
  await expect.poll(() => player.states.at(-1), SOON).toBe('nosignal failed ×1')
})

test('a ticket is good once and for its user; foreign trucks, other channels and wrong stretches have none', async () => {
  const { data } = await askPlayback(anna, stretch())
  const stolen = await openTicket(server, ben, data.path)
  await expect.poll(() => stolen.story, SOON).toEqual(['refused ticket'])
  players.push(await openTicket(server, anna, data.path))
  await expect.poll(() => recorder.started, SOON).toHaveLength(1)
  const again = await openTicket(server, anna, data.path)
  await expect.poll(() => again.story, SOON).toEqual(['refused ticket'])
  const refused = async (changed: Partial<Stretch>, user = anna) => (await askPlayback(user, stretch(changed))).resultCode
  expect(await refused({}, ben)).toBe(400)
  expect(await refused({ channel: 5 })).toBe(400)
  expect(await refused({ to: moment('07:00:00') })).toBe(400)
  expect(await refused({ at: moment('09:00:00') })).toBe(400)
  expect(await refused({ to: new Date(Date.parse(moment('08:00:00')) + 86_400_001).toISOString() })).toBe(400)
})

test('one channel plays once: for another user it is busy, another window of the same user takes it over', async () => {
  const admin = await server.signIn('admin')
  const first = await plays()
  await dialled()
  const other = await plays({}, admin)
  await expect.poll(() => other.states, SOON).toEqual(['refused busy ×1'])
  const second = await plays({ at: moment('08:30:00') })
  await expect.poll(() => first.states.at(-1), SOON).toBe('ended elsewhere ×1')
  key(await dialled(2), 7, '08:30:00')
  await expect.poll(() => second.pictures, SOON).toEqual(['1:7@08:30:00'])
  second.order({ op: 'stop' })
  await expect.poll(() => recorder.orders.filter(({ command }) => command === 2), SOON).toHaveLength(2)
})
