// Plays many trucks for the benches: a child process that takes commands and reports its measurements.
import { type Socket, connect } from 'node:net'
import { encodeFrame } from '@tanker/protocol/frame'
import { encodeMessage } from '@tanker/protocol/message'
import { BENCH_CODE, phoneOf } from './ground.ts'
import { PositionFrame } from './position-frame.ts'

export type LoadGeneratorOrder =
  /** The trucks' own clocks begin at `beginMs`, ms since 1970; hours ago when it is not said, so that they may run ahead of time. */
  | {
      readonly do: 'connect'
      readonly port: number
      readonly from: number
      readonly trucks: number
      readonly atOnce: number
      readonly beginMs?: number
    }
  /** `rate` positions a second over all trucks; 0: each truck sends its next position when the last is acknowledged. */
  | { readonly do: 'drive'; readonly seconds: number; readonly rate: number }
  | { readonly do: 'heartbeats'; readonly seconds: number; readonly everyS: number }
  | { readonly do: 'close' }

export type LoadGeneratorReport = {
  readonly acked: number
  readonly sent: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

type Truck = {
  number: number
  socket: Socket
  frame: PositionFrame
  serial: number
  at: number
  sentAt: number
  ready: boolean
  rest: Buffer | null
  onReply: (() => void) | null
}

const STEP_MS = 10_000
const HISTORY_MS = 20 * 3_600_000
/** One read buffer for all sockets: replies are counted before the next read. */
const received = Buffer.allocUnsafeSlow(65_536)
let trucks: Truck[] = []
let onAck: (truck: Truck) => void = () => undefined
let beginMs = Date.now() - HISTORY_MS

/** Replies are 0x8001 of 2013, between two 7E; what else the platform asks is not answered. Only their number matters here. */
function countReplies(truck: Truck, chunk: Buffer): void {
  let at = 0
  const bytes = truck.rest ? Buffer.concat([truck.rest, chunk]) : chunk
  truck.rest = null
  for (;;) {
    const open = bytes.indexOf(0x7e, at)
    if (open < 0) return
    const close = bytes.indexOf(0x7e, open + 1)
    if (close < 0) {
      truck.rest = Buffer.from(bytes.subarray(open))
      return
    }
    if (bytes[open + 1] === 0x80 && bytes[open + 2] === 0x01) onAck(truck)
    at = close + 1
  }
}

async function connectTruck(number: number, port: number): Promise<Truck> {
  const phone = phoneOf(number)
  const { id, body } = encodeMessage({ kind: 'authentication', authCode: BENCH_CODE }, 2013)
  const hello = encodeFrame({ id, version: 2013, phone, serial: 0, body })
  return new Promise((done, fail) => {
    const socket = connect({
      host: `127.0.0.${1 + Math.floor(number / 15_000)}`,
      port,
      localAddress: `127.0.0.${1 + Math.floor(number / 15_000)}`,
      onread: {
        buffer: received,
        callback(length: number, bytes: Uint8Array): boolean {
          const chunk = bytes.subarray(0, length) as Buffer
          if (truck.ready) countReplies(truck, chunk)
          else {
            truck.ready = true
            done(truck)
          }
          return true
        },
      },
    })
    const truck: Truck = {
      number,
      socket,
      frame: new PositionFrame(phone, number),
      serial: 1,
      at: beginMs + (number % 10) * 1_000,
      sentAt: 0,
      ready: false,
      rest: null,
      onReply: null,
    }
    socket.setNoDelay(true)
    socket.once('connect', () => socket.write(hello))
    socket.once('error', fail)
    socket.once('close', () => fail(new Error(`truck ${number} was cut off`)))
  })
}

function sendNext(truck: Truck): void {
  truck.at += STEP_MS
  truck.sentAt = performance.now()
  // One unacknowledged position a truck: its bytes are not needed again before they are overwritten.
  truck.socket.write(truck.frame.next(truck.serial++, truck.at))
}

async function drive(seconds: number, rate: number): Promise<LoadGeneratorReport> {
  const latencies: number[] = []
  let acked = 0
  let sent = 0
  let running = true
  const idle: Truck[] = []
  const start = performance.now()
  onAck = (truck) => {
    acked += 1
    latencies.push(performance.now() - truck.sentAt)
    if (rate === 0 && running) {
      sent += 1
      sendNext(truck)
    } else idle.push(truck)
  }
  if (rate === 0) for (const truck of trucks) sendNext(truck)
  sent = rate === 0 ? trucks.length : 0
  if (rate > 0) {
    idle.push(...trucks)
    let head = 0
    await new Promise<void>((done) => {
      const timer = setInterval(() => {
        const elapsed = (performance.now() - start) / 1000
        if (elapsed >= seconds) {
          clearInterval(timer)
          done()
          return
        }
        for (let due = Math.floor(elapsed * rate) - sent; due > 0 && head < idle.length; due -= 1) {
          sendNext(idle[head++] as Truck)
          sent += 1
        }
        if (head > 50_000) {
          idle.splice(0, head)
          head = 0
        }
      }, 2)
    })
  } else await new Promise((done) => setTimeout(done, seconds * 1000))
  running = false
  const elapsed = (performance.now() - start) / 1000
  const inTime = acked
  for (let waited = 0; acked < sent && waited < 10_000; waited += 10) await new Promise((done) => setTimeout(done, 10))
  latencies.sort((a, b) => a - b)
  const at = (p: number): number => latencies[Math.min(latencies.length - 1, Math.floor((latencies.length * p) / 100))] ?? Number.NaN
  onAck = () => undefined
  if (acked < sent) throw new Error(`${sent - acked} of ${sent} positions were never acknowledged`)
  return { acked: inTime, sent, seconds: elapsed, p50: at(50), p99: at(99), max: latencies.at(-1) ?? Number.NaN }
}

async function heartbeats(seconds: number, everyS: number): Promise<LoadGeneratorReport> {
  const { id, body } = encodeMessage({ kind: 'heartbeat' }, 2013)
  let acked = 0
  let sent = 0
  onAck = () => (acked += 1)
  const perTick = trucks.length / (everyS * 50)
  const start = performance.now()
  let owed = 0
  let next = 0
  while (performance.now() - start < seconds * 1000) {
    for (owed += perTick; owed >= 1; owed -= 1) {
      const truck = trucks[next++ % trucks.length] as Truck
      truck.socket.write(encodeFrame({ id, version: 2013, phone: phoneOf(truck.number), serial: truck.serial++ & 0xffff, body }))
      sent += 1
    }
    await new Promise((done) => setTimeout(done, 20))
  }
  await new Promise((done) => setTimeout(done, 500))
  onAck = () => undefined
  return { acked, sent, seconds, p50: 0, p99: 0, max: 0 }
}

async function connectAll(order: Extract<LoadGeneratorOrder, { do: 'connect' }>): Promise<LoadGeneratorReport> {
  const start = performance.now()
  const latencies: number[] = []
  trucks = []
  beginMs = order.beginMs ?? beginMs
  let next = order.from
  const last = order.from + order.trucks
  const work = async (): Promise<void> => {
    while (next < last) {
      const number = next++
      const begin = performance.now()
      for (let attempt = 0; ; attempt += 1) {
        try {
          trucks.push(await connectTruck(number, order.port))
          break
        } catch (error) {
          if (attempt > 600) throw error
          await new Promise((done) => setTimeout(done, 50 + Math.random() * 50))
        }
      }
      latencies.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: order.atOnce }, work))
  latencies.sort((a, b) => a - b)
  return {
    acked: trucks.length,
    sent: order.trucks,
    seconds: (performance.now() - start) / 1000,
    p50: latencies[latencies.length >> 1] ?? 0,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    max: latencies.at(-1) ?? 0,
  }
}

async function obey(order: LoadGeneratorOrder): Promise<LoadGeneratorReport | null> {
  switch (order.do) {
    case 'connect':
      return connectAll(order)
    case 'drive':
      return drive(order.seconds, order.rate)
    case 'heartbeats':
      return heartbeats(order.seconds, order.everyS)
    case 'close':
      for (const truck of trucks) truck.socket.destroy()
      trucks = []
      return null
  }
}

process.on('message', (order: LoadGeneratorOrder) => {
  obey(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
