/** How a terminal answers what the platform orders. Pure: says what to send and what to change. */
import type { FirmwareDevice } from '@tanker/domain/devices/firmware'
import { isPermitted } from '@tanker/parameters/define-parameter'
import { syscfg } from '@tanker/parameters/device-files/syscfg'
import { isOfEdition, TERMINAL_PARAMETERS, terminalParameter } from '@tanker/parameters/terminal-parameters'
import type { Location } from '@tanker/protocol/location'
import type { Message } from '@tanker/protocol/message'
import { replyResults, terminalCommands } from '@tanker/protocol/codes'
import type { Received } from './connection.ts'
import { decodeParameter, encodeParameter } from '@tanker/protocol/terminal-parameter'
import type { TruckCamera } from '../camera/truck-camera.ts'
import { createDeviceFiles, type DeviceFiles, type FileFault } from './device-files.ts'
import { createLiveCameras, type LiveCameras } from './live-cameras.ts'
import { createRecordedVideo, type RecordedVideo } from './recorded-video.ts'
import type { PasswordCheck } from './password-check.ts'
import { AS_MADE, HARDWARE, MAKER, type Runs } from './on-board.ts'
import type { CommandEffect, TerminalOptions } from './terminal-options.ts'

/** What a terminal remembers besides its positions. */
export type TerminalMemory = {
  readonly parameters: Map<number, Uint8Array>
  readonly files: DeviceFiles
  readonly camera: TruckCamera | null
  readonly liveVideo: LiveCameras
  readonly recordedVideo: RecordedVideo
  readonly passwords: PasswordCheck | null
  runs: Runs
  readonly terminalId: string
  readonly phone: string
  /** The last location, for answers that carry one. */
  location: Location | null
  doorsLocked: boolean
}

/** `fault`: the replies go late, or the console restarts instead. */
export type CommandAnswer = { readonly replies: readonly Message[]; readonly effect?: CommandEffect; readonly fault?: FileFault }

export const heartbeatParameter = 0x0001
const doorType = 1
const doorsLockedBit = 1 << 12

const factorySettings = (edition: 2013 | 2019): ReadonlyMap<number, Uint8Array> =>
  new Map(
    TERMINAL_PARAMETERS.flatMap(({ parameters }) =>
      parameters.flatMap((one) =>
        one.default === undefined || !isOfEdition(one, edition) ? [] : [[one.id, encodeParameter(one, one.default)] as const],
      ),
    ),
  )

/** What every terminal leaves the factory with: the defaults of JT/T 808, and none of what is set when it is installed. */
const FACTORY = { 2013: factorySettings(2013), 2019: factorySettings(2019) } as const

/** Settings of a new terminal; their bytes are shared and never changed. */
export const factoryParameters = (edition: 2013 | 2019): Map<number, Uint8Array> => new Map(FACTORY[edition])

/** The heartbeat of syscfg.txt is that of the terminal. */
function setHeartbeat(memory: TerminalMemory, seconds: number): void {
  const parameter = terminalParameter(heartbeatParameter)
  if (parameter) memory.parameters.set(heartbeatParameter, encodeParameter(parameter, seconds))
}

/** What a terminal begins with. */
export function terminalMemory(
  options: TerminalOptions,
  upgraded: (device: FirmwareDevice, version: string) => void,
  isOnline: () => boolean,
): TerminalMemory {
  const cameras = { phone: options.phone, version: options.version, open: options.video ?? (() => null), isOnline }
  const memory: TerminalMemory = {
    parameters: factoryParameters(options.version),
    files: createDeviceFiles({
      runs: () => memory.runs,
      upgradeWorks: options.upgradeWorks ?? (() => true),
      upgraded,
      own: options.ownFiles ?? null,
      fault: options.fileFault ?? (() => null),
    }),
    camera: options.camera ?? null,
    liveVideo: createLiveCameras(cameras),
    recordedVideo: createRecordedVideo({ ...cameras, recordings: options.recordings ?? null }),
    passwords: options.passwords ?? null,
    runs: options.runs ?? AS_MADE,
    terminalId: options.terminalId,
    phone: options.phone,
    location: null,
    doorsLocked: false,
  }
  if (options.ownFiles?.heartbeatS) setHeartbeat(memory, options.ownFiles.heartbeatS)
  return memory
}

/** A setting as a number; what is not set or no number is `otherwise`. */
export function parameterNumber(memory: TerminalMemory, id: number, otherwise: number): number {
  const [parameter, bytes] = [terminalParameter(id), memory.parameters.get(id)]
  const value = parameter && bytes && decodeParameter(parameter, bytes)
  return typeof value === 'number' ? value : otherwise
}

/** Whether a terminal takes the setting: any of its maker, and of the standard what it permits. */
function isTaken(id: number, bytes: Uint8Array): boolean {
  const parameter = terminalParameter(id)
  if (parameter === undefined) return true
  const value = decodeParameter(parameter, bytes)
  return value !== null && isPermitted(parameter, value)
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
export function answerCommand({ message, id, serial }: Received, memory: TerminalMemory): CommandAnswer | null {
  const reply = (result: number): Message => ({ kind: 'terminal-reply', replySerial: serial, replyId: id, result })
  const done: CommandAnswer = { replies: [reply(replyResults.ok)] }
  const refused: CommandAnswer = { replies: [reply(replyResults.unsupported)] }
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
    case 'evidence-file-answer':
      return null
    case 'set-parameters':
      if (!message.parameters.every((one) => isTaken(one.id, one.value))) return { replies: [reply(replyResults.failed)] }
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
      if (message.content === 'tanker-password')
        return memory.passwords ? { replies: [reply(replyResults.ok), memory.passwords.answer(message)] } : refused
      if (message.content !== 'tanker-file') return done
      const { messages, table, parameters: written, fault } = memory.files.answer(message)
      if (written?.file === syscfg.number) setHeartbeat(memory, Number(written.values.fields['heartbeatInterval']))
      return {
        replies: fault === 'reboot' ? [] : [reply(replyResults.ok), ...messages],
        ...(table && { effect: { kind: 'tank-table', file: table } }),
        ...(written && { effect: { kind: 'parameter-file', ...written } }),
        ...(fault && { fault }),
      }
    }
    case 'start-live-video':
    case 'control-live-video':
      return { replies: [reply(memory.liveVideo(message))] }
    case 'query-recordings': {
      const listed = memory.recordedVideo.list(message, serial)
      return listed === null ? refused : { replies: [listed] }
    }
    case 'start-playback':
    case 'control-playback':
      return { replies: [reply(memory.recordedVideo.play(message))] }
    case 'request-evidence':
      if (memory.camera === null) return refused
      return memory.camera.ask(message) ? done : { replies: [reply(replyResults.failed)] }
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
