import { replyResults, upgradeResults } from '@tanker/protocol/codes'
import { encodeMessage, type Message, type MessageOfKind } from '@tanker/protocol/message'
import { HeadedBytes } from './headed-bytes.ts'
import type { OpenCommand, CommandResult } from './open-command.ts'
import type { Packet, Sending, SendingStep, TerminalProtocol } from './sending.ts'

const QUESTION = 0x8107
const PACKAGE = 0x8108
/** The terminal itself among what 0x8108 can upgrade. */
const TERMINAL = 0
/** As `encodeFrames` cuts: whole frames stay below 1 KB, and 4 MB make fewer parts than terminals join. */
const PART_BYTES = 1_000
/** Unanswered parts in flight: enough for a slow line, few enough to resend. */
const IN_FLIGHT = 16

/**
 * The console's own firmware by JT/T 808: 0x8107 asks what it runs, 0x8108 brings the package in parts that 0x0001 answers one by
 * one, 0x0108 reports the outcome, and only the version in 0x0107 confirms the upgrade. The standard has no resume after a lost
 * connection: the package is sent again from the start, unless the console already runs it.
 */
export class PackageUpgrade implements Sending {
  readonly #command: OpenCommand
  readonly #protocol: TerminalProtocol
  readonly #body: HeadedBytes
  readonly #total: number
  #phase: 'asking' | 'sending' | 'installing' = 'asking'
  /** The console had all of it before this connection or this server. */
  #wasSent: boolean
  /** It does not support 0x8107, so its reported success is the only confirmation. */
  #isMute = false
  /** It has all of it and still runs something else. */
  #runsAnother = false
  /** Serial of the first part; null before any was sent. */
  #first: number | null = null
  /** The lowest part not yet sent, from 1. */
  #next = 1
  #wantedAgain: number[] = []
  readonly #acked = new Set<number>()

  constructor(command: OpenCommand, protocol: TerminalProtocol) {
    this.#command = command
    this.#protocol = protocol
    this.#wasSent = command.state === 'synchronizing'
    this.#body = new HeadedBytes(headOf(command, protocol), command.content)
    this.#total = Math.ceil(this.#body.length / PART_BYTES)
  }

  get silence(): CommandResult {
    return this.#runsAnother ? 'version' : 'no-answer'
  }

  packets(serials: (count: number) => number): readonly Packet[] {
    if (this.#phase !== 'sending') {
      const { version, model } = this.#protocol
      return [{ ...encodeMessage({ kind: 'query-attributes' }, version, model), serial: serials(1) }]
    }
    const first = (this.#first ??= serials(this.#total))
    const packets = this.#wantedAgain.splice(0, IN_FLIGHT).map((index) => this.#part(index, first))
    while (this.#next <= this.#total && this.#next - 1 - this.#acked.size < IN_FLIGHT) packets.push(this.#part(this.#next++, first))
    return packets
  }

  askAgain(): void {
    this.#phase = 'asking'
    this.#wasSent = false
    this.#runsAnother = false
    this.#first = null
    this.#next = 1
    this.#wantedAgain = []
    this.#acked.clear()
  }

  heard(message: Message): SendingStep | null {
    switch (message.kind) {
      case 'attributes-answer':
        return this.#reported(message)
      case 'terminal-reply':
        return message.replyId === PACKAGE ? this.#answered(message) : message.replyId === QUESTION ? this.#notReported(message) : null
      case 'terminal-resend-request':
        return this.#missing(message)
      case 'upgrade-result':
        return message.type === TERMINAL ? this.#ended(message.result) : null
      default:
        return null
    }
  }

  #reported({ firmware, hardware }: MessageOfKind<'attributes-answer'>): SendingStep | null {
    if (firmware === this.#command.newVersion) return { do: 'done' }
    const isOther = this.#command.hardware !== '' && hardware !== '' && hardware !== this.#command.hardware
    if (isOther) return { do: 'fail', result: 'hardware' }
    if (this.#phase === 'sending') return null
    if (this.#phase === 'installing' || this.#wasSent) return this.#installing(true)
    return this.#begin()
  }

  #notReported({ result }: MessageOfKind<'terminal-reply'>): SendingStep | null {
    if (result !== replyResults.unsupported || this.#phase !== 'asking') return null
    this.#isMute = true
    return this.#wasSent ? this.#installing(false) : this.#begin()
  }

  #begin(): SendingStep {
    this.#phase = 'sending'
    return { do: 'send', ackedBytes: 0 }
  }

  #installing(runsAnother: boolean): SendingStep {
    this.#phase = 'installing'
    this.#runsAnother = runsAnother
    return { do: 'synchronize' }
  }

  #answered({ replySerial, result }: MessageOfKind<'terminal-reply'>): SendingStep | null {
    if (this.#first === null) return null
    const index = ((replySerial - this.#first) & 0xffff) + 1
    if (index >= this.#next) return null
    if (result === replyResults.unsupported) return { do: 'fail', result: 'refused' }
    if (result !== replyResults.ok) return { do: 'again', because: 'refused' }
    this.#acked.add(index)
    return this.#acked.size === this.#total ? this.#installing(false) : this.#onTheWay()
  }

  #missing({ originalSerial, missing }: MessageOfKind<'terminal-resend-request'>): SendingStep | null {
    if (this.#first === null || ((originalSerial - this.#first) & 0xffff) >= this.#total) return null
    const wanted = missing.filter((index) => index >= 1 && index < this.#next)
    if (wanted.length === 0) return null
    for (const index of wanted) this.#acked.delete(index)
    this.#wantedAgain = [...new Set([...this.#wantedAgain, ...wanted])]
    this.#phase = 'sending'
    return this.#onTheWay()
  }

  #onTheWay = (): SendingStep => ({ do: 'send', ackedBytes: Math.min(this.#acked.size * PART_BYTES, this.#command.content.length) })

  #ended(result: number): SendingStep | null {
    const hasAll = this.#phase === 'installing' || this.#wasSent
    if (result === upgradeResults.ok) {
      // The result of another package, or too early to be of this one.
      if (!hasAll) return null
      if (this.#isMute) return { do: 'done' }
      this.#phase = 'installing'
      return { do: 'send', ackedBytes: this.#command.content.length }
    }
    if (!hasAll && this.#first === null) return null
    return result === upgradeResults.cancelled ? { do: 'fail', result: 'cancelled' } : { do: 'again', because: 'device' }
  }

  #part(index: number, first: number): Packet {
    return {
      id: PACKAGE,
      serial: (first + index - 1) & 0xffff,
      body: this.#body.slice((index - 1) * PART_BYTES, index * PART_BYTES),
      ...(this.#total === 1 ? {} : { fragment: { total: this.#total, index } }),
    }
  }
}

/** The message up to the firmware, its length at the end. */
function headOf({ maker, newVersion, content }: OpenCommand, { version, model }: TerminalProtocol): Uint8Array {
  const empty = { kind: 'upgrade-package', type: TERMINAL, maker, version: newVersion, package: new Uint8Array(0) } as const
  const { body } = encodeMessage(empty, version, model)
  new DataView(body.buffer, body.byteOffset, body.length).setUint32(body.length - 4, content.length)
  return body
}
