import { crc32 } from 'node:zlib'
import { replyResults } from '@tanker/protocol/codes'
import { encodeMessage, type Message } from '@tanker/protocol/message'
import { fileActions, fileResults, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { HeadedBytes } from './headed-bytes.ts'
import type { Payload } from './define-device-command.ts'
import type { OpenCommand } from './open-command.ts'
import type { FileAnswer, Packet, Sending, SendingStep, TerminalProtocol } from './sending.ts'

/** Bytes of a part: its frame stays below 1,000 bytes, as devices expect. */
const PART_BYTES = 800
const TRANSPARENT_DOWN = 0x8900

/** Transfer of one file to a console (docs/tanker-extension.md, type F6): a part, its answer, the next part. */
export class FileTransfer implements Sending {
  readonly silence = 'no-answer'
  readonly #command: OpenCommand
  readonly #protocol: TerminalProtocol
  readonly #file: number
  readonly #bytes: HeadedBytes
  readonly #crc32: number
  /** Offset of the part in flight; null: the console is being asked where to continue. */
  #offset: number | null = null
  #serial = 0

  constructor(command: OpenCommand, { file, head }: Extract<Payload, { done: 'file' }>, protocol: TerminalProtocol) {
    this.#command = command
    this.#protocol = protocol
    this.#file = file
    this.#bytes = new HeadedBytes(head, command.content)
    this.#crc32 = head.length === 0 ? command.crc32 : crc32(command.content, crc32(head))
  }

  packets(serials: (count: number) => number): readonly Packet[] {
    this.#serial = serials(1)
    return [{ ...encodeMessage(this.message(), this.#protocol.version, this.#protocol.model), serial: this.#serial }]
  }

  /** The message to send now: the query where to continue, or the wanted part. */
  message(): Message {
    const offset = this.#offset ?? 0
    return {
      kind: 'transparent-down',
      type: transparentTypes.tankerFile,
      content: 'tanker-file',
      version: 1,
      action: fileActions.write,
      file: this.#file,
      subject: this.#command.compartment,
      crc32: this.#crc32,
      total: this.#bytes.length,
      offset,
      data: this.#offset === null ? new Uint8Array(0) : this.#bytes.slice(offset, offset + PART_BYTES),
    }
  }

  askAgain(): void {
    this.#offset = null
  }

  heard(message: Message): SendingStep | null {
    if (message.kind === 'transparent-up' && message.content === 'tanker-file') return this.#isAbout(message) ? this.#take(message) : null
    // Only a refusal of the message itself says more than its answer.
    if (message.kind !== 'terminal-reply' || message.replyId !== TRANSPARENT_DOWN || message.replySerial !== this.#serial) return null
    if (message.result === replyResults.ok) return null
    return message.result === replyResults.unsupported ? { do: 'fail', result: 'refused' } : { do: 'again', because: 'no-answer' }
  }

  /** Whether an answer is about this file and no other: the same bytes, for the same compartment. */
  #isAbout(answer: FileAnswer): boolean {
    return (
      answer.action === fileActions.write &&
      answer.file === this.#file &&
      answer.subject === this.#command.compartment &&
      answer.crc32 === this.#crc32 &&
      answer.total === this.#bytes.length
    )
  }

  #take({ result, next }: FileAnswer): SendingStep {
    switch (result) {
      case fileResults.goOn:
        // The wanted part is in flight: a repeated answer must not send it twice.
        if (next === this.#offset) return { do: 'wait' }
        if (next >= this.#bytes.length) return { do: 'fail', result: 'refused' }
        this.#offset = next
        return { do: 'send', ackedBytes: Math.min(next, this.#command.content.length) }
      case fileResults.finished:
        return { do: 'done' }
      case fileResults.beingPutToUse:
        return { do: 'synchronize' }
      case fileResults.wrongChecksum:
        return { do: 'again', because: 'checksum' }
      case fileResults.notUpgraded:
        return { do: 'again', because: 'device' }
      case fileResults.noSuchFile:
        return { do: 'fail', result: 'no-such-file' }
      case fileResults.tableUnusable:
        return { do: 'fail', result: 'table' }
      case fileResults.pipeUnusable:
        return { do: 'fail', result: 'pipe' }
      default:
        return { do: 'fail', result: 'refused' }
    }
  }
}
