import type { Socket } from 'node:net'
import type { DropReason } from '@tanker/domain/devices/drop-reason'
import { type Frame, type Version, encodeFrame } from '@tanker/protocol/frame'
import { type BadFrame, createFrameStream } from '@tanker/protocol/frame-stream'
import { type Message, encodeMessage } from '@tanker/protocol/message'
import { passing } from '../platform/health/crash-point.ts'
import { turns } from '../platform/health/turns.ts'
import type { SessionConnection, OwedAck } from './session-connection.ts'
import type { Session } from './session.ts'
import { readingIntoSharedBuffer } from './shared-buffer-socket.ts'

export type ConnectionLimits = {
  /** A socket without authentication is closed after this. */
  readonly beforeAuthenticationMs: number
  /** A socket that delivers no complete frame for this long is closed; three heartbeats. */
  readonly idleMs: number
  /** Bytes that may wait to be sent to a device that does not read. */
  readonly maxUnsentBytes: number
  /** Trucks on one socket (relay of another platform). */
  readonly maxTrucks: number
  /** Bad frames in a row after which a socket that never sent a good one is closed. */
  readonly maxGarbage: number
}

export type ConnectionEvents = {
  onFrame(connection: DeviceConnection, frame: Frame): void
  onBad(connection: DeviceConnection, bad: BadFrame): void
  /** A piece of the stream was worked off; it began at `startedAt` of the process's clock, and this was its last message. */
  onRead(startedAt: number, messageId: number): void
  onClose(connection: DeviceConnection, reason: DropReason): void
  onCut(reason: string): void
}

/** State of a phone on one socket. */
export type Presence =
  | { readonly state: 'authenticating'; readonly waiting: Frame[] }
  | { readonly state: 'authenticated'; readonly session: Session }

/** One device socket. It may carry several trucks, each authenticated separately. */
export class DeviceConnection implements SessionConnection {
  readonly #presences = new Map<string, Presence>()
  #latestPhone = ''
  #latest: Presence | undefined
  #latestId = 0
  #serial = 0
  #lastFrameAt: number
  readonly #openedAt: number
  #goodFrames = 0
  #badInARow = 0
  /** Acknowledgements for the next write; null between groups. */
  owed: OwedAck[] | null = null
  closed = false
  readonly connectedAt: number
  readonly localPort: number
  #carriedSeveral = false
  /** Who has paused reading; the socket is read again when this is empty. */
  readonly #pausedBy = new Set<unknown>()

  readonly socket: Socket
  readonly remoteAddress: string
  readonly #limits: ConnectionLimits
  readonly #events: ConnectionEvents
  readonly #uptime: () => number

  /** @param clocks the time of day, and a monotonic one, both in milliseconds */
  constructor(
    accepted: Socket,
    remoteAddress: string,
    limits: ConnectionLimits,
    events: ConnectionEvents,
    { now, uptime }: { readonly now: () => number; readonly uptime: () => number },
  ) {
    this.connectedAt = now()
    this.localPort = accepted.localPort ?? 0
    this.remoteAddress = remoteAddress
    this.#limits = limits
    this.#events = events
    this.#uptime = uptime
    this.#openedAt = this.#lastFrameAt = uptime()
    const stream = createFrameStream(this)
    this.socket = readingIntoSharedBuffer(accepted, (bytes) => {
      const startedAt = turns.now()
      stream.push(bytes)
      events.onRead(startedAt, this.#latestId)
    })
    this.socket.setNoDelay(true)
    this.socket.on('error', () => this.close('network'))
    this.socket.on('end', () => this.close('terminal'))
    this.socket.on('close', () => this.close('network'))
  }

  /** A whole frame came; called by the frame stream. */
  onFrame(frame: Frame): void {
    passing('received')
    this.#lastFrameAt = this.#uptime()
    this.#latestId = frame.id
    this.#goodFrames += 1
    this.#badInARow = 0
    if (!this.closed) this.#events.onFrame(this, frame)
  }

  /** Bytes came that are no frame; called by the frame stream. */
  onBad(bad: BadFrame): void {
    this.#badInARow += 1
    this.#events.onBad(this, bad)
    if (this.#goodFrames === 0 && this.#badInARow > this.#limits.maxGarbage) this.cut('garbage')
  }

  get presences(): ReadonlyMap<string, Presence> {
    return this.#presences
  }

  /** State of a phone. Almost every socket has one truck, which needs no lookup. */
  presenceOf(phone: string): Presence | undefined {
    if (phone !== this.#latestPhone) {
      this.#latestPhone = phone
      this.#latest = this.#presences.get(phone)
    }
    return this.#latest
  }

  present(phone: string, presence: Presence): void {
    this.#presences.set(phone, presence)
    if (this.#presences.size > 1) this.#carriedSeveral = true
    this.#latestPhone = ''
  }

  leave(phone: string): void {
    this.#presences.delete(phone)
    this.#latestPhone = ''
  }

  /** Called every few seconds: closes a socket that exceeds a limit. Time spent waiting for the database does not count. */
  checkLimits(): void {
    if (this.closed || this.#pausedBy.size > 0) return
    const now = this.#uptime()
    if (this.presences.size === 0 && now - this.#openedAt > this.#limits.beforeAuthenticationMs) this.cut('not-authenticated')
    else if (now - this.#lastFrameAt > this.#limits.idleMs) this.cut('idle')
  }

  /** Reads the socket again unless something else keeps it paused; the pause does not count as silence. */
  resume(by: unknown): void {
    if (!this.#pausedBy.delete(by) || this.#pausedBy.size > 0) return
    this.#lastFrameAt = this.#uptime()
    if (!this.closed) this.socket.resume()
  }

  /** Stops reading the socket until the same `by` resumes it: the terminal waits, and nothing is lost. */
  pause(by: unknown): void {
    this.#pausedBy.add(by)
    if (!this.closed) this.socket.pause()
  }

  get silentMs(): number {
    return this.#uptime() - this.#lastFrameAt
  }

  get traffic(): { readonly received: number; readonly sent: number } | null {
    return this.#carriedSeveral ? null : { received: this.socket.bytesRead, sent: this.socket.bytesWritten }
  }

  get canTakeAnotherTruck(): boolean {
    return this.presences.size < this.#limits.maxTrucks
  }

  send(message: Message, phone: string, version: Version): void {
    const { id, body } = encodeMessage(message, version)
    this.write(encodeFrame({ id, version, phone, serial: this.nextSerial(), body }))
  }

  /** The first of `count` consecutive serials. */
  nextSerial(count = 1): number {
    const first = (this.#serial + 1) & 0xffff
    this.#serial = (this.#serial + count) & 0xffff
    return first
  }

  write(bytes: Uint8Array): void {
    if (this.closed) return
    const takesMore = this.socket.write(bytes)
    if (!takesMore && this.socket.writableLength > this.#limits.maxUnsentBytes) this.cut('slow-reader')
  }

  cut(reason: string): void {
    if (this.closed) return
    this.#events.onCut(reason)
    this.close(reason === 'idle' ? 'timeout' : 'platform')
  }

  /** @param reason why the sessions of its trucks end */
  close(reason: DropReason = 'platform'): void {
    if (this.closed) return
    this.closed = true
    this.socket.destroy()
    this.#events.onClose(this, reason)
  }
}
