import { encodeFrame } from '@tanker/protocol/frame'
import type { Message } from '@tanker/protocol/message'
import type { ReplyHandler } from '../device-commands/sending.ts'
import type { Bus } from '../platform/bus/bus.ts'
import { decodePrompt, encodePromptNews } from '../platform/bus/prompt-payload.ts'
import type { Session } from './session.ts'

/** Messages of which no answer has come, the newest ones. */
const MAX_UNANSWERED = 1_000

const keyOf = (truckId: number, messageId: number, serial: number): string => `${truckId} ${messageId} ${serial}`

/**
 * Sends trucks what other processes want them to have at once, beside any command under way, and says what they answered. A truck that
 * is not connected here gets nothing, and nothing is said.
 */
export class PromptMessages implements ReplyHandler {
  readonly #bus: Bus
  readonly #sessionOf: (truckId: number) => Session | undefined
  /** By truck, message and serial, what it is called on the bus. */
  readonly #unanswered = new Map<string, string>()
  readonly #unsubscribe: () => void

  constructor(bus: Bus, sessionOf: (truckId: number) => Session | undefined) {
    this.#bus = bus
    this.#sessionOf = sessionOf
    this.#unsubscribe = bus.subscribe('prompts', (payload) => this.#send(payload))
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
  }

  #send(payload: string): void {
    const order = decodePrompt(payload)
    const session = order === null ? undefined : this.#sessionOf(order.truckId)
    if (order === null || session === undefined || session.closed) return
    const { connection, phone, version, truckId } = session
    const serial = connection.nextSerial()
    connection.write(encodeFrame({ id: order.messageId, version, phone, serial, body: order.body }))
    this.#unanswered.set(keyOf(truckId, order.messageId, serial), order.prompt)
    const [oldest] = this.#unanswered.keys()
    if (this.#unanswered.size > MAX_UNANSWERED && oldest !== undefined) this.#unanswered.delete(oldest)
    this.#bus.publish('prompts', encodePromptNews({ about: order.prompt, news: 'sent' }))
  }

  heard(session: Session, message: Message): void {
    if (message.kind !== 'terminal-reply') return
    const key = keyOf(session.truckId, message.replyId, message.replySerial)
    const about = this.#unanswered.get(key)
    if (about === undefined) return
    this.#unanswered.delete(key)
    this.#bus.publish('prompts', encodePromptNews({ about, news: message.result }))
  }
}
