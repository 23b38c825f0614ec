import type { DropReason } from '@tanker/domain/devices/drop-reason'
import type { Version } from '@tanker/protocol/frame'
import type { Message } from '@tanker/protocol/message'

/** The connection as seen by a session. */
export interface SessionConnection {
  readonly closed: boolean
  readonly remoteAddress: string
  /** Port of this server that the terminal dialled. */
  readonly localPort: number
  /** When the socket was accepted, ms since 1970 UTC. */
  readonly connectedAt: number
  /** Since the last complete frame, ms. */
  readonly silentMs: number
  /** Bytes so far in both directions; null on a socket that has carried several trucks. */
  readonly traffic: { readonly received: number; readonly sent: number } | null
  /** Acknowledgements for the next write; null between groups. */
  owed: OwedAck[] | null
  /** Trucks that speak here, by phone. */
  readonly presences: { readonly size: number }
  /** The first of `count` consecutive serials. */
  nextSerial(count?: number): number
  send(message: Message, phone: string, version: Version): void
  write(bytes: Uint8Array): void
  /** Stops reading until `by` resumes. */
  pause(by: unknown): void
  resume(by: unknown): void
  /** The truck of this phone no longer uses this connection. */
  leave(phone: string): void
  close(reason?: DropReason): void
  /** Closes because of a fault of the peer, counted by its reason. */
  cut(reason: string): void
}

type Answered = { readonly version: Version; readonly phoneBytes: Uint8Array; readonly connection: SessionConnection }

/** A frame that is acknowledged once its content is stored. */
export type OwedAck<To extends Answered = Answered> = {
  readonly session: To
  readonly serial: number
  readonly messageId: number
}
