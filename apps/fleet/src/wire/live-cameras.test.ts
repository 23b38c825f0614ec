import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type CameraItem, MediaFrames } from '@tanker/protocol/jt1078/media-frames'
import type { MediaPacket } from '@tanker/protocol/jt1078/media-packet'
import { MediaStream } from '@tanker/protocol/jt1078/media-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { type APlatform, aPlatform } from './a-platform.ts'
import type { VideoSource } from './live-cameras.ts'
import { createTerminal, type Terminal } from './terminal.ts'

const PHONE = '14408001001'
const SOON = { timeout: 10_000, interval: 10 }

let platform: APlatform
let terminal: Terminal
let media: Server
let sockets: Socket[]
let packets: MediaPacket[]
let items: CameraItem[]
beforeEach(async () => {
  platform = await aPlatform()
  ;[sockets, packets, items] = [[], [], []]
  media = createServer((socket) => {
    sockets.push(socket)
    const [stream, frames] = [new MediaStream(), new MediaFrames()]
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const packet of stream.push(chunk)) {
        if (packet === 'bad') throw new Error('the camera sent bad bytes')
        packets.push({ ...packet, data: packet.data.slice() })
        items.push(...frames.push(packet))
      }
    })
  })
})
afterEach(async () => {
  terminal.close()
  await platform.close()
  for (const socket of sockets) socket.destroy()
  media.close()
})
const listen = (port = 0): Promise<number> =>
  new Promise((done) => media.listen(port, '127.0.0.1', () => done((media.address() as AddressInfo).port)))

/** A picture says its channel, stream, and whether it is the first; a key frame needs three packets. */
const sourceOf = (channel: number, stream: 'main' | 'sub'): VideoSource => ({
  frameAt: (_at, isFirst) => ({
    bytes: new Uint8Array(isFirst ? 2_500 : 100).fill(channel * 10 + (stream === 'main' ? 1 : 0)),
    isKey: isFirst,
  }),
})

async function aTerminal(version: 2013 | 2019 = 2019): Promise<void> {
  terminal = createTerminal({
    host: '127.0.0.1',
    port: platform.port,
    phone: PHONE,
    version,
    terminalId: 'TK81001',
    plate: '苏B12345',
    plateColour: 2,
    random: createRandom(1),
    authCode: null,
    video: (channel, stream) => (channel === 1 ? 'offline' : channel <= 3 ? sourceOf(channel, stream) : null),
  })
  await expect.poll(() => terminal.online, SOON).toBe(true)
}
const start = (port: number, channel: number, stream = 1, dataType = 0): void =>
  platform.order({ kind: 'start-live-video', host: '127.0.0.1', tcpPort: port, udpPort: 0, channel, dataType, stream })
const stop = (channel: number, stream = 1, command = 0): void =>
  platform.order({ kind: 'control-live-video', channel, command, close: 0, stream })
/** Results of the answers about live video, in their order. */
const results = (): number[] => platform.received.flatMap(({ message }) => (message.kind === 'terminal-reply' ? [message.result] : []))

test.each([2013, 2019] as const)(
  'a terminal of %i brings the stream that was asked for, beginning with a key frame, 15 frames a second',
  async (version) => {
    await aTerminal(version)
    const port = await listen()
    const before = Date.now()
    start(port, 3)
    await expect.poll(() => items.length, SOON).toBeGreaterThan(16)
    const after = Date.now()
    expect(results()).toEqual([0])
    expect(items[0]).toMatchObject({ is: 'picture', payloadType: 98, data: new Uint8Array(2_500).fill(30) })
    expect(items.slice(1).every((item) => item.is === 'picture' && item.data.length === 100)).toBe(true)
    expect(packets.every(({ phone, channel }) => phone === PHONE && channel === 3)).toBe(true)
    const times = items.flatMap((item) => (item.is === 'picture' ? [item.at] : []))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(before)
    expect(Math.max(...times)).toBeLessThanOrEqual(after)
    // 16 steps of a fifteenth of a second, or fewer pictures on a machine that is late.
    expect(after - before).toBeGreaterThanOrEqual(1_000)
  },
)

test('two streams of a channel are sent at once, each over a connection of its own, and one is closed by itself', async () => {
  await aTerminal()
  const port = await listen()
  start(port, 3, 0)
  start(port, 3, 1)
  await expect.poll(() => sockets.length, SOON).toBe(2)
  stop(3, 0)
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length, SOON).toBe(1)
  const marks = (): number[] => items.slice(-5).flatMap((item) => (item.is === 'picture' ? [item.data[0] ?? 0] : []))
  items = []
  await expect.poll(() => items.length, SOON).toBeGreaterThan(3)
  expect(new Set(marks())).toEqual(new Set([30]))
  expect(results()).toEqual([0, 0, 0])
})

test('a camera that does not answer is a failure; a channel without one, intercom and a pause are not supported', async () => {
  await aTerminal()
  const port = await listen()
  start(port, 1)
  start(port, 4)
  start(port, 3, 1, 2)
  stop(3, 1, 2)
  await expect.poll(results, SOON).toEqual([1, 3, 3, 3])
  expect(sockets).toEqual([])
})

test('a port that opens late is dialled again, and streams end with the connection to the platform', async () => {
  await aTerminal()
  const port = await listen()
  await new Promise((done) => media.close(done))
  start(port, 2)
  await expect.poll(results, SOON).toEqual([0])
  await listen(port)
  await expect.poll(() => items.length, SOON).toBeGreaterThan(0)
  platform.cutAll()
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed), SOON).toBe(true)
})
