import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { msToDeviceTime, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'

import { type MediaPacket, mediaParts, mediaTypes } from '@tanker/protocol/jt1078/media-packet'
import { MediaStream } from '@tanker/protocol/jt1078/media-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { createCamera } from '../vcam/camera.ts'
import type { KeptRecording } from '../vcam/recorder.ts'
import { type APlatform, aPlatform } from './a-platform.ts'
import { createTerminal, type Terminal } from './terminal.ts'

const PHONE = '14408001001'
const SOON = { timeout: 10_000, interval: 10 }
const FROM = Date.UTC(2026, 10, 27, 0, 0)
const digits = (at: number): string => msToDeviceTime(at, standardZoneOffsetMinutes)
const kept: readonly KeptRecording[] = [
  { from: FROM, to: FROM + 60_000, isAlarm: false, bytes: 2_880_000 },
  { from: FROM + 120_000, to: FROM + 122_000, isAlarm: true, bytes: 96_000 },
]

let platform: APlatform
let terminal: Terminal
let media: Server
let sockets: Socket[]
/** Times of the pictures, ms since the begin of the recordings; a key picture is marked. */
let pictures: { readonly at: number; readonly isKey: boolean }[]

beforeEach(async () => {
  platform = await aPlatform()
  ;[sockets, pictures] = [[], []]
  media = createServer((socket) => {
    sockets.push(socket)
    const stream = new MediaStream()
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const packet of stream.push(chunk)) if (packet !== 'bad') note(packet)
    })
  })
  await new Promise<void>((done) => media.listen(0, '127.0.0.1', done))
  terminal = createTerminal({
    host: '127.0.0.1',
    port: platform.port,
    phone: PHONE,
    version: 2019,
    terminalId: 'TK81001',
    plate: '苏B12345',
    plateColour: 2,
    random: createRandom(1),
    authCode: null,
    video: (channel, stream) => (channel === 1 ? createCamera({ sim: PHONE, channel, plate: '苏B12345' }, stream) : null),
    recordings: (channel) => (channel === 1 ? kept : []),
  })
  await expect.poll(() => terminal.online, SOON).toBe(true)
})
afterEach(async () => {
  terminal.close()
  await platform.close()
  for (const socket of sockets) socket.destroy()
  media.close()
})

function note({ part, at, type }: MediaPacket): void {
  if (part === mediaParts.whole || part === mediaParts.first) pictures.push({ at: at - FROM, isKey: type === mediaTypes.key })
}

function start(from: number, speed = 0, channel = 1): void {
  const { port } = media.address() as AddressInfo
  const times = { from: digits(FROM + from), to: digits(FROM + 600_000) }
  platform.order({
    kind: 'start-playback',
    host: '127.0.0.1',
    tcpPort: port,
    udpPort: 0,
    channel,
    media: 0,
    stream: 0,
    storage: 0,
    mode: 0,
    speed,
    ...times,
  })
}
const control = (command: number, speed = 0): void =>
  platform.order({ kind: 'control-playback', channel: 1, command, speed, position: '000000000000' })
const results = (): number[] => platform.received.flatMap(({ message }) => (message.kind === 'terminal-reply' ? [message.result] : []))

test('a recorder lists what it has between two times', async () => {
  platform.order({
    kind: 'query-recordings',
    channel: 1,
    from: digits(FROM + 60_000),
    to: '000000000000',
    alarmBits: new Uint8Array(8),
    media: 0,
    stream: 0,
    storage: 0,
  })
  const answer = await platform.until(({ kind }) => kind === 'recordings')
  expect(answer).toMatchObject({ items: [{ channel: 1, from: digits(FROM + 120_000), to: digits(FROM + 122_000), bytes: 96_000 }] })
})

test('it plays from a time on, with the times of the recording, over the gap to its end, and closes', async () => {
  start(59_000, 1)
  await expect.poll(() => pictures.length, SOON).toBeGreaterThan(5)
  expect(pictures[0]).toEqual({ at: 59_000, isKey: true })
  expect((pictures[1]?.at ?? 0) - 59_000).toBeCloseTo(67, -1)
  await expect.poll(() => sockets[0]?.destroyed, SOON).toBe(true)
  const times = pictures.map(({ at }) => at)
  expect(times.filter((at) => at >= 60_000 && at < 120_000)).toEqual([])
  expect(times.at(-1)).toBeGreaterThan(121_900)
})

test('it pauses, goes on at 16 times with key pictures only, and ends; what it does not have fails', async () => {
  start(0)
  await expect.poll(() => pictures.length, SOON).toBeGreaterThan(1)
  control(1)
  await expect.poll(results, SOON).toEqual([0, 0])
  const count = pictures.length
  control(3, 5)
  await expect.poll(() => pictures.length, SOON).toBeGreaterThan(count + 4)
  const fast = pictures.slice(count + 1)
  expect(fast.every(({ isKey }) => isKey)).toBe(true)
  expect((fast[1]?.at ?? 0) - (fast[0]?.at ?? 0)).toBe(2_000)
  control(2)
  await expect.poll(() => sockets[0]?.destroyed, SOON).toBe(true)
  start(300_000)
  start(0, 0, 2)
  await expect.poll(results, SOON).toEqual([0, 0, 0, 0, 1, 3])
})
