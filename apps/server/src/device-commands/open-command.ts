import type { Database } from '@tanker/database/tables'
import type { FirmwareDevice } from '@tanker/domain/devices/firmware'

/** Reason of failure; null while running and on success. */
export type CommandResult = Exclude<Database['device_command']['result'], null>

/** An open command as its gateway works on it. */
export type OpenCommand = {
  readonly id: number
  readonly truckId: number
  readonly kind: Database['device_command']['kind']
  /** 1–10; 0 for the whole truck. */
  readonly compartment: number
  /** The device to upgrade; null for other commands. */
  readonly device: FirmwareDevice | null
  /** Of the firmware: version, and the maker and hardware it is for; '' for other commands. */
  readonly newVersion: string
  readonly maker: string
  readonly hardware: string
  readonly state: 'waiting' | 'sending' | 'synchronizing'
  readonly tries: number
  readonly maxTries: number
  readonly crc32: number
  /** Whether the file that it replaces was read and kept. */
  readonly hasKept: boolean
  /** The bytes of its file; none for a command that is a message. */
  readonly content: Buffer
  /** What the user gave, as the command's form takes it. */
  readonly values: Readonly<Record<string, unknown>>
}

/** A claimed command, before its bytes are read. */
export type TakenCommand = Omit<OpenCommand, 'content'> & {
  /** Null for a command that is a message. */
  readonly fileId: number | null
  /** Of the bytes that were ordered; null without a file. */
  readonly sha256: Buffer | null
  /** An attempt had started before this session claimed it. */
  readonly wasStarted: boolean
}
