// The longest wait of another truck while one truck sends the worst that it may, for each kind of message.
// Usage: npm run bench -- long-turns [--gate]   --gate exits with 1 above 250 ms (on an idle machine).
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { defaultModel } from '@tanker/protocol/device-model'
import { encodeFrame } from '@tanker/protocol/frame'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { decodeLocation } from '@tanker/protocol/location'
import { encodeLocation } from '@tanker/protocol/test-location'
import { decodeMessage, encodeMessage } from '@tanker/protocol/message'
import { msToDeviceTime } from '@tanker/protocol/device-time'
import { BENCH_CODE, phoneOf, prepareGround, startGatewayProcess } from './ground.ts'

const { values } = parseArgs({ options: { gate: { type: 'boolean', default: false } } })
const LONGEST_MS = 250
const PART_BYTES = 1_000
const SECONDS = 4

type Truck = { readonly phone: string; send(...frames: Uint8Array[]): void; answer(serial: number): Promise<void>; close(): void }

async function sign(number: number, port: number): Promise<Truck> {
  const phone = phoneOf(number)
  const waiting = new Map<number, () => void>()
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  const stream = createFrameStream({
    onFrame(frame) {
      const message = decodeMessage(frame)
      if (message.kind === 'platform-reply') waiting.get(message.replySerial)?.()
    },
    onBad: () => undefined,
  })
  socket.on('data', (chunk) => stream.push(chunk))
  socket.on('error', () => undefined)
  const truck: Truck = {
    phone,
    send: (...frames) => socket.write(Buffer.concat(frames)),
    answer: (serial) => new Promise((done) => waiting.set(serial, done)),
    close: () => socket.destroy(),
  }
  const { id, body } = encodeMessage({ kind: 'authentication', authCode: BENCH_CODE }, 2013)
  const welcome = truck.answer(1)
  truck.send(encodeFrame({ id, version: 2013, phone, serial: 1, body }))
  await welcome
  return truck
}

const frameOf = (phone: string, id: number, body: Uint8Array, serial: number): Uint8Array =>
  encodeFrame({ id, version: 2013, phone, serial: serial & 0xffff, body })

/** A message in parts of the longest kind. */
function inParts(phone: string, id: number, body: Uint8Array): Uint8Array[] {
  const total = Math.ceil(body.length / PART_BYTES)
  return Array.from({ length: total }, (_, index) => {
    const part = body.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)
    return encodeFrame({ id, version: 2013, phone, serial: 100 + index, body: part, fragment: { total, index: index + 1 } })
  })
}

function positions(count: number, from: number): Uint8Array[] {
  const empty = decodeLocation(new Uint8Array(28), defaultModel)
  if (!empty) throw new Error('28 bytes are a location')
  return Array.from({ length: count }, (_, i) =>
    encodeLocation(
      { ...empty, statusBits: 3, lat: 31.3, lng: 120.6, time: msToDeviceTime(from + i * 1_000, 480), extras: {} },
      defaultModel,
    ).slice(),
  )
}
const batch = (items: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([
    Uint8Array.of(items.length >> 8, items.length & 0xff, 1),
    ...items.flatMap((item) => [Uint8Array.of(item.length >> 8, item.length & 0xff), item]),
  ])

const hourAgo = Date.now() - 3_600_000
/** The worst that is legal, by what it is. */
const worst: Record<string, (phone: string) => Uint8Array[]> = {
  'nothing (what this machine does by itself)': () => [],
  'one 0x0704 of 1,000 positions in parts': (phone) => inParts(phone, 0x0704, batch(positions(1_000, hourAgo))),
  'one 0x0704 of 33,000 positions in parts': (phone) => inParts(phone, 0x0704, batch(positions(33_000, hourAgo - 86_400_000))),
  'one 0x0704 of 495,000 empty items': (phone) => inParts(phone, 0x0704, new Uint8Array(990_000)),
  '1,000 frames 0x0704 of 34 positions': (phone) => {
    const all = positions(34_000, hourAgo - 172_800_000)
    return Array.from({ length: 1_000 }, (_, i) => frameOf(phone, 0x0704, batch(all.slice(i * 30, i * 30 + 30)), i))
  },
  '60,000 heartbeats': (phone) => Array.from({ length: 60_000 }, (_, i) => frameOf(phone, 0x0002, new Uint8Array(0), i)),
  'one 0x0900 file of 900 KB in parts': (phone) => inParts(phone, 0x0900, Buffer.concat([Uint8Array.of(0xf6), Buffer.alloc(900_000, 10)])),
  'one 0x0104 of parameters of 900 KB in parts': (phone) => inParts(phone, 0x0104, new Uint8Array(900_000)),
  'a first part of 4,000 messages': (phone) =>
    Array.from({ length: 4_000 }, (_, i) =>
      encodeFrame({ id: 0x0704, version: 2013, phone, serial: i, body: new Uint8Array(900), fragment: { total: i + 2, index: 1 } }),
    ),
}

const names = Object.keys(worst)
const ground = await prepareGround(names.length + 1)
const gateway = await startGatewayProcess(ground.url)
let isOver = false
try {
  const probe = await sign(names.length + 1, gateway.devicePort)
  let serial = 2
  for (const [index, name] of names.entries()) {
    const truck = await sign(index + 1, gateway.devicePort)
    const frames = worst[name]?.(truck.phone) ?? []
    truck.send(...frames)
    let longest = 0
    for (const began = performance.now(); performance.now() - began < SECONDS * 1_000;) {
      const sentAt = performance.now()
      const answered = probe.answer(serial)
      probe.send(frameOf(probe.phone, 0x0002, new Uint8Array(0), serial))
      serial += 1
      await answered
      longest = Math.max(longest, performance.now() - sentAt)
      // Within what a truck may send.
      await new Promise((done) => setTimeout(done, 25))
    }
    truck.close()
    if (longest > LONGEST_MS) isOver = true
    console.log(`${name.padEnd(48)} longest wait of another truck ${longest.toFixed(0).padStart(5)} ms`)
  }
  probe.close()
} finally {
  await gateway.kill('SIGTERM')
  await ground.stop()
}
if (values.gate && isOver) {
  console.error(`a turn of the event loop was longer than ${LONGEST_MS} ms`)
  process.exitCode = 1
}
