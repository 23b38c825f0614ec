import { type Socket, connect } from 'node:net'
import { encodeFrame } from '@tanker/protocol/frame'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { type DecodedMessage, decodeMessage, encodeMessage } from '@tanker/protocol/message'
import { BENCH_CODE, phoneOf } from './ground.ts'

/** A terminal that sends the bytes it is given and writes down what it hears. */
export class PlainTerminal {
  /** Result of the platform's general reply, by the serial it answers. */
  readonly answered = new Map<number, number>()
  /** Everything else, with the serial under which it came. */
  readonly heard: { readonly message: DecodedMessage; readonly serial: number }[] = []
  closed = false
  readonly phone: string
  readonly #socket: Socket
  readonly #waiting = new Set<() => void>()
  #serial = 0

  private constructor(socket: Socket, phone: string) {
    this.#socket = socket
    this.phone = phone
    const stream = createFrameStream({
      onFrame: (frame) => {
        const message = decodeMessage({ ...frame, body: frame.body.slice() })
        if (message.kind === 'platform-reply') this.answered.set(message.replySerial, message.result)
        else this.heard.push({ message, serial: frame.serial })
        this.#wake()
      },
      onBad: ({ reason }) => {
        throw new Error(`the gateway sent a bad frame: ${reason}`)
      },
    })
    socket.on('data', (chunk: Buffer) => stream.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.closed = true
      this.#wake()
    })
  }

  /** Connects as a truck and authenticates. */
  static async signIn(port: number, truck: number): Promise<PlainTerminal> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const terminal = new PlainTerminal(socket, phoneOf(truck))
    const serial = terminal.say({ kind: 'authentication', authCode: BENCH_CODE })
    await terminal.until(() => terminal.answered.has(serial))
    if (terminal.answered.get(serial) !== 0) throw new Error(`truck ${truck} could not sign in: ${terminal.answered.get(serial)}`)
    return terminal
  }

  /** Sends a message under a serial of its own and answers it. */
  say(message: Parameters<typeof encodeMessage>[0]): number {
    this.#serial += 1
    const { id, body } = encodeMessage(message, 2013)
    this.send([encodeFrame({ id, version: 2013, phone: this.phone, serial: this.#serial, body })])
    return this.#serial
  }

  send(frames: readonly Uint8Array[]): void {
    this.#socket.write(Buffer.concat(frames))
  }

  /** Resolves when it holds or the socket was closed; answers whether it holds. */
  async until(holds: () => boolean): Promise<boolean> {
    while (!holds() && !this.closed) {
      await new Promise<void>((done) => {
        const wake = (): void => {
          this.#waiting.delete(wake)
          done()
        }
        this.#waiting.add(wake)
      })
    }
    return holds()
  }

  close(): void {
    this.#socket.destroy()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }
}
