import type { Logger } from 'pino'
import { registrationResults, replyResults, type ReplyResult } from '@tanker/protocol/codes'
import { defaultModel, deviceModels } from '@tanker/protocol/device-model'
import type { Frame } from '@tanker/protocol/frame'
import { decodeBody } from '@tanker/protocol/message'
import type { ClaimQueue } from './claim-queue.ts'
import type { DeviceConnection, Presence } from './device-connection.ts'
import { type DeviceDirectory, codeMatches } from './device-directory.ts'
import { FailedCodes } from './failed-codes.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import type { Rebuilder } from './rebuilder.ts'
import { Session } from './session.ts'

export type AdmissionOptions = {
  readonly claims: ClaimQueue
  readonly directory: DeviceDirectory
  readonly rebuilder: Rebuilder
  readonly metrics: GatewayMetrics
  readonly log: Logger
  readonly now: () => number
  readonly onClaimed: (session: Session) => void
}

const REGISTRATION = 0x0100
const AUTHENTICATION = 0x0102

/** Frames that may wait while their truck is being claimed. */
const MOST_WAITING = 200

/** Registration and authentication: what a phone may send before its truck is let in. */
export class Admission {
  readonly #failed: FailedCodes

  readonly #options: AdmissionOptions
  readonly #take: (connection: DeviceConnection, frame: Frame) => void

  /** @param take receives the frames that waited for their truck, in order, once it is in */
  constructor(options: AdmissionOptions, take: (connection: DeviceConnection, frame: Frame) => void) {
    this.#options = options
    this.#take = take
    this.#failed = new FailedCodes(options.now)
  }

  /** A frame of a phone that is not authenticated on this socket. */
  take(connection: DeviceConnection, frame: Frame, presence: Extract<Presence, { state: 'authenticating' }> | undefined): void {
    if (presence) {
      if (presence.waiting.length < MOST_WAITING) presence.waiting.push({ ...frame, body: frame.body.slice() })
      return
    }
    if (frame.id === REGISTRATION) void this.#register(connection, frame)
    else if (frame.id === AUTHENTICATION) void this.#authenticate(connection, frame)
    else this.#options.metrics.unauthenticated.inc()
  }

  /** Forgets old failures. */
  everySecond(): void {
    this.#failed.forgetOld()
  }

  async #register(connection: DeviceConnection, frame: Frame): Promise<void> {
    const message = decodeBody(frame.id, frame.body, frame.version)
    if (message.kind !== 'registration') return
    if (this.#failed.mustWait(connection.remoteAddress, frame.phone)) return
    let code: string | null
    try {
      code = await this.#options.directory.register(frame.phone, {
        terminalId: message.terminalId,
        maker: message.maker,
        model: message.terminalModel,
      })
    } catch (error) {
      // Not answered: the terminal asks again, and a database that is down is never "no such truck".
      this.#options.log.warn({ err: error }, 'a registration could not be stored')
      return
    }
    if (code === null) this.#failed.add(connection.remoteAddress, frame.phone)
    connection.send(
      {
        kind: 'registration-answer',
        replySerial: frame.serial,
        ...(code === null ? { result: registrationResults.noSuchTerminal } : { result: registrationResults.ok, authCode: code }),
      },
      frame.phone,
      frame.version,
    )
  }

  async #authenticate(connection: DeviceConnection, frame: Frame): Promise<void> {
    const { phone, version, serial } = frame
    const message = decodeBody(frame.id, frame.body, version)
    const code = message.kind === 'authentication' ? message.authCode : ''
    if (!connection.canTakeAnotherTruck) {
      connection.cut('too-many-trucks')
      return
    }
    const waiting: Frame[] = []
    connection.present(phone, { state: 'authenticating', waiting })
    try {
      const slowed = this.#failed.mustWait(connection.remoteAddress, phone)
      const device = slowed ? null : await this.#options.directory.find(phone)
      if (!codeMatches(device, code) || !device) {
        this.#failed.add(connection.remoteAddress, phone)
        connection.leave(phone)
        this.#reply(connection, frame, replyResults.failed)
        return
      }
      const claimed = await this.#options.claims.claim(device.truckId)
      if (connection.closed) return
      if (!claimed) {
        connection.leave(phone)
        this.#reply(connection, frame, replyResults.failed)
        return
      }
      const model = deviceModels[device.deviceModel] ?? defaultModel
      const session = new Session(device.truckId, phone, version, model, connection, claimed)
      connection.present(phone, { state: 'authenticated', session })
      this.#options.onClaimed(session)
      if (session.rebuildFrom !== null) this.#options.rebuilder.want(session, session.rebuildFrom)
      this.#replyTo(session, serial, AUTHENTICATION, replyResults.ok)
      for (const held of waiting) this.#take(connection, held)
    } catch (error) {
      // The database did not answer: no result at all, because "wrong code" would make the device give its code up.
      this.#options.log.warn({ err: error }, 'a truck could not be claimed')
      connection.leave(phone)
      connection.cut('database')
    }
  }

  /** 0x0102 of a truck that is authenticated on this socket already. */
  authenticateAgain(session: Session, frame: Frame): void {
    const message = decodeBody(frame.id, frame.body, frame.version)
    const code = message.kind === 'authentication' ? message.authCode : ''
    void this.#options.directory.find(session.phone).then(
      (device) => this.#replyTo(session, frame.serial, frame.id, codeMatches(device, code) ? replyResults.ok : replyResults.failed),
      () => undefined, // no answer while the database is silent: the device asks again
    )
  }

  #reply(connection: DeviceConnection, frame: Frame, result: ReplyResult): void {
    connection.send({ kind: 'platform-reply', replySerial: frame.serial, replyId: frame.id, result }, frame.phone, frame.version)
  }

  #replyTo(session: Session, serial: number, messageId: number, result: ReplyResult): void {
    session.connection.send({ kind: 'platform-reply', replySerial: serial, replyId: messageId, result }, session.phone, session.version)
  }
}
