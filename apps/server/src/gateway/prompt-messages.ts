import { encodeFrame } from '@tanker/protocol/frame'
import { encodeMessage, type Message, type MessageOfKind } from '@tanker/protocol/message'
import { replyResults } from '@tanker/protocol/codes'
import type { ReplyHandler } from '../device-commands/sending.ts'
import type { Bus } from '../platform/bus/bus.ts'
import { decodePrompt, encodePromptNews } from '../platform/bus/prompt-payload.ts'
import type { Session } from './session.ts'

/** Messages of which no answer has come, the newest ones. */
const MAX_UNANSWERED = 1_000

/** Recordings of one answer that are passed on; a recorder that cuts each minute has more of a day. */
const MAX_RECORDINGS = 1_000
/** So many fit into one payload of the bus. */
const recordingsAPart = 150
const [QUERY_RECORDINGS, START_PLAYBACK] = [0x9205, 0x9201]

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
    if (message.kind === 'recordings') return this.#listed(session, message)
    if (message.kind !== 'terminal-reply') return
    // Some terminals take the question with 0x0001 first, and list the recordings then.
    if (message.replyId === QUERY_RECORDINGS && message.result === replyResults.ok) return
    const about = this.#answered(session, message.replyId, message.replySerial)
    if (about !== null) this.#bus.publish('prompts', encodePromptNews({ about, news: message.result }))
  }

  /** Takes what is answered from the list of what is not. */
  #answered({ truckId }: Session, messageId: number, serial: number): string | null {
    const key = keyOf(truckId, messageId, serial)
    const about = this.#unanswered.get(key) ?? null
    this.#unanswered.delete(key)
    return about
  }

  #listed(session: Session, { replySerial, items }: MessageOfKind<'recordings'>): void {
    const about = this.#answered(session, QUERY_RECORDINGS, replySerial)
    if (about === null) {
      // JT/T 1078 lets a terminal answer the start of a playback with the list of what it plays.
      const started = this.#answered(session, START_PLAYBACK, replySerial)
      if (started !== null) this.#bus.publish('prompts', encodePromptNews({ about: started, news: replyResults.ok }))
      return
    }
    const listed = items.slice(0, MAX_RECORDINGS)
    const isCut = listed.length < items.length
    const parts = Math.max(1, Math.ceil(listed.length / recordingsAPart))
    for (let part = 0; part < parts; part += 1) {
      const own = listed.slice(part * recordingsAPart, (part + 1) * recordingsAPart)
      const { body } = encodeMessage({ kind: 'recordings', replySerial, items: own }, session.version)
      this.#bus.publish('prompts', encodePromptNews({ about, news: { part, parts, isCut, body } }))
    }
  }
}
