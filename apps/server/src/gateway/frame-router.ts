import type pg from 'pg'
import { step } from '@tanker/detection/truck-engine'
import { checkpointDue } from '@tanker/detection/rebuild'
import { encodeTruckState } from '@tanker/detection/truck-engine'
import { batchTypes, replyResults, type ReplyResult } from '@tanker/protocol/codes'
import type { Frame } from '@tanker/protocol/frame'
import type { BadFrame } from '@tanker/protocol/frame-stream'
import { createFragmentStore } from '@tanker/protocol/fragments'
import { decodeBody } from '@tanker/protocol/message'
import { fileActions } from '@tanker/protocol/messages/transparent.message'
import { decodeReading } from '@tanker/protocol/reading'
import type { Reading } from '@tanker/domain/reading'
import { Admission, type AdmissionOptions } from './admission.ts'
import type { DeviceConnection } from './device-connection.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import type { Lane } from './lane.ts'
import type { DeviceVersions } from '../firmware/device-versions.ts'
import type { OrderDesk } from '../orders/order-desk.ts'
import { isHeard } from '../orders/sending.ts'
import type { Quarantine } from './quarantine.ts'
import { withinTheEarth } from './sound-position.ts'
import type { Session } from './session.ts'
import type { UploadPublisher } from './upload-publisher.ts'

export type RouterOptions = AdmissionOptions & {
  readonly orders: OrderDesk
  readonly versions: DeviceVersions
  readonly quarantine: Quarantine
  readonly metrics: GatewayMetrics
  readonly uploads: UploadPublisher
  readonly laneOf: (truckId: number) => Lane
  readonly sessionOf: (phone: string) => Session | undefined
  readonly onEnded: (session: Session) => void
}

const ID = {
  terminalReply: 0x0001,
  heartbeat: 0x0002,
  logout: 0x0003,
  timeQuery: 0x0004,
  partsWanted: 0x0005,
  authentication: 0x0102,
  attributes: 0x0107,
  upgradeResult: 0x0108,
  location: 0x0200,
  locationAnswer: 0x0201,
  controlAnswer: 0x0500,
  batch: 0x0704,
  transparent: 0x0900,
} as const
const TANKER_EVENT = 0xf1
const TANKER_FILE = 0xf6
/** Messages whose acknowledgement waits for the database. */
const STORED: ReadonlySet<number> = new Set([ID.location, ID.batch, ID.transparent, ID.locationAnswer, ID.controlAnswer])

/** Messages about orders that want an answer. */
const OWED: ReadonlySet<number> = new Set([ID.transparent, ID.upgradeResult])

