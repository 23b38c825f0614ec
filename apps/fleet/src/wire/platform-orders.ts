/** How a terminal answers what the platform orders. Pure: says what to send and what to change. */
import type { Location } from '@tanker/protocol/location'
import type { Message } from '@tanker/protocol/message'
import { replyResults, terminalCommands } from '@tanker/protocol/codes'
import type { Received } from './connection.ts'
import type { TankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import type { DeviceFiles } from './device-files.ts'
import { HARDWARE, MAKER, type Runs } from './on-board.ts'

/** What a terminal remembers besides its positions. */
export type TerminalMemory = {
  readonly parameters: Map<number, Uint8Array>
  readonly files: DeviceFiles
  runs: Runs
  readonly terminalId: string
  readonly phone: string
  /** The last location, for answers that carry one. */
  location: Location | null
  doorsLocked: boolean
}

export type OrderEffect =
  /** A firmware package is complete; its result is sent by 0x0108. */
  | { readonly kind: 'upgrade'; readonly version: string; readonly isOurs: boolean }
  | { readonly kind: 'track'; readonly intervalS: number; readonly validityS: number }
  | { readonly kind: 'alarms-confirmed'; readonly alarmBits: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'parameters-changed' }
  | { readonly kind: 'tank-table'; readonly file: TankTableFile }

export type OrderAnswer = { readonly replies: readonly Message[]; readonly effect?: OrderEffect }

export const heartbeatParameter = 0x0001
const doorType = 1
const doorsLockedBit = 1 << 12

const doubleWord = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

/** Settings of a new terminal: JT/T 808-2019 table 12. */
export function factoryParameters(): Map<number, Uint8Array> {
  return new Map([
    [heartbeatParameter, doubleWord(60)],
    [0x0020, doubleWord(0)],
    [0x0027, doubleWord(60)],
    [0x0028, doubleWord(5)],
    [0x0029, doubleWord(10)],
    [0x0030, doubleWord(30)],
    [0x0050, doubleWord(0)],
    [0x0055, doubleWord(80)],
    [0x0056, doubleWord(10)],
    [0x0057, doubleWord(14_400)],
    [0x0058, doubleWord(28_800)],
    [0x0059, doubleWord(1_200)],
    [0x005a, doubleWord(1_800)],
    [0x0080, doubleWord(0)],
    [0x0084, Uint8Array.of(2)],
  ])
}

export function parameterNumber(memory: TerminalMemory, id: number, otherwise: number): number {
  const value = memory.parameters.get(id)
  return value?.length === 4 ? new DataView(value.buffer, value.byteOffset, 4).getUint32(0) : otherwise
}

/** Orders that a real terminal obeys without showing anything: areas, texts, menus, phone books … */
const simplyAccepted: ReadonlySet<string> = new Set([
  'send-text',
  'link-check',
  'set-circles',
  'set-rectangles',
  'set-polygon',
  'set-route',
  'delete-circles',
  'delete-rectangles',
  'delete-polygons',
  'delete-routes',
  'set-events',
  'ask-question',
  'set-news-menu',
  'news',
  'set-phone-book',
  'call-back',
])

/** Null for what needs no answer. */
export function answerOrder({ message, id, serial }: Received, memory: TerminalMemory): OrderAnswer | null {
  const reply = (result: number): Message => ({ kind: 'terminal-reply', replySerial: serial, replyId: id, result })
  const done: OrderAnswer = { replies: [reply(replyResults.ok)] }
  const refused: OrderAnswer = { replies: [reply(replyResults.unsupported)] }
  const parameters = (ids: Iterable<number>): Message => ({
    kind: 'parameters-answer',
    replySerial: serial,
    parameters: [...ids].flatMap((one) => {
      const value = memory.parameters.get(one)
      return value ? [{ id: one, value }] : []
    }),
  })
  if (simplyAccepted.has(message.kind)) return done
  switch (message.kind) {
    case 'platform-reply':
    case 'registration-answer':
    case 'time-answer':
    case 'media-received':
    case 'evidence-file-answer':
      return null
    case 'set-parameters':
      // The bytes are a view on the socket's buffer.
      for (const one of message.parameters) memory.parameters.set(one.id, one.value.slice())
      return { ...done, effect: { kind: 'parameters-changed' } }
    case 'query-all-parameters':
      return { replies: [parameters(memory.parameters.keys())] }
    case 'query-parameters':
      return { replies: [parameters(message.ids)] }
    case 'query-attributes':
      return {
        replies: [
          {
            kind: 'attributes-answer',
            type: 0b0000_0110,
            maker: MAKER,
            terminalModel: 'TANKER-1',
            terminalId: memory.terminalId,
            iccid: `89860${memory.phone.padStart(15, '0')}`,
            hardware: HARDWARE.console,
            firmware: memory.runs.console,
            gnss: 0b11,
            communication: 0b10_0000,
          },
        ],
      }
    case 'location-query':
      return memory.location
        ? { replies: [{ kind: 'location-answer', replySerial: serial, location: memory.location }] }
        : { replies: [reply(replyResults.failed)] }
    case 'tracking-control':
      return { ...done, effect: { kind: 'track', intervalS: message.intervalS, validityS: message.validityS ?? 0 } }
    case 'confirm-alarm':
      return { ...done, effect: { kind: 'alarms-confirmed', alarmBits: message.alarmBits } }
    case 'terminal-control':
      if (message.command === terminalCommands.reset) return { ...done, effect: { kind: 'restart' } }
      return message.command === terminalCommands.upgradeOverTheAir || message.command === terminalCommands.factoryReset ? done : refused
    case 'vehicle-control': {
      memory.doorsLocked = ((message.flag ?? message.items?.find(({ type }) => type === doorType)?.parameter ?? 0) & 1) === 1
      if (!memory.location) return { replies: [reply(replyResults.failed)] }
      const statusBits = memory.doorsLocked ? memory.location.statusBits | doorsLockedBit : memory.location.statusBits & ~doorsLockedBit
      return {
        replies: [{ kind: 'vehicle-control-answer', replySerial: serial, location: { ...memory.location, statusBits: statusBits >>> 0 } }],
      }
    }
    case 'transparent-down': {
      if (message.content !== 'tanker-file') return done
      const { messages, table } = memory.files.answer(message)
      return { replies: [reply(replyResults.ok), ...messages], ...(table && { effect: { kind: 'tank-table', file: table } }) }
    }
    case 'upgrade-package':
      return { ...done, effect: { kind: 'upgrade', version: message.version, isOurs: message.type === 0 && message.maker === MAKER } }
    case 'fragment':
      return done
    case 'malformed':
      return { replies: [reply(replyResults.badMessage)] }
    default:
      return refused
  }
}
