import type { Database } from '@tanker/database/tables'
import type { Text } from '@tanker/domain/texts/text'
import type { TerminalValues } from '@tanker/parameters/sendable-parameters'
import type { Message } from '@tanker/protocol/message'
import type { z } from 'zod'
import type { Permission } from '@tanker/contract/permissions'
import type { CommandResult, OpenCommand } from './open-command.ts'
import type { TerminalProtocol } from './sending.ts'

export type CommandKind = Database['device_command']['kind']

/** What goes to the terminal, and what counts as done. */
export type Payload =
  /** The command's bytes as a file of the tanker extension, behind `head`; done when the console says that it has put it to use. */
  | { readonly done: 'file'; readonly file: number; readonly head: Uint8Array }
  /** A parameter file of the console, read; done when all of it has come with its CRC-32. */
  | { readonly done: 'read'; readonly file: number }
  /**
   * The command's bytes as a parameter file: what the console has is read and kept first, and afterwards what it then has; done when
   * that is what was sent. `seen`: CRC-32 of the content from which the new one was made; a console with another is not written.
   */
  | { readonly done: 'replaced'; readonly file: number; readonly seen: number | null }
  /** Terminal parameters by number: those of the truck are read and kept first, then set, and read again; done when they are as sent. */
  | { readonly done: 'parameters'; readonly values: TerminalValues }
  /** The command's bytes as 0x8108; done when the console reports the new version. */
  | { readonly done: 'version' }
  /** One message; done when the terminal acknowledges it (0x0001). */
  | { readonly done: 'ack'; readonly message: Message }
  /** One message; done when its answer comes. `isOurs`: whether a serial is that of the message. */
  | {
      readonly done: 'reply'
      readonly message: Message
      readonly matches: (reply: Message, isOurs: (serial: number) => boolean) => boolean
      /** What the answer says: bytes to keep, or why it is no success. */
      readonly judge?: (reply: Message) => { readonly answer?: Buffer | undefined; readonly result?: CommandResult }
    }

/** What a finished command may change outside its row. */
export type CommandEffects = {
  /** Detection reads again what it must know of the truck. */
  readonly contextChanged: (truckId: number) => void
}

type Declared<Values> = {
  readonly kind: CommandKind
  readonly label: Text
  /** Who may send it. */
  readonly permission: Permission
  /** What the user gives besides trucks and tries; stored with the command. */
  readonly form: z.ZodType<Values>
  encode(values: Values, command: OpenCommand, protocol: TerminalProtocol): Payload
  /** A part unanswered for so long is a failed attempt. */
  readonly timeoutS: number
  /** How long a console may take to install what it has; not read where a command is done by `ack` or `reply`. */
  readonly installS: number
  /** Attempts, the first included. */
  readonly tries: { readonly min: number; readonly max: number; readonly usual: number }
  /** It goes before the other commands that wait for its truck: a driver must not wait for an upgrade. */
  readonly goesFirst?: true
  /** An open command that does not say itself until when it counts fails with result `expired` after this; null: it waits without end. */
  readonly expiryS: number | null
  /** Whether it must not be sent twice: an attempt that was cut off ends the command, with an unknown result. */
  onlyOnce?(values: Values): boolean
  /** SQL of a common table expression that updates the command's subject from `changed`, the changed rows of `device_command`. */
  readonly follow: string | null
  /** After the result was stored by this gateway. For what must not be lost in a crash use `follow`. */
  onDone?(command: OpenCommand, effects: CommandEffects): void
}

/** A kind of device command: all that the dispatcher, the store and the calls must know of it. */
export type DeviceCommand = Omit<Declared<never>, 'encode' | 'form' | 'onlyOnce'> & {
  encode(command: OpenCommand, protocol: TerminalProtocol): Payload
  isOnlyOnce(command: Pick<OpenCommand, 'values'>): boolean
}

/** Declares a kind of device command; it counts once its feature lists it. */
export function defineDeviceCommand<Values>({ form, encode, onlyOnce, ...declared }: Declared<Values>): DeviceCommand {
  return {
    ...declared,
    encode: (command, protocol) => encode(form.parse(command.values), command, protocol),
    isOnlyOnce: ({ values }) => onlyOnce?.(form.parse(values)) ?? false,
  }
}
