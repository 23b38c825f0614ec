import type { DeviceModel } from '@tanker/protocol/device-model'
import type { FrameToSend, Version } from '@tanker/protocol/frame'
import type { Message } from '@tanker/protocol/message'
import type { TransparentUp } from '@tanker/protocol/messages/transparent.message'
import type { Session } from '../gateway/session.ts'
import type { CommandResult } from './open-command.ts'

/** What a terminal speaks: edition and tanker extension. */
export type TerminalProtocol = { readonly version: Version; readonly model: DeviceModel }

/** Messages of the console about a file. */
export type FileAnswer = Extract<TransparentUp, { content: 'tanker-file' }>

/** Takes in the answers of terminals to our messages. Resolves when their effects are stored; does not reject. */
export type ReplyHandler = { heard(session: Session, message: Message): void | Promise<void> }

/** A packet to send, without the truck's phone and the edition. */
export type Packet = Omit<FrameToSend, 'version' | 'phone'>

/** The next step after a message of the console. */
export type SendingStep =
  | { readonly do: 'send'; readonly ackedBytes: number }
  | { readonly do: 'wait' }
  /** The console has all of it and installs it. */
  | { readonly do: 'synchronize' }
  /** The console's file before it is replaced: kept, then the next packets are sent. */
  | { readonly do: 'keep'; readonly had: Buffer }
  /** `answer`: the file that was read. */
  | { readonly do: 'done'; readonly answer?: Buffer }
  | { readonly do: 'again'; readonly because: CommandResult }
  | { readonly do: 'fail'; readonly result: CommandResult; readonly answer?: Buffer }

/** A transfer of one command: the protocol state only. Socket, clock and database belong to the dispatcher. */
export interface Sending {
  /** Packets to send now: at the start, and when a step requires it. `serials` returns the first of `count` consecutive serials. */
  packets(serials: (count: number) => number): readonly Packet[]
  /** After silence or a new attempt it is unknown what arrived: the console is asked first. */
  askAgain(): void
  /** The next step after a message; null: the message is not about this command. */
  heard(message: Message): SendingStep | null
  /** The next step after a timeout. */
  readonly silence: CommandResult
}
