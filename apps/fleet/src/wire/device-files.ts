/** The parameter files, tank tables and firmware that a console takes, written and read in chunks (0x8900 / 0x0900, type F6). */
import { crc32 } from 'node:zlib'
import type { FirmwareDevice } from '@tanker/domain/devices/firmware'
import {
  DEVICE_VERSIONS_FILE,
  deviceFile,
  FIRMWARE_FILES,
  isDeviceFile,
  isFirmwareFile,
  TANK_TABLE_FILE,
} from '@tanker/parameters/device-files'
import type { Message } from '@tanker/protocol/message'
import { fileActions, fileResults, type TransparentDown, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { encodeDeviceVersions } from '@tanker/protocol/tanker-extension/device-versions-file'
import { readFirmwareHead } from '@tanker/protocol/tanker-extension/firmware-file'
import { decodeTankTableFile, type TankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import type { FileValues } from '@tanker/parameters/file-values'
import { MAX_PARAMETER_FILE_BYTES } from '@tanker/protocol/tanker-extension/parameter-file'
import { HARDWARE, MAKER, type Runs } from './on-board.ts'
import type { OwnFiles } from './own-files.ts'

type FileCommand = Extract<TransparentDown, { content: 'tanker-file' }>

/** The answers, in this order, and what was put to use: a tank table, a parameter file. */
export type FileAnswers = {
  readonly messages: readonly Message[]
  readonly table?: TankTableFile
  readonly parameters?: { readonly file: number; readonly values: FileValues }
  readonly fault?: FileFault
}

/** What a console may do wrong when it is asked about a parameter file: bytes that do not fit their CRC, the end too early, an answer late or twice, a restart instead. */
export type FileFault = 'bad-crc' | 'partial' | 'late' | 'twice' | 'reboot'

export type DeviceFiles = { answer(order: FileCommand): FileAnswers }

export type DeviceFilesOptions = {
  readonly runs: () => Runs
  /** Whether the devices start with firmware that arrived whole. */
  readonly upgradeWorks: () => boolean
  upgraded(device: FirmwareDevice, version: string): void
  /** Its parameter files; null: it keeps what it is sent, as it is. */
  readonly own: OwnFiles | null
  /** What goes wrong with the next answer about a parameter file; null: nothing. */
  readonly fault: () => FileFault | null
}

/** What is upgraded by way of the console. */
const behindConsole = ['controller', 'probe', 'gauge'] as const

const longestChunk = 800
/** Firmware and its head. */
const largestFile = 4_001_000
/** A pipe holds a small part of what its compartment does. */
const largestPipeShare = 0.2

type Growing = { readonly crc32: number; readonly bytes: Uint8Array; filled: number }

export function createDeviceFiles({ runs, upgradeWorks, upgraded, own, fault }: DeviceFilesOptions): DeviceFiles {
  const finished = new Map<string, Uint8Array>()
  const growing = new Map<string, Growing>()
  const nothing = new Uint8Array(0)

  function answerWith(order: FileCommand, result: number, next: number, data: Uint8Array = nothing, whole?: Uint8Array): Message {
    return {
      kind: 'transparent-up',
      type: transparentTypes.tankerFile,
      content: 'tanker-file',
      version: 1,
      action: order.action,
      file: order.file,
      subject: order.subject,
      crc32: whole ? crc32(whole) : order.crc32,
      total: whole ? whole.length : order.total,
      result,
      next,
      data,
    }
  }

  const isThis = (order: FileCommand, bytes: Uint8Array): boolean => bytes.length === order.total && crc32(bytes) === order.crc32

  function written(order: FileCommand, key: string): FileAnswers {
    const only = (result: number, next: number): FileAnswers => ({ messages: [answerWith(order, result, next)] })
    const inUse = inUseOf(order, key)
    if (inUse && isThis(order, inUse)) return only(fileResults.finished, inUse.length)
    if (order.total === 0 || order.total > largestFile) return only(fileResults.refused, 0)
    if (deviceFile(order.file) && order.total > MAX_PARAMETER_FILE_BYTES) return only(fileResults.refused, 0)
    const begun = growing.get(key)
    const file: Growing =
      begun?.crc32 === order.crc32 && begun.bytes.length === order.total
        ? begun
        : { crc32: order.crc32, bytes: new Uint8Array(order.total), filled: 0 }
    growing.set(key, file)
    // A chunk out of order is asked for again by saying which offset is wanted.
    if (order.offset === file.filled && file.filled + order.data.length <= file.bytes.length) {
      file.bytes.set(order.data, file.filled)
      file.filled += order.data.length
    }
    if (file.filled < file.bytes.length) return only(fileResults.goOn, file.filled)
    growing.delete(key)
    if (crc32(file.bytes) !== order.crc32) return only(fileResults.wrongChecksum, 0)
    if (isFirmwareFile(order.file)) return passOn(order, key, file)
    if (own !== null && deviceFile(order.file)) {
      const values = own.take(order.file, file.bytes)
      if (values === null) return only(fileResults.refused, 0)
      return { ...only(fileResults.finished, file.filled), parameters: { file: order.file, values } }
    }
    if (order.file !== TANK_TABLE_FILE) {
      finished.set(key, file.bytes)
      return only(fileResults.finished, file.filled)
    }
    return putToUse(order, key, file)
  }

  /** A tank table is looked through before it is measured with. */
  function putToUse(order: FileCommand, key: string, { bytes, filled }: Growing): FileAnswers {
    const outcome = (result: number): Message[] => [fileResults.beingPutToUse, result].map((one) => answerWith(order, one, filled))
    const table = decodeTankTableFile(bytes)
    if (!table || table.compartment !== order.subject) return { messages: outcome(fileResults.tableUnusable) }
    if (table.pipeL > table.capacityL * largestPipeShare) return { messages: outcome(fileResults.pipeUnusable) }
    finished.set(key, bytes)
    return { messages: outcome(fileResults.finished), table }
  }

  /** Firmware goes to the devices on the buses, which start with it or with what they had. */
  function passOn(order: FileCommand, key: string, { bytes, filled }: Growing): FileAnswers {
    const head = readFirmwareHead(bytes)
    const device = behindConsole.find((one) => FIRMWARE_FILES[one] === order.file)
    const isForUs = head?.maker === MAKER && device !== undefined && ['', HARDWARE[device]].includes(head.hardware)
    if (!isForUs) return { messages: [answerWith(order, fileResults.refused, 0)] }
    const works = upgradeWorks()
    if (works) {
      upgraded(device, head.version)
      finished.set(key, bytes)
    }
    const results = [fileResults.beingPutToUse, works ? fileResults.finished : fileResults.notUpgraded]
    return { messages: results.map((one) => answerWith(order, one, filled)) }
  }

  function read(order: FileCommand, key: string): Message {
    const file =
      order.file === DEVICE_VERSIONS_FILE
        ? encodeDeviceVersions(
            behindConsole.map((device) => ({ device, maker: MAKER, hardware: HARDWARE[device], version: runs()[device] })),
          )
        : inUseOf(order, key)
    if (!file) return answerWith(order, fileResults.noSuchFile, 0)
    if (order.total !== 0 && !isThis(order, file)) return answerWith(order, fileResults.wrongChecksum, 0)
    const data = file.subarray(order.offset, order.offset + longestChunk)
    const isLast = order.offset + data.length >= file.length
    return answerWith(order, isLast ? fileResults.finished : fileResults.goOn, order.offset, data, file)
  }

  const inUseOf = ({ file }: FileCommand, key: string): Uint8Array | undefined =>
    own !== null && deviceFile(file) ? own.read(file) : finished.get(key)

  const keyOf = (file: number, subject: number) => `${file}/${subject}`
  return {
    answer(order) {
      if (order.action === fileActions.clear) {
        // Of tank tables it keeps only those that it uses.
        growing.clear()
        return { messages: [answerWith(order, fileResults.finished, 0)] }
      }
      if (!isDeviceFile(order.file)) return { messages: [answerWith(order, fileResults.noSuchFile, 0)] }
      const key = keyOf(order.file, order.subject)
      if (order.action === fileActions.write && order.file === DEVICE_VERSIONS_FILE)
        return { messages: [answerWith(order, fileResults.refused, 0)] }
      const answers = order.action === fileActions.write ? written(order, key) : { messages: [read(order, key)] }
      const wrong = deviceFile(order.file) ? fault() : null
      return wrong === null ? answers : faulty(answers, wrong)
    },
  }
}

/** The answers as a console at fault gives them. */
function faulty(answers: FileAnswers, wrong: FileFault): FileAnswers {
  const messages = answers.messages.map((message): Message => {
    if (message.kind !== 'transparent-up' || message.content !== 'tanker-file' || message.data.length === 0) return message
    if (wrong === 'partial') return { ...message, data: message.data.subarray(0, message.data.length >> 1), result: fileResults.finished }
    return wrong === 'bad-crc' ? { ...message, data: message.data.map((byte, i) => (i === 0 ? byte ^ 1 : byte)) } : message
  })
  return { ...answers, fault: wrong, messages: wrong === 'reboot' ? [] : wrong === 'twice' ? [...messages, ...messages] : messages }
}
