import { randomUUID } from 'node:crypto'
import { encodeMessage, type Message } from '@tanker/protocol/message'
import type { Bus } from '../../platform/bus/bus.ts'
import { decodePromptNews, encodePrompt } from '../../platform/bus/prompt-payload.ts'

/** What became of a message: no gateway has the truck, it did not answer, or its result. */
export type PromptResult = 'offline' | 'no-answer' | number

type Waiting = { readonly done: (result: PromptResult) => void; timer: NodeJS.Timeout }

/** A gateway that has the truck says so at once. */
const takenWithinMs = 2_500

/** Sends messages to trucks by the gateways that have them, and waits for the answers. */
export class TruckPrompts {
  readonly #bus: Bus
  readonly #waiting = new Map<string, Waiting>()
  readonly #answerWithinMs: number
  readonly #unsubscribe: () => void

  constructor(bus: Bus, answerWithinMs: number) {
    this.#bus = bus
    this.#answerWithinMs = answerWithinMs
    this.#unsubscribe = bus.subscribe('prompts', (payload) => this.#heard(payload))
  }

  /** Messages of JT/T 1078 are the same in all editions of JT/T 808. */
  send(truckId: number, message: Message): Promise<PromptResult> {
    const prompt = randomUUID()
    const { id, body } = encodeMessage(message, 2019)
    return new Promise((done) => {
      this.#waiting.set(prompt, { done, timer: setTimeout(() => this.#end(prompt, 'offline'), takenWithinMs) })
      this.#bus.publish('prompts', encodePrompt({ prompt, truckId, messageId: id, body }))
    })
  }

  #heard(payload: string): void {
    const message = decodePromptNews(payload)
    const waiting = message === null ? undefined : this.#waiting.get(message.about)
    if (message === null || waiting === undefined) return
    if (message.news !== 'sent') return this.#end(message.about, message.news)
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(() => this.#end(message.about, 'no-answer'), this.#answerWithinMs)
  }

  #end(prompt: string, result: PromptResult): void {
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
