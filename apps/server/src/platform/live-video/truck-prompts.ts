import { randomUUID } from 'node:crypto'
import { decodeBody, encodeMessage, isDecoded, type Message, type MessageOfKind } from '@tanker/protocol/message'
import type { Bus } from '../bus/bus.ts'
import { decodePromptNews, encodePrompt, type RecordingsPart } from '../bus/prompt-payload.ts'

/** What became of a message: no gateway has the truck, it did not answer, or its result. */
export type PromptResult = 'offline' | 'no-answer' | number

/** One file of a recorder, as 0x1205 lists it. */
export type ListedRecording = MessageOfKind<'recordings'>['items'][number]

/** What a recorder has; `isCut`: it listed more. */
export type Listed = { readonly recordings: readonly ListedRecording[]; readonly isCut: boolean }

type Waiting = {
  readonly done: (result: PromptResult | Listed) => void
  readonly withinMs: number
  readonly parts: Map<number, readonly ListedRecording[]>
  timer: NodeJS.Timeout
}

/** A gateway that has the truck says so at once. */
const takenWithinMs = 2_500
const RECORDINGS = 0x1205

/** Sends messages to trucks by the gateways that have them, and waits for the answers. */
export class TruckPrompts {
  readonly #bus: Bus
  readonly #waiting = new Map<string, Waiting>()
  readonly #unsubscribe: () => void

  constructor(bus: Bus) {
    this.#bus = bus
    this.#unsubscribe = bus.subscribe('prompts', (payload) => this.#heard(payload))
  }

  async send(truckId: number, message: Message, withinMs: number): Promise<PromptResult> {
    const result = await this.#send(truckId, message, withinMs)
    return typeof result === 'object' ? 'no-answer' : result
  }

  /** Asks for recordings. */
  async list(truckId: number, message: MessageOfKind<'query-recordings'>, withinMs: number): Promise<PromptResult | Listed> {
    return this.#send(truckId, message, withinMs)
  }

  /** Messages of JT/T 1078 are the same in all editions of JT/T 808. */
  #send(truckId: number, message: Message, withinMs: number): Promise<PromptResult | Listed> {
    const prompt = randomUUID()
    const { id, body } = encodeMessage(message, 2019)
    return new Promise((done) => {
      const timer = setTimeout(() => this.#end(prompt, 'offline'), takenWithinMs)
      this.#waiting.set(prompt, { done, withinMs, parts: new Map(), timer })
      this.#bus.publish('prompts', encodePrompt({ prompt, truckId, messageId: id, body }))
    })
  }

  #heard(payload: string): void {
    const message = decodePromptNews(payload)
    const waiting = message === null ? undefined : this.#waiting.get(message.about)
    if (message === null || waiting === undefined) return
    const { about, news } = message
    if (typeof news === 'object') return this.#listed(about, waiting, news)
    if (news !== 'sent') return this.#end(about, news)
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(() => this.#end(about, 'no-answer'), waiting.withinMs)
  }

  #listed(prompt: string, { parts }: Waiting, { part, parts: count, isCut, body }: RecordingsPart): void {
    const message = decodeBody(RECORDINGS, body, 2019)
    if (!isDecoded(message) || message.kind !== 'recordings') return
    parts.set(part, message.items)
    if (parts.size < count) return
    const recordings = Array.from({ length: count }, (_, at) => parts.get(at) ?? []).flat()
    this.#end(prompt, { recordings, isCut })
  }

  #end(prompt: string, result: PromptResult | Listed): void {
    const waiting = this.#waiting.get(prompt)
    if (waiting === undefined) return
    clearTimeout(waiting.timer)
    this.#waiting.delete(prompt)
    waiting.done(result)
  }

  close(): void {
    this.#unsubscribe()
    for (const prompt of this.#waiting.keys()) this.#end(prompt, 'no-answer')
  }
}
