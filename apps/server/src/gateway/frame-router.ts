import type pg from 'pg'
import { replyResults, type ReplyResult } from '@tanker/protocol/codes'
import type { Frame } from '@tanker/protocol/frame'
import type { BadFrame } from '@tanker/protocol/frame-stream'
import { createFragmentStore, usualFragmentLimits } from '@tanker/protocol/fragments'
import type { Intake } from '@tanker/protocol/intake'
import { decodeBody, intakeOf, isDecoded, type Message } from '@tanker/protocol/message'
import { authentication } from '@tanker/protocol/messages/authentication.message'
import { heartbeat } from '@tanker/protocol/messages/session.message'
import { Admission, type AdmissionOptions } from './admission.ts'
import type { DeviceConnection } from './device-connection.ts'
import type { FrameLimits } from './frame-budget.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import type { Lane } from './lane.ts'
import type { ReplyHandler } from '../device-commands/sending.ts'
import type { SessionConnection } from './session-connection.ts'
import type { Quarantine } from './quarantine.ts'
import { ReadingIntake } from './reading-intake.ts'
import type { Session } from './session.ts'
import type { UploadPublisher } from './upload-publisher.ts'

export type RouterOptions = AdmissionOptions & {
  /** Each gets every answer of a terminal to one of our messages; it is acknowledged when all have stored its effects. */
  readonly replyHandlers: readonly ReplyHandler[]
  readonly quarantine: Quarantine
  readonly metrics: GatewayMetrics
  readonly uploads: UploadPublisher
  readonly uptime: () => number
  readonly laneOf: (truckId: number) => Lane
  readonly limits: FrameLimits
  readonly sessionOf: (phone: string) => Session | undefined
  readonly onEnded: (session: Session) => void
}

/** Answers of one truck about commands waiting to be stored; others are not acknowledged, so the terminal resends them. */
const MAX_UNSTORED_ANSWERS = 100

type CommandIntake = Extract<Intake, { to: 'commands' }>

/** Routes each frame to its handler. Unauthenticated trucks can only register and authenticate. */
export class FrameRouter {
  readonly #fragments = createFragmentStore(usualFragmentLimits)
  readonly #admission: Admission
  /** Trucks heard by a heartbeat since the contact times were last stored. */
  #heard = new Set<Session>()
  readonly #intake: ReadingIntake
  /** Sockets with a truck that has used up its frames of this second. */
  readonly #resting = new Set<SessionConnection>()
  /** Seconds since the start, for the budgets. */
  #second = 0

  readonly #options: RouterOptions

  constructor(options: RouterOptions) {
    this.#options = options
    this.#admission = new Admission(options, (connection, frame) => this.take(connection, frame))
    this.#intake = new ReadingIntake(options, (session, serial, id, result) => this.#replyTo(session, serial, id, result))
  }

  take(connection: DeviceConnection, frame: Frame): void {
    const presence = connection.presenceOf(frame.phone)
    if (presence?.state === 'authenticated') {
      if (frame.id === authentication.id) this.#admission.authenticateAgain(presence.session, frame)
      else this.#fromTruck(presence.session, frame)
    } else this.#admission.take(connection, frame, presence)
  }

  /** Whether a new socket from this address is accepted. */
  takesSocket(address: string): boolean {
    return this.#admission.takesSocket(address)
  }

  /** The session of a truck has ended. */
  ended(session: Session): void {
    this.#admission.ended(session)
    session.held.drop()
    this.#fragments.forget(session.phone)
  }

  /** Counts a bad frame; if the socket has exactly one authenticated truck, its bytes go to quarantine within that truck's share. */
  takeBad(connection: DeviceConnection, bad: BadFrame): void {
    this.#options.metrics.badFrames.inc({ reason: bad.reason })
    if (connection.presences.size !== 1) return
    const [presence] = connection.presences.values()
    if (presence?.state === 'authenticated') this.#intake.keep(presence.session, bad.bytes, bad.reason)
  }

