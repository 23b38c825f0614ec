import { type Socket, connect } from 'node:net'
import { defaultModel } from '@tanker/protocol/device-model'
import { msToDeviceTime } from '@tanker/protocol/device-time'
import { type Version, encodeFrame, encodeFrames } from '@tanker/protocol/frame'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { type Location, decodeLocation } from '@tanker/protocol/location'
import { type DecodedMessage, type Message, decodeMessage, encodeMessage } from '@tanker/protocol/message'

/** A position as a test says it; the rest is a truck standing in Suzhou with a good fix. */
export type TestPosition = Partial<Location> & { readonly at: number }

/** The id of the terminal that tests announce for a phone. */
export const terminalIdOf = (phone: string): string => `T${phone.slice(-6)}`

/** A bare terminal for tests: bytes out, messages in. */
export class TestDevice {
  readonly messages: DecodedMessage[] = []
  /** Under which serial each of them came. */
  readonly serials = new WeakMap<DecodedMessage, number>()
  readonly socket: Socket
  closed = false
  #serial = 0
  #waiting: (() => void)[] = []
  readonly #version: Version

  private constructor(socket: Socket, version: Version) {
    this.socket = socket
    this.#version = version
    const stream = createFrameStream({
      onFrame: (frame) => {
        const message = decodeMessage({ ...frame, body: frame.body.slice() })
        this.messages.push(message)
        this.serials.set(message, frame.serial)
        this.#wake()
      },
      onBad: (bad) => {
        throw new Error(`the gateway sent a bad frame: ${bad.reason}`)
      },
    })
    socket.on('data', (chunk: Buffer) => stream.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.closed = true
      this.#wake()
    })
  }

  /** @param from an address of this machine */
  static async connect(port: number, version: Version = 2013, from = '127.0.0.1'): Promise<TestDevice> {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from })
    const device = new TestDevice(socket, version)
    await new Promise<void>((done, fail) => {
      socket.once('connect', () => done())
      socket.once('error', fail)
    })
    return device
  }

  /** Sends a message and answers its serial. */
  send(phone: string, message: Message, serial?: number): number {
    const { id, body } = encodeMessage(message, this.#version)
    const mine = serial ?? (this.#serial = (this.#serial + 1) & 0xffff)
    const frames = encodeFrames({ id, version: this.#version, phone, serial: mine, body })
    for (const frame of frames) this.socket.write(frame)
    // Each part has a serial of its own, and an answer.
    if (serial === undefined) this.#serial = (this.#serial + frames.length - 1) & 0xffff
    return mine
  }

  raw(bytes: Uint8Array): void {
    this.socket.write(bytes)
  }

  /** Sends a body under any id. */
  sendBody(phone: string, id: number, body: Uint8Array, serial: number): void {
    this.socket.write(encodeFrame({ id, version: this.#version, phone, serial, body }))
  }

  /** Result of the platform's general reply to a serial, or 'closed' when the socket ended first. */
  async replyTo(serial: number): Promise<number | 'closed'> {
    const found = await this.next((message) => message.kind === 'platform-reply' && message.replySerial === serial)
    return found?.kind === 'platform-reply' ? found.result : 'closed'
  }

  /** The first message, past or future, that fits; null when the socket ends before. */
  async next(fits: (message: DecodedMessage) => boolean): Promise<DecodedMessage | null> {
    for (;;) {
      const index = this.messages.findIndex(fits)
      if (index >= 0) return this.messages.splice(index, 1)[0] ?? null
      if (this.closed) return null
      await new Promise<void>((done) => this.#waiting.push(done))
    }
  }

  async register(phone: string, terminalId = terminalIdOf(phone)): Promise<{ result: number; code: string }> {
    const serial = this.send(phone, {
      kind: 'registration',
      province: 32,
      city: 500,
      maker: 'TEST',
      terminalModel: 'M1',
      terminalId,
      plateColour: 2,
      plate: '苏E12345',
    })
    const answer = await this.next((message) => message.kind === 'registration-answer' && message.replySerial === serial)
    if (answer?.kind !== 'registration-answer') throw new Error('the socket was closed instead of an answer to the registration')
    return { result: answer.result, code: answer.authCode ?? '' }
  }

  async authenticate(phone: string, code: string): Promise<number | 'closed'> {
    return this.replyTo(this.send(phone, { kind: 'authentication', authCode: code }))
  }

  /** Sends a position and waits for its acknowledgement. */
  async position(phone: string, position: TestPosition): Promise<number | 'closed'> {
    return this.replyTo(this.send(phone, { kind: 'location-report', location: locationOf(position) }))
  }

  async untilClosed(): Promise<void> {
    while (!this.closed) await new Promise<void>((done) => this.#waiting.push(done))
  }

  close(): void {
    this.socket.destroy()
  }

  #wake(): void {
    for (const done of this.#waiting.splice(0)) done()
  }
}

/** The location a test means. */
export function locationOf({ at, ...given }: TestPosition): Location {
  const empty = decodeLocation(new Uint8Array(28), defaultModel)
  if (!empty) throw new Error('28 bytes are a location')
  return {
    ...empty,
    statusBits: 0b11,
    lat: 31.3,
    lng: 120.6,
    altitudeM: 10,
    speedKmh: 0,
    headingDeg: 90,
    time: msToDeviceTime(at, 480),
    extras: { mileageKm: 1_000, satellites: 12 },
    ...given,
  }
}
