import { replyResults } from '@tanker/protocol/codes'
import { encodeMessage, type Message } from '@tanker/protocol/message'
import type { Payload } from './define-device-command.ts'
import type { Packet, Sending, SendingStep, TerminalProtocol } from './sending.ts'

/** As `encodeFrames` cuts: whole frames stay below 1 KB. */
const PART_BYTES = 1_000

/** One message to a terminal: done when it is acknowledged, or when its answer comes. */
export class MessageTransfer implements Sending {
  readonly silence = 'no-answer'
  readonly #payload: Extract<Payload, { done: 'ack' | 'reply' }>
  readonly #id: number
  readonly #body: Uint8Array
  readonly #parts: number
  /** Serial of the first part; null before it was sent. */
  #first: number | null = null

  constructor(payload: Extract<Payload, { done: 'ack' | 'reply' }>, { version, model }: TerminalProtocol) {
    const { id, body } = encodeMessage(payload.message, version, model)
    this.#payload = payload
    this.#id = id
    this.#body = body
    this.#parts = Math.max(1, Math.ceil(body.length / PART_BYTES))
  }

  packets(serials: (count: number) => number): readonly Packet[] {
    const total = this.#parts
    const first = serials(total)
    this.#first = first
    return Array.from({ length: total }, (_, part) => ({
      id: this.#id,
      serial: (first + part) & 0xffff,
      body: this.#body.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
      ...(total === 1 ? {} : { fragment: { total, index: part + 1 } }),
    }))
  }

  /** The message itself asks: it is sent again. */
  askAgain(): void {}

  heard(message: Message): SendingStep | null {
    const isOurs = (serial: number): boolean => this.#first !== null && ((serial - this.#first) & 0xffff) < this.#parts
    if (this.#payload.done === 'reply' && this.#payload.matches(message, isOurs)) {
      const { answer, result } = this.#payload.judge?.(message) ?? {}
      const kept = answer === undefined ? {} : { answer }
      return result === undefined ? { do: 'done', ...kept } : { do: 'fail', result, ...kept }
    }
    if (message.kind !== 'terminal-reply' || message.replyId !== this.#id || !isOurs(message.replySerial)) return null
    if (message.result === replyResults.failed) return { do: 'again', because: 'refused' }
    if (message.result !== replyResults.ok) return { do: 'fail', result: 'refused' }
    return this.#payload.done === 'ack' ? { do: 'done' } : { do: 'wait' }
  }
}
