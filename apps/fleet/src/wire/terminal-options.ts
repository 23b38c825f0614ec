import type { Location } from '@tanker/protocol/location'
import type { FileValues } from '@tanker/parameters/file-values'
import type { TankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import type { TruckCamera } from '../camera/truck-camera.ts'
import type { Random } from '../random.ts'
import type { FileFault } from './device-files.ts'
import type { LiveCamerasOptions } from './live-cameras.ts'
import type { RecordedVideoOptions } from './recorded-video.ts'
import type { Runs } from './on-board.ts'
import type { OwnFiles } from './own-files.ts'
import type { PasswordCheck } from './password-check.ts'

export type TerminalIdentity = {
  /** 11 digits. */
  readonly phone: string
  readonly version: 2013 | 2019
  /** 7 characters A–Z 0–9. */
  readonly terminalId: string
  readonly plate: string
  /** JT/T 808: 1 blue, 2 yellow, 3 black, 4 white, 5 green. */
  readonly plateColour: number
}

/** What an order changes beyond the answer to it. */
export type CommandEffect =
  /** A firmware package is complete; its result is sent by 0x0108. */
  | { readonly kind: 'upgrade'; readonly version: string; readonly isOurs: boolean }
  | { readonly kind: 'track'; readonly intervalS: number; readonly validityS: number }
  | { readonly kind: 'alarms-confirmed'; readonly alarmBits: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'parameters-changed' }
  | { readonly kind: 'tank-table'; readonly file: TankTableFile }
  | { readonly kind: 'parameter-file'; readonly file: number; readonly values: FileValues }

export type TerminalOptions = TerminalIdentity & {
  readonly host: string
  readonly port: number
  /** Answers requests for pictures; default none. */
  readonly camera?: TruckCamera
  /** The picture of a channel at a position, null where there is no camera; default none has one. */
  readonly photograph?: (channel: number, location: Location) => Uint8Array | null
  /** The cameras for live video; default none. */
  readonly video?: LiveCamerasOptions['open']
  /** What its recorder has; default: it has none. */
  readonly recordings?: RecordedVideoOptions['recordings']
  /** Spreads reconnections. */
  readonly random: Random
  /** Whether a device starts with completely received firmware; default always. */
  readonly upgradeWorks?: () => boolean
  /** Its parameter files; default: it keeps what it is sent. */
  readonly ownFiles?: OwnFiles
  /** How it checks one-time passwords; default: it refuses keys for them. */
  readonly passwords?: PasswordCheck
  /** What goes wrong with the next answer about a parameter file; default nothing. */
  readonly fileFault?: () => FileFault | null
  /** How long the console is offline while it restarts with other firmware. */
  readonly rebootMs?: number
  /** Known from an earlier life; null: registers first. */
  readonly authCode: string | null
  /** Versions of its devices from an earlier run; default as made. */
  readonly runs?: Runs
  onUpgraded?(runs: Runs): void
  onAuthCode?(code: string): void
  onOnline?(): void
  onEffect?(effect: CommandEffect): void
  /** Ledger of a test or bench: each position sent (again, too), and each that the platform acknowledged. */
  onSent?(key: string, frame: Uint8Array): void
  onAcked?(key: string): void
}
