import { createServer, type Server, type Socket } from 'node:net'
import { AttachmentStream } from '@tanker/protocol/attachment-stream'
import { msToDeviceTime, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'
import { encodeFrame, type Frame } from '@tanker/protocol/frame'
import { decodeMessage, encodeMessage, type Message } from '@tanker/protocol/message'
import { decode } from 'jpeg-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { locationOf } from '../scripted-truck.ts'
import { type APlatform, aPlatform } from '../wire/a-platform.ts'
import { createTerminal, type Terminal } from '../wire/terminal.ts'
import { createTruckCamera, type TruckCamera, type TruckCameraOptions } from './truck-camera.ts'

const PHONE = '14408001001'
const TERMINAL_ID = 'TK81001'
const NUMBER = 'a'.repeat(32)
const DAY_MS = 86_400_000
const at = Date.UTC(2026, 10, 23, 0, 15)

/** Takes pictures in as T/JSATL 12 says, and asks for what is missing. */
class PictureTaker {
  readonly files = new Map<string, Buffer>()
  readonly asked: number[] = []
  connections = 0
  cutsFirst = false
  readonly #server: Server = createServer((socket) => void this.#serve(socket).catch(() => {}))
  readonly #sockets = new Set<Socket>()

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as { port: number }).port
  }

  async #serve(socket: Socket): Promise<void> {
    this.connections += 1
    this.#sockets.add(socket)
    socket.on('error', () => {})
    const came = new Map<string, Set<number>>()
    const stream = new AttachmentStream()
    const send = ({ phone, version }: Frame, message: Message): void => {
      const { id, body } = encodeMessage(message, version)
      socket.write(encodeFrame({ id, version, phone, serial: 1, body }))
    }
    for await (const chunk of socket)
      for (const item of stream.push(chunk as Buffer)) {
        if (item.is === 'bad') throw new Error('bytes that are neither a packet nor a piece')
        if (item.is === 'data') {
          const [name, bytes] = [...this.files].find(([name]) => name.slice(0, 50) === item.name)!
          bytes.set(item.bytes, item.offset)
          for (let i = 0; i < item.bytes.length; i += 1) came.get(name)!.add(item.offset + i)
          continue
        }
        const message = decodeMessage(item.frame)
        if (message.kind === 'evidence-files') {
          for (const { name, bytes } of message.files) {
            this.files.set(name, Buffer.alloc(bytes))
            came.set(name, new Set())
          }
          if (this.cutsFirst && this.connections === 1) return void socket.destroy()
        }
        if (message.kind !== 'evidence-file-ended') {
          send(item.frame, { kind: 'platform-reply', replySerial: item.frame.serial, replyId: item.frame.id, result: 0 })
          continue
        }
        const offset = Array.from({ length: message.bytes }, (_, i) => i).find((i) => !came.get(message.name)!.has(i))
        const missing = offset === undefined ? [] : [{ offset, length: message.bytes - offset }]
        if (missing.length > 0) this.asked.push(missing.length)
        send(item.frame, { kind: 'evidence-file-answer', name: message.name, type: 0, result: missing.length, missing })
      }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

let platform: APlatform
let taker: PictureTaker
let port: number
let camera: TruckCamera
let terminal: Terminal
let now: number
beforeEach(async () => {
  now = at
  taker = new PictureTaker()
  port = await taker.open()
  platform = await aPlatform()
})
afterEach(async () => {
  camera.stop()
  terminal.close()
  await Promise.all([platform.close(), taker.close()])
})

/** A truck that has reported a phone call at the wheel with two pictures. */
async function aTruck(changes: Partial<TruckCameraOptions> = {}): Promise<void> {
  const identity = { phone: PHONE, version: 2019, terminalId: TERMINAL_ID, plate: '苏A6G261' } as const
  camera = createTruckCamera({ ...identity, losesPiece: () => false, now: () => now, againMs: 10, ...changes })
  const time = msToDeviceTime(at, standardZoneOffsetMinutes)
  const mark = { terminalId: TERMINAL_ID, time, sequence: 0, attachments: 2, reserved: 0 }
  const tail = { speedKmh: 63, altitudeM: 10, lat: 31.5, lng: 120.3, time, vehicleStatus: 1, mark }
  const block = { item: 0x65, alarmId: 1, flag: 1, type: 2, level: 2, fatigue: 0, reserved: 0, ...tail } as const
  camera.see({ ...locationOf({ lat: 31.5, lng: 120.3 }), safety: [block] })
  terminal = createTerminal({
    ...identity,
    host: '127.0.0.1',
    port: platform.port,
    plateColour: 2,
    random: createRandom(1),
    authCode: null,
    camera,
  })
  await platform.until(({ kind }) => kind === 'authentication')
}

const ask = (sequence = 0): void =>
  platform.order({
    kind: 'request-evidence',
    host: '127.0.0.1',
    tcpPort: port,
    udpPort: 0,
    mark: { terminalId: TERMINAL_ID, time: msToDeviceTime(at, standardZoneOffsetMinutes), sequence, attachments: 2, reserved: 0 },
    alarmNumber: NUMBER,
    reserved: new Uint8Array(16),
  })
const answered = (result: number) =>
  platform.until((message) => message.kind === 'terminal-reply' && message.replyId === 0x9208 && message.result === result)

const readable = (): number => [...taker.files.values()].filter((bytes) => bytes.at(-1) === 0xd9 && bytes.at(-2) === 0xff).length

test('a truck that is asked sends real pictures over a connection of its own', async () => {
  await aTruck()
  ask()
  await answered(0)
  await expect.poll(readable).toBe(2)
  const names = [...taker.files.keys()]
  expect(names).toEqual([0, 1].map((index) => `00_65_6502_${index}_${NUMBER}.jpg`))
  const [first, second] = [...taker.files.values()].map((bytes) => decode(bytes))
  expect([first?.width, first?.height]).toEqual([480, 270])
  expect(first?.data.equals(second?.data ?? Buffer.alloc(0))).toBe(false)
  expect(taker.asked).toEqual([])
})

test('pieces that were lost are sent when the platform asks for them', async () => {
  let pieces = 0
  await aTruck({ losesPiece: () => [1, 2, 4].includes((pieces += 1)) })
  ask()
  await expect.poll(readable).toBe(2)
  for (const bytes of taker.files.values()) expect(decode(bytes).width).toBe(480)
  expect(taker.asked.length).toBeGreaterThan(0)
})

test('a truck whose connection was cut dials again', async () => {
  taker.cutsFirst = true
  await aTruck()
  ask()
  await expect.poll(readable).toBe(2)
  expect(taker.connections).toBe(2)
})

test('pictures that the memory card no longer has, or never had, are refused', async () => {
  await aTruck()
  ask(7)
  await answered(1)
  platform.received.length = 0
  now = at + 3 * DAY_MS + 1_000
  ask()
  await answered(1)
  expect(taker.connections).toBe(0)
})
