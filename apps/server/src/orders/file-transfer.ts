import { TANK_TABLE_FILE } from '@tanker/parameters/device-files'
import type { Message } from '@tanker/protocol/message'
import { fileActions, fileResults, transparentTypes, type TransparentUp } from '@tanker/protocol/messages/transparent.message'
import type { OpenOrder, OrderResult } from './order-rows.ts'

/** A part of a file, so that its frame stays below 1,000 bytes, as devices expect. */
const PART_BYTES = 800

export type FileAnswer = Extract<TransparentUp, { content: 'tanker-file' }>

/** What follows from an answer of the console. */
export type TransferStep =
  | { readonly do: 'send'; readonly ackedBytes: number }
  | { readonly do: 'wait' }
  | { readonly do: 'synchronize' }
  | { readonly do: 'done' }
  | { readonly do: 'again'; readonly because: 'checksum' }
  | { readonly do: 'fail'; readonly result: OrderResult }

/** One file on its way to a console (docs/tanker-extension.md, type F6): a part, its answer, the next part. Pure. */
export class FileTransfer {
  readonly #order: OpenOrder
  /** Where the part begins that is on its way; null: the console is being asked where to go on. */
  #offset: number | null = null

  constructor(order: OpenOrder) {
    this.#order = order
  }

  /** The message that is to be sent now: the question where to go on, or the part that is wanted. */
  message(): Message {
    const { content } = this.#order
    const offset = this.#offset ?? 0
    return {
      kind: 'transparent-down',
      type: transparentTypes.tankerFile,
      content: 'tanker-file',
      version: 1,
      action: fileActions.write,
      file: TANK_TABLE_FILE,
      subject: this.#order.compartment,
      crc32: this.#order.crc32,
      total: content.length,
      offset,
      data: this.#offset === null ? content.subarray(0, 0) : content.subarray(offset, offset + PART_BYTES),
    }
  }

  /** After silence or a new connection nobody knows what arrived: the console is asked again. */
  askAgain(): void {
    this.#offset = null
  }

  /** Whether an answer is about this file and no other: the same bytes, for the same compartment. */
  isAbout(answer: FileAnswer): boolean {
    const { compartment, crc32, content } = this.#order
    return (
      answer.action === fileActions.write &&
      answer.file === TANK_TABLE_FILE &&
      answer.subject === compartment &&
      answer.crc32 === crc32 &&
      answer.total === content.length
    )
  }

  take({ result, next }: FileAnswer): TransferStep {
    switch (result) {
      case fileResults.goOn:
        // The part that is wanted is on its way: what is answered twice must not be sent twice.
        if (next === this.#offset) return { do: 'wait' }
        if (next >= this.#order.content.length) return { do: 'fail', result: 'refused' }
        this.#offset = next
        return { do: 'send', ackedBytes: next }
      case fileResults.finished:
        return { do: 'done' }
      case fileResults.beingPutToUse:
        return { do: 'synchronize' }
      case fileResults.wrongChecksum:
        return { do: 'again', because: 'checksum' }
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