  /** Resumes sockets that were over budget, requests missing parts of messages, deletes old failures. */
  everySecond(): void {
    this.#second += 1
    for (const connection of this.#resting) connection.resume(this)
    this.#resting.clear()
    for (const { phone, originalSerial, missing } of this.#fragments.due(this.#options.uptime())) {
      const session = this.#options.sessionOf(phone)
      session?.connection.send({ kind: 'resend-request', originalSerial, missing: [...missing] }, phone, session.version)
    }
    this.#admission.everySecond()
  }

  /** Stores the last contact of trucks that only sent heartbeats, for the offline check. */
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
    if (!session.budget.spend(this.#second, this.#options.limits)) this.#rest(session.connection)
    // The order of heartbeats does not matter, so they do not wait for a rebuild.
    if (session.held.mustWait && frame.id !== heartbeat.id) session.held.add(frame, (held) => this.#handle(session, held))
    else this.#handle(session, frame)
  }

  /** Does not read the socket for the rest of the second. */
  #rest(connection: SessionConnection): void {
    if (this.#resting.has(connection)) return
    this.#options.metrics.refused.inc({ reason: 'over-budget' })
    this.#resting.add(connection)
    connection.pause(this)
  }

  #handle(session: Session, frame: Frame): void {
    this.#intake.spend(session)
    if (frame.encrypted !== 0) {
      this.#replyTo(session, frame.serial, frame.id, replyResults.unsupported)
      return
    }
    if (frame.fragment && frame.fragment.total > 1) {
      const outcome = this.#fragments.add(frame, this.#options.uptime())
      if (outcome.kind === 'complete') {
        this.#dispatch(session, frame, outcome.body, otherParts(frame, outcome.firstSerial, frame.fragment.total))
      } else if (outcome.kind === 'refused') this.#replyTo(session, frame.serial, frame.id, replyResults.failed)
      return
    }
    this.#dispatch(session, frame, frame.body)
  }

  /** Does what the message's declaration says. */
  #dispatch(session: Session, frame: Frame, body: Uint8Array, parts?: readonly number[]): void {
    const intake = intakeOf(frame.id, body)
    switch (intake?.to) {
      case 'position':
        if (intake.answersCommand) void this.#hear(session, frame, body)
        this.#intake.location(session, frame, intake.at === 0 ? body : body.subarray(intake.at), intake.as, parts)
        return
      case 'positions':
        this.#intake.batch(session, frame, body, parts)
        return
      case 'heartbeat':
        this.#heard.add(session)
        this.#replyTo(session, frame.serial, frame.id, replyResults.ok)
        return
      case 'time':
        session.connection.send({ kind: 'time-answer', timeUtc: utcDigits(this.#options.now()) }, session.phone, session.version)
        return
      case 'logout':
        this.#replyTo(session, frame.serial, frame.id, replyResults.ok)
        this.#admission.left(session)
        this.#options.onEnded(session)
        return
      case 'commands':
        this.#aboutCommands(session, frame, body, intake)
        return
      default:
        // Not stored, so not acknowledged as done.
        this.#replyTo(session, frame.serial, frame.id, replyResults.unsupported)
    }
  }

  /** Answers of a console to our messages, acknowledged once their effects are stored if the console waits for it. */
  #aboutCommands(session: Session, { id, serial }: Frame, body: Uint8Array, intake: CommandIntake): void {
    const message = decodeBody(id, body, session.version, session.model)
    const isOfContent = intake.content === undefined || ('content' in message && message.content === intake.content)
    if (!isDecoded(message) || !isOfContent) {
      this.#replyTo(session, serial, id, replyResults.badMessage)
      return
    }
    void this.#store(session, message).then((isStored) => {
      if (isStored && intake.acknowledged && !session.closed) this.#replyTo(session, serial, id, replyResults.ok)
    })
  }

  /** A position that answers one of our messages: the position itself is stored, and acknowledged, like any other. */
  async #hear(session: Session, { id }: Frame, body: Uint8Array): Promise<void> {
    const message = decodeBody(id, body, session.version, session.model)
    if (isDecoded(message)) await this.#store(session, message)
  }

  /** Has the handlers store what an answer changes; false: too many of the truck's answers wait. */
  async #store(session: Session, message: Message): Promise<boolean> {
    if (session.unstoredAnswers >= MAX_UNSTORED_ANSWERS) return false
    session.unstoredAnswers += 1
    await Promise.all(this.#options.replyHandlers.map((handler) => handler.heard(session, message)))
    session.unstoredAnswers -= 1
    return true
  }

  #replyTo(session: Session, serial: number, messageId: number, result: ReplyResult): void {
    session.connection.send({ kind: 'platform-reply', replySerial: serial, replyId: messageId, result }, session.phone, session.version)
  }
}

/** Serials of a message's parts except the last received. */
const otherParts = ({ serial }: Frame, firstSerial: number, total: number): number[] =>
  Array.from({ length: total }, (_, part) => (firstSerial + part) & 0xffff).filter((other) => other !== serial)

/** YYMMDDhhmmss in UTC, as 0x8004 wants it (JT/T 808-2019). */
const utcDigits = (now: number): string => new Date(now).toISOString().replace(/\D/g, '').slice(2, 14)
