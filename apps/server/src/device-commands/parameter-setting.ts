import type { TerminalValues } from '@tanker/parameters/sendable-parameters'
import { terminalParameter } from '@tanker/parameters/terminal-parameters'
import { encodeMessage, type Message } from '@tanker/protocol/message'
import { replyResults } from '@tanker/protocol/codes'
import { decodeParameter, encodeParameter } from '@tanker/protocol/terminal-parameter'
import type { Payload } from './define-device-command.ts'
import type { OpenCommand } from './open-command.ts'
import type { Packet, Sending, SendingStep, TerminalProtocol } from './sending.ts'

const SET = 0x8103
const QUERY = 0x8106

/**
 * Sets terminal parameters (0x8103): reads what the terminal has (0x8106), which is kept, sets them, and reads them again. After silence or
 * a new connection it asks first and sets nothing that is already as wanted.
 */
export class ParameterSetting implements Sending {
  readonly silence = 'no-answer'
  readonly #wanted: TerminalValues
  readonly #ids: readonly number[]
  readonly #protocol: TerminalProtocol
  #phase: 'before' | 'check' | 'set' | 'after'
  /** Serial of the message that waits for its answer. */
  #serial: number | null = null

  constructor({ hasKept }: Pick<OpenCommand, 'hasKept'>, { values }: Extract<Payload, { done: 'parameters' }>, protocol: TerminalProtocol) {
    this.#wanted = values
    this.#ids = Object.keys(values).map(Number)
    this.#protocol = protocol
    this.#phase = hasKept ? 'check' : 'before'
  }

  packets(serials: (count: number) => number): readonly Packet[] {
    const serial = serials(1)
    this.#serial = serial
    const { id, body } = encodeMessage(this.#message(), this.#protocol.version, this.#protocol.model)
    return [{ id, body, serial }]
  }

  /** Whether the terminal took the values is not known: it is asked. */
  askAgain(): void {
    if (this.#phase === 'set') this.#phase = 'check'
  }

  heard(message: Message): SendingStep | null {
    if (message.kind === 'terminal-reply') return this.#acknowledged(message)
    if (message.kind !== 'parameters-answer' || message.replySerial !== this.#serial || this.#phase === 'set') return null
    const has = this.#valuesIn(message.parameters)
    const answer = Buffer.from(JSON.stringify(has))
    const isAsWanted = this.#ids.every((id) => has[id] === this.#wanted[id])
    if (isAsWanted) return { do: 'done', answer }
    if (this.#phase === 'after') return { do: 'fail', result: 'read-back', answer }
    const isFirst = this.#phase === 'before'
    this.#phase = 'set'
    return isFirst ? { do: 'keep', had: answer } : { do: 'send', ackedBytes: 0 }
  }

  #acknowledged({ replyId, replySerial, result }: Extract<Message, { kind: 'terminal-reply' }>): SendingStep | null {
    if (replySerial !== this.#serial || replyId !== (this.#phase === 'set' ? SET : QUERY)) return null
    if (result !== replyResults.ok) return { do: 'fail', result: 'refused' }
    if (this.#phase !== 'set') return { do: 'wait' }
    this.#phase = 'after'
    return { do: 'send', ackedBytes: 0 }
  }

  #message(): Message {
    if (this.#phase !== 'set') return { kind: 'query-parameters', ids: [...this.#ids] }
    const parameters = this.#ids.flatMap((id) => {
      const [parameter, value] = [terminalParameter(id), this.#wanted[id]]
      return parameter === undefined || value === undefined ? [] : [{ id, value: encodeParameter(parameter, value) }]
    })
    return { kind: 'set-parameters', parameters }
  }

  /** What the terminal has, by number; a parameter that it does not have is left out. */
  #valuesIn(parameters: readonly { readonly id: number; readonly value: Uint8Array }[]): TerminalValues {
    return Object.fromEntries(
      parameters.flatMap(({ id, value }) => {
        const parameter = this.#ids.includes(id) ? terminalParameter(id) : undefined
        const decoded = parameter && decodeParameter(parameter, value)
        return decoded === undefined || decoded === null ? [] : [[String(id), decoded]]
      }),
    )
  }
}
