import { connect } from 'node:net'
import { encodeFrame } from '@tanker/protocol/frame'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { decodeMessage, encodeMessage } from '@tanker/protocol/message'
import { BENCH_CODE, phoneOf } from './ground.ts'
import { bcdOf, positionMessage } from './position-message.ts'

export type LedgerTruckOptions = {
  readonly number: number
  /** Ports of the gateways it may dial; it picks one at random each time. */
  readonly ports: () => readonly number[]
  /** Hang up by itself after a random time in this range; null stays until cut off. */
  readonly hopMs: readonly [number, number] | null
  /** Device time of the first position. */
  readonly startAt: number
  /** Pause between an acknowledgement and the next position. */
  readonly paceMs: number
}

const STEP_MS = 10_000
const ANSWER_WITHIN_MS = 4_000

/**
 * A truck that keeps a ledger: it sends one position at a time, sends it again — the same bytes — until it is
 * acknowledged, over any number of connections, and records what was acknowledged.
 */
export class LedgerTruck {
  /** Device times that a gateway acknowledged. */
  readonly acked: number[] = []
  connections = 0
  repeats = 0
  readonly #options: LedgerTruckOptions
  #step = 0
  #serial = 1
  #running = true

  constructor(options: LedgerTruckOptions) {
    this.#options = options
  }

  get truckId(): number {
    return this.#options.number
  }

  /** Drives until `stop`; resolves when the last position is acknowledged. */
  async run(): Promise<void> {
    while (this.#running) await this.#oneConnection()
  }

  stop(): void {
    this.#running = false
  }

  async #oneConnection(): Promise<void> {
    const { ports, hopMs, paceMs } = this.#options
    const choices = ports()
    const port = choices[Math.floor(Math.random() * choices.length)]
    if (port === undefined) {
      await pause(50)
      return
    }
    const link = await this.#dial(port)
    if (!link) {
      await pause(30 + Math.random() * 70)
      return
    }
    this.connections += 1
    const hopAt = hopMs ? Date.now() + hopMs[0] + Math.random() * (hopMs[1] - hopMs[0]) : Number.POSITIVE_INFINITY
    let first = true
    while (Date.now() < hopAt) {
      const at = this.#options.startAt + this.#step * STEP_MS
      if (!first || this.#step === 0) this.#serial = (this.#serial + 1) & 0xffff
      else this.repeats += 1
      first = false
      const answered = await link.send(this.#frame(at))
      if (!answered) break
      this.acked.push(at)
      this.#step += 1
      if (!this.#running) break
      await pause(paceMs)
    }
    link.close()
  }

  /** Half an hour of driving, a stretch too fast, five minutes of standing, and again. */
  #frame(at: number): Uint8Array {
    const phase = this.#step % 60
    const speedKmh = phase < 25 ? 50 : phase < 30 ? 75 : 0
    const message = positionMessage(this.#options.number)
    message.location.time = Array.from(bcdOf(at), (byte) => byte.toString(16).padStart(2, '0')).join('')
    message.location.speedKmh = speedKmh
    message.location.lat = 31 + Math.floor(this.#step / 60) * 0.04 + Math.min(phase, 30) * 0.0012
    const { id, body } = encodeMessage(message, 2013)
    return encodeFrame({ id, version: 2013, phone: phoneOf(this.#options.number), serial: this.#serial, body })
  }

  async #dial(port: number): Promise<{ send(frame: Uint8Array): Promise<boolean>; close(): void } | null> {
    const phone = phoneOf(this.#options.number)
    const socket = connect({ host: '127.0.0.1', port })
    let onReply: ((ok: boolean) => void) | null = null
    const settle = (ok: boolean): void => {
      const listener = onReply
      onReply = null
      listener?.(ok)
    }
    const stream = createFrameStream({
      onFrame: (frame) => {
        const message = decodeMessage(frame)
        if (message.kind === 'platform-reply' && message.replySerial === awaited) settle(message.result === 0)
      },
      onBad: () => settle(false),
    })
    let awaited = 0
    socket.on('data', (chunk: Buffer) => stream.push(chunk))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
    const ask = (bytes: Uint8Array, serial: number): Promise<boolean> =>
      new Promise((done) => {
        awaited = serial
        const timer = setTimeout(() => settle(false), ANSWER_WITHIN_MS)
        onReply = (ok) => {
          clearTimeout(timer)
          done(ok)
        }
        if (socket.destroyed) settle(false)
        else socket.write(bytes)
      })
    const { id, body } = encodeMessage({ kind: 'authentication', authCode: BENCH_CODE }, 2013)
    if (!(await ask(encodeFrame({ id, version: 2013, phone, serial: 0, body }), 0))) {
      socket.destroy()
      return null
    }
    return { send: (frame) => ask(frame, this.#serial), close: () => socket.destroy() }
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
