import { crc32 } from 'node:zlib'
import { replyResults } from '@tanker/protocol/codes'
import { encodeMessage, type Message } from '@tanker/protocol/message'
import { fileActions, fileResults, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { MAX_PARAMETER_FILE_BYTES } from '@tanker/protocol/tanker-extension/parameter-file'
import type { FileAnswer, Packet, Sending, SendingStep, TerminalProtocol } from './sending.ts'

const TRANSPARENT_DOWN = 0x8900
const NOTHING = new Uint8Array(0)

/** Reads one parameter file from a console (docs/tanker-extension.md, type F6): an offset, its bytes, the next offset. */
export class FileReading implements Sending {
  readonly silence = 'no-answer'
  readonly #file: number
  readonly #protocol: TerminalProtocol
  /** CRC-32 and length of the whole, from the first answer. */
  #whole: { readonly crc32: number; readonly total: number } | null = null
  #parts: Buffer[] = []
  #offset = 0
  #serial = 0

  constructor(file: number, protocol: TerminalProtocol) {
    this.#file = file
    this.#protocol = protocol
  }

  packets(serials: (count: number) => number): readonly Packet[] {
    this.#serial = serials(1)
    const message: Message = {
      kind: 'transparent-down',
      type: transparentTypes.tankerFile,
      content: 'tanker-file',
      version: 1,
      action: fileActions.read,
      file: this.#file,
      subject: 0,
      crc32: this.#whole?.crc32 ?? 0,
      total: this.#whole?.total ?? 0,
      offset: this.#offset,
      data: NOTHING,
    }
    return [{ ...encodeMessage(message, this.#protocol.version, this.#protocol.model), serial: this.#serial }]
  }

  /** Reading changes nothing, so it begins again. */
  askAgain(): void {
    this.#whole = null
    this.#parts = []
    this.#offset = 0
  }

  heard(message: Message): SendingStep | null {
    if (message.kind === 'transparent-up' && message.content === 'tanker-file')
      return message.action === fileActions.read && message.file === this.#file ? this.#take(message) : null
    if (message.kind !== 'terminal-reply' || message.replyId !== TRANSPARENT_DOWN || message.replySerial !== this.#serial) return null
    if (message.result === replyResults.ok) return null
    return message.result === replyResults.unsupported ? { do: 'fail', result: 'refused' } : { do: 'again', because: 'no-answer' }
  }

  #take({ result, next, data, crc32: sum, total }: FileAnswer): SendingStep {
    if (result === fileResults.wrongChecksum) return { do: 'again', because: 'checksum' }
    if (result === fileResults.noSuchFile) return { do: 'fail', result: 'no-such-file' }
    if (result !== fileResults.goOn && result !== fileResults.finished) return { do: 'fail', result: 'refused' }
    if (total > MAX_PARAMETER_FILE_BYTES) return { do: 'fail', result: 'refused' }
    // A part that came twice, or of an attempt before.
    if (next !== this.#offset) return { do: 'wait' }
    this.#whole ??= { crc32: sum, total }
    if (this.#whole.crc32 !== sum || this.#whole.total !== total) return { do: 'again', because: 'checksum' }
    this.#parts.push(Buffer.from(data))
    this.#offset += data.length
    if (this.#offset < total)
      return result === fileResults.finished || data.length === 0 ? { do: 'again', because: 'checksum' } : { do: 'send', ackedBytes: 0 }
    const content = Buffer.concat(this.#parts)
    return content.length === total && crc32(content) === sum ? { do: 'done', answer: content } : { do: 'again', because: 'checksum' }
  }
}