/** Sends each frame where it belongs. Only authenticated trucks get past registration and authentication. */
export class FrameRouter {
  readonly #fragments = createFragmentStore({
    maxTotal: 4_096,
    maxBytesPerSet: 1_000_000,
    maxSets: 2_000,
    maxBytes: 64_000_000,
    ttlMs: 90_000,
  })
  readonly #admission: Admission
  /** Trucks heard by a heartbeat since the contact times were last stored. */
  #heard = new Set<Session>()

  readonly #options: RouterOptions

  constructor(options: RouterOptions) {
    this.#options = options
    this.#admission = new Admission(options, (connection, frame) => this.take(connection, frame))
  }

  take(connection: DeviceConnection, frame: Frame): void {
    const presence = connection.presenceOf(frame.phone)
    if (presence?.state === 'authenticated') {
      if (frame.id === ID.authentication) this.#admission.authenticateAgain(presence.session, frame)
      else this.#fromTruck(presence.session, frame)
    } else this.#admission.take(connection, frame, presence)
  }

  /** A bad frame is counted; from a socket with one authenticated truck its bytes are kept, within that truck's share. */
  takeBad(connection: DeviceConnection, bad: BadFrame): void {
    this.#options.metrics.badFrames.inc({ reason: bad.reason })
    if (connection.presences.size !== 1) return
    const [presence] = connection.presences.values()
    if (presence?.state === 'authenticated') this.#keep(presence.session, bad.bytes, bad.reason)
  }

  /** Asks for missing parts of messages, forgets old failures. */
  everySecond(): void {
    for (const { phone, originalSerial, missing } of this.#fragments.due(this.#options.now())) {
      const session = this.#options.sessionOf(phone)
      session?.connection.send({ kind: 'resend-request', originalSerial, missing: [...missing] }, phone, session.version)
    }
    this.#admission.everySecond()
  }

  /** Writes when trucks that only sent heartbeats were last heard: what offline is judged by. */
  async storeContacts(pool: pg.Pool, sessions: ReadonlyMap<number, Session>): Promise<void> {
    const ids = [...this.#heard].filter((session) => sessions.get(session.truckId) === session).map((session) => session.truckId)
    this.#heard = new Set()
    if (ids.length === 0) return
    await pool.query(
      `UPDATE truck_state SET contact_at = greatest(contact_at, $2), offline_at = NULL
       FROM (SELECT truck_id FROM truck_state WHERE truck_id = ANY ($1::int4[]) ORDER BY truck_id FOR NO KEY UPDATE) l
       WHERE truck_state.truck_id = l.truck_id`,
      [ids, new Date(this.#options.now())],
    )
  }

  #fromTruck(session: Session, frame: Frame): void {
    if (session.rebuilding) {
      const kept = copied(frame)
      session.held.push(() => this.#fromTruck(session, kept))
      return
    }
    if (frame.encrypted !== 0) {
      this.#replyTo(session, frame.serial, frame.id, replyResults.unsupported)
      return
    }
    if (frame.fragment && frame.fragment.total > 1) {
      const outcome = this.#fragments.add(frame, this.#options.now())
      if (outcome.kind === 'complete') {
        this.#dispatch(session, frame, outcome.body)
        this.#oweParts(session, frame, outcome.firstSerial, frame.fragment.total)
      } else if (outcome.kind === 'refused') this.#replyTo(session, frame.serial, frame.id, replyResults.failed)
      return
    }
    this.#dispatch(session, frame, frame.body)
  }

  /** Terminals wait for the answer to the first part, to the last, or to each: all get theirs, once the whole is durable. */
  #oweParts(session: Session, { id, serial }: Frame, firstSerial: number, total: number): void {
    if (!STORED.has(id)) return
    const lane = this.#options.laneOf(session.truckId)
    for (let part = 0; part < total; part += 1) {
      const partSerial = (firstSerial + part) & 0xffff
      if (partSerial !== serial) lane.owe({ session, serial: partSerial, messageId: id })
    }
  }

  #dispatch(session: Session, frame: Frame, body: Uint8Array): void {
    switch (frame.id) {
      case ID.location:
        this.#location(session, frame, body, ID.location)
        return
      case ID.batch:
        this.#batch(session, frame, body)
        return
      case ID.heartbeat:
        this.#heard.add(session)
        this.#replyTo(session, frame.serial, frame.id, replyResults.ok)
        return
      case ID.transparent:
        // docs/tanker-extension.md: an event with the position it happened at
        if (body[0] === TANKER_EVENT && body.length > 5) this.#location(session, frame, body.subarray(5), ID.transparent)
        else if (body[0] === TANKER_FILE) this.#aboutOrders(session, frame, body)
        else this.#replyTo(session, frame.serial, frame.id, replyResults.unsupported)
        return
      case ID.locationAnswer:
      case ID.controlAnswer:
        this.#location(session, frame, body.subarray(2), ID.location)
        return
      case ID.timeQuery:
        session.connection.send({ kind: 'time-answer', timeUtc: utcDigits(this.#options.now()) }, session.phone, session.version)
        return
      case ID.logout:
        this.#replyTo(session, frame.serial, frame.id, replyResults.ok)
        this.#options.onEnded(session)
        return
      case ID.terminalReply:
      case ID.partsWanted:
      case ID.attributes:
      case ID.upgradeResult:
        this.#aboutOrders(session, frame, body)
        return
      default:
        // Not stored, so not acknowledged as done.
        this.#replyTo(session, frame.serial, frame.id, replyResults.unsupported)
    }
  }

  /** What a console says to what we sent; the answer to a file and the outcome of an upgrade are owed once what follows is stored. */
  #aboutOrders(session: Session, { id, serial }: Frame, body: Uint8Array): void {
    const { orders, versions } = this.#options
    const message = decodeBody(id, body, session.version, session.model)
    if (!isHeard(message)) {
      this.#replyTo(session, serial, id, replyResults.badMessage)
      return
    }
    if (message.kind === 'attributes-answer') versions.told(session, message)
    if (message.kind === 'transparent-up' && message.action === fileActions.read) versions.listed(session, message)
    void orders.heard(session, message).then(() => {
      if (OWED.has(id) && !session.closed) this.#replyTo(session, serial, id, replyResults.ok)
    })
  }

  #location(session: Session, frame: Frame, body: Uint8Array, kind: number): void {
    const reading = decodeReading(body, { receivedAt: this.#options.now(), kind, model: session.model })
    if (typeof reading === 'string') {
      this.#options.metrics.badFrames.inc({ reason: reading })
      this.#keep(session, body, reading)
      this.#replyTo(session, frame.serial, frame.id, replyResults.badMessage)
      return
    }
    this.#store(session, reading, { session, serial: frame.serial, messageId: frame.id })
  }

  /** 0x0704: items count as 0x0200, each by its own length; one acknowledgement for all, with the last of them. */
  #batch(session: Session, frame: Frame, body: Uint8Array): void {
    const message = decodeBody(ID.batch, body, session.version, session.model)
    if (message.kind !== 'location-batch') {
      this.#keep(session, body, 'batch')
      this.#replyTo(session, frame.serial, frame.id, replyResults.badMessage)
      return
    }
    const receivedAt = this.#options.now()
    const readings: Reading[] = []
    for (const item of message.items) {
      const reading = decodeReading(item, {
        receivedAt,
        resent: message.type === batchTypes.blindZone,
        kind: ID.location,
        model: session.model,
      })
      if (typeof reading !== 'string') readings.push(reading)
      else {
        this.#options.metrics.badFrames.inc({ reason: reading })
        this.#keep(session, item, reading)
      }
    }
    readings.sort((a, b) => a.at - b.at)
    const newest = readings.at(-1)
    if (newest?.resent) this.#options.uploads.came(session.truckId, newest.at)
    for (const reading of readings) this.#store(session, reading, null)
    this.#options.laneOf(session.truckId).owe({ session, serial: frame.serial, messageId: frame.id })
  }

  #store(session: Session, reading: Reading, ack: { session: Session; serial: number; messageId: number } | null): void {
    const { metrics } = this.#options
    const lane = this.#options.laneOf(session.truckId)
    withinTheEarth(reading)
    const place = session.placeOf(reading)
    if (place === 'repeated') {
      metrics.repeated.inc()
      if (ack) lane.owe(ack)
      return
    }
    if (place === 'late') {
      metrics.late.inc()
      lane.add(session, reading, true, [], ack)
      return
    }
    if (session.checkpointDue && reading.at > session.newestAt) {
      lane.addCheckpoint(session, session.newestAt, encodeTruckState(session.state))
      session.checkpointDue = false
    }
    const { state, facts } = step(session.state, reading, session.context)
    session.state = state
    session.advanceTo(reading)
    lane.add(session, reading, false, facts, ack)
    if (checkpointDue(state, reading)) session.checkpointDue = true
  }

  #keep(session: Session, bytes: Uint8Array, reason: string): void {
    this.#options.quarantine
      .keep(session.truckId, bytes, reason)
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'a bad frame was not kept'))
  }

  #replyTo(session: Session, serial: number, messageId: number, result: ReplyResult): void {
    session.connection.send({ kind: 'platform-reply', replySerial: serial, replyId: messageId, result }, session.phone, session.version)
  }
}

/** The frame on bytes of its own: what waits must outlive the chunk it came in. */
const copied = (frame: Frame): Frame => ({ ...frame, body: frame.body.slice() })

/** YYMMDDhhmmss in UTC, as 0x8004 wants it (JT/T 808-2019). */
const utcDigits = (now: number): string => new Date(now).toISOString().replace(/\D/g, '').slice(2, 14)
