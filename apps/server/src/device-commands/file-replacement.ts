import { crc32 } from 'node:zlib'
import type { Message } from '@tanker/protocol/message'
import type { Payload } from './define-device-command.ts'
import { FileReading } from './file-reading.ts'
import { FileTransfer } from './file-transfer.ts'
import type { OpenCommand } from './open-command.ts'
import type { Packet, Sending, SendingStep, TerminalProtocol } from './sending.ts'

/**
 * Replaces a parameter file of a console: reads what it has, which is kept, writes, and reads what it then has. After silence or a new
 * connection the console is asked what it has; it is not written again if that is already the new file.
 */
export class FileReplacement implements Sending {
  readonly silence = 'no-answer'
  readonly #command: OpenCommand
  readonly #payload: Extract<Payload, { done: 'replaced' }>
  readonly #protocol: TerminalProtocol
  #phase: 'before' | 'write' | 'after'
  #part: Sending
  #isReadTwice = false

  constructor(command: OpenCommand, payload: Extract<Payload, { done: 'replaced' }>, protocol: TerminalProtocol) {
    this.#command = command
    this.#payload = payload
    this.#protocol = protocol
    this.#phase = command.hasKept ? 'write' : 'before'
    this.#part = this.#partOf(this.#phase)
  }

  packets(serials: (count: number) => number): readonly Packet[] {
    return this.#part.packets(serials)
  }

  askAgain(): void {
    this.#part.askAgain()
  }

  heard(message: Message): SendingStep | null {
    const step = this.#part.heard(message)
    if (step?.do !== 'done') return step
    switch (this.#phase) {
      case 'before':
        return this.#mayWrite(step.answer ?? Buffer.alloc(0))
      case 'write':
        this.#enter('after')
        return { do: 'send', ackedBytes: this.#command.content.length }
      case 'after':
        if (step.answer?.equals(this.#command.content) === true) return step
        // It may be a late answer of before the write: what differs is read once more.
        if (this.#isReadTwice) return { do: 'fail', result: 'read-back', ...(step.answer && { answer: step.answer }) }
        this.#isReadTwice = true
        this.#enter('after')
        return { do: 'send', ackedBytes: this.#command.content.length }
    }
  }

  /** Writes only what its user saw: a file that was changed at the truck since is not overwritten. */
  #mayWrite(had: Buffer): SendingStep {
    if (had.equals(this.#command.content)) return { do: 'done', answer: had }
    if (crc32(had) !== this.#payload.seen) return { do: 'fail', result: 'changed', answer: had }
    this.#enter('write')
    return { do: 'keep', had }
  }

  #enter(phase: 'write' | 'after'): void {
    this.#phase = phase
    this.#part = this.#partOf(phase)
  }

  #partOf(phase: 'before' | 'write' | 'after'): Sending {
    const { file } = this.#payload
    return phase === 'write'
      ? new FileTransfer(this.#command, { done: 'file', file, head: new Uint8Array(0) }, this.#protocol)
      : new FileReading(file, this.#protocol)
  }
}
