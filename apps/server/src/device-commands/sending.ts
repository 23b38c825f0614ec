import type { DeviceModel } from '@tanker/protocol/device-model'
import type { FrameToSend, Version } from '@tanker/protocol/frame'
import type { DecodedMessage, MessageOfKind } from '@tanker/protocol/message'
import type { TransparentUp } from '@tanker/protocol/messages/transparent.message'
import type { OrderResult } from './command-rows.ts'

/** What the console speaks: the edition and its own extension. */
export type Tongue = { readonly version: Version; readonly model: DeviceModel }

/** What the console says of a file. */
export type FileAnswer = Extract<TransparentUp, { content: 'tanker-file' }>

/** What a console says that may be about an order. */
export type Heard =
  | MessageOfKind<'terminal-reply' | 'terminal-resend-request' | 'attributes-answer' | 'upgrade-result'>
  | ({ readonly kind: 'transparent-up' } & FileAnswer)

/** Whether a message is one of these. */
export const isHeard = (message: DecodedMessage): message is Heard =>
  message.kind === 'transparent-up'
    ? message.content === 'tanker-file'
    : ['terminal-reply', 'terminal-resend-request', 'attributes-answer', 'upgrade-result'].includes(message.kind)

/** A packet that is to be written, but for the truck's phone and the edition. */
export type Packet = Omit<FrameToSend, 'version' | 'phone'>

/** What follows from what a console said. */
export type SendingStep =
  | { readonly do: 'send'; readonly ackedBytes: number }
  | { readonly do: 'wait' }
  /** The console has all of it and puts it to use. */
  | { readonly do: 'synchronize' }
  | { readonly do: 'done' }
  | { readonly do: 'again'; readonly because: OrderResult }
  | { readonly do: 'fail'; readonly result: OrderResult }

/** One way of bringing an order to a console. It knows what was said and what that means; socket, clock and database are the desk's. */
export interface Sending {
  /** What is to be written now: at the beginning, and whenever a step says so. `serials` gives the first of so many in a row. */
  packets(serials: (count: number) => number): readonly Packet[]
  /** After silence or a new attempt it is unknown what arrived: the console is asked first. */
  askAgain(): void
  /** What follows from something said; null: it is about something else. */
  heard(message: Heard): SendingStep | null
  /** What it means that the console says nothing more. */
  readonly silence: OrderResult
}
