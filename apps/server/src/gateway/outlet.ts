import type { Version } from '@tanker/protocol/frame'
import type { Message } from '@tanker/protocol/message'

/** What a session needs of the connection that its truck came by. */
export interface Outlet {
  readonly closed: boolean
  readonly remoteAddress: string
  /** Acknowledgements that the next write takes along; null between groups. */
  owed: OwedAck[] | null
  /** Trucks that speak here, by phone. */
  readonly presences: { readonly size: number }
  /** The first of `count` serials in a row. */
  nextSerial(count?: number): number
  send(message: Message, phone: string, version: Version): void
  write(bytes: Uint8Array): void
  /** Stops reading for as long as `by` does not resume. */
  pause(by: unknown): void
  resume(by: unknown): void
  /** The truck of this phone speaks here no more. */
  leave(phone: string): void
  close(): void
  /** Closes for a fault of what is connected, which is counted by its reason. */
  cut(reason: string): void
}

type Answered = { readonly version: Version; readonly phoneBytes: Uint8Array; readonly connection: Outlet }

/** A frame that is answered once what it brought is stored. */
export type OwedAck<To extends Answered = Answered> = {
  readonly session: To
  readonly serial: number
  readonly messageId: number
}
