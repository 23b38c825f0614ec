import type { Logger } from 'pino'
import { registrationResults, replyResults, type ReplyResult } from '@tanker/protocol/codes'
import { defaultModel, deviceModels } from '@tanker/protocol/device-model'
import type { Frame } from '@tanker/protocol/frame'
import { decodeBody } from '@tanker/protocol/message'
import { authentication } from '@tanker/protocol/messages/authentication.message'
import { registration } from '@tanker/protocol/messages/registration.message'
import type { ClaimQueue } from './claim-queue.ts'
import type { DeviceConnection, Presence } from './device-connection.ts'
import { type DeviceDirectory, type KnownDevice, codeMatches, mayRegister } from './device-directory.ts'
import { FailedCodes, networkOf } from './failed-codes.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import type { IdentityAlarms, IdentityTrouble } from './identity-alarm.ts'
import type { SessionConnection } from './session-connection.ts'
import type { Rebuilder } from './rebuilder.ts'
import { type Claimed, Session } from './session.ts'
import { type TerminalRegistry, cleanTerminal } from './terminal-registry.ts'

export type AdmissionOptions = {
  readonly claims: ClaimQueue
  readonly directory: DeviceDirectory
  readonly registry: TerminalRegistry
  readonly identityAlarms: IdentityAlarms
  readonly rebuilder: Rebuilder
  readonly metrics: GatewayMetrics
  readonly log: Logger
  readonly now: () => number
  /** True while groups cannot be committed: no truck is claimed then. */
  readonly databaseAway: () => boolean
  readonly sessionOf: (phone: string) => Session | undefined
  readonly onClaimed: (session: Session) => void
  /** A registration invalidated what other processes have cached for this phone. */
  readonly onRegistered: (phone: string) => void
}

/** Frames that may wait on one socket while their trucks are being claimed; the terminal resends others. */
const MAX_FRAMES_WAITING = 1_000
/** Of these, frames of one truck. */
const MAX_FRAMES_OF_A_TRUCK_WAITING = 200
/** Registrations and authentications of one socket that are looked up at a time. */
const MAX_TRIES_AT_ONCE = 10
/** Registrations and authentications of one socket that wait for their turn: as many as trucks on a relay's socket. */
const MAX_TRIES_WAITING = 1_000
/** The socket is closed at this failure, unless more trucks than this were accepted on it. */
const MAX_FAILURES_OF_A_SOCKET = 10
/** Frames of unauthenticated phones on one socket since the last truck was accepted. */
const MAX_FRAMES_BEFORE_ADMISSION = 2_000
/** Failed claims are logged once in this period, with their number. */
const LOG_EVERY_MS = 1_000

/** Attempts of a socket so far. */
type Trial = {
  failures: number
  admitted: number
  frames: number
  running: number
  readonly queue: (() => Promise<void>)[]
  framesWaiting: number
}

/** Registration and authentication: all a phone may send before its truck is accepted. */
export class Admission {
  readonly #failed: FailedCodes
  readonly #trials = new WeakMap<SessionConnection, Trial>()
  /** Sessions by the address they come from. */
  readonly #trucksAt = new Map<string, number>()
  readonly #logged = { at: Number.NEGATIVE_INFINITY, left: 0 }

  readonly #options: AdmissionOptions
  readonly #take: (connection: DeviceConnection, frame: Frame) => void

  /** @param take receives the frames that waited for their truck, in order, once it is in */
  constructor(options: AdmissionOptions, take: (connection: DeviceConnection, frame: Frame) => void) {
    this.#options = options
    this.#take = take
    this.#failed = new FailedCodes(options.now, (network) => this.#trucksAt.has(network))
  }

  /** Whether a new socket from this address is accepted. */
  takesSocket(address: string): boolean {
    return this.#failed.takesSocket(address)
  }

  /** A frame of a phone that is not authenticated on this socket. */
  take(connection: DeviceConnection, frame: Frame, presence: Extract<Presence, { state: 'authenticating' }> | undefined): void {
    const trial = this.#trialOf(connection)
    if (presence) {
      if (presence.waiting.length >= MAX_FRAMES_OF_A_TRUCK_WAITING || trial.framesWaiting >= MAX_FRAMES_WAITING) return
      presence.waiting.push(copied(frame))
      trial.framesWaiting += 1
      return
    }
    trial.frames += 1
    if (trial.frames > MAX_FRAMES_BEFORE_ADMISSION) connection.cut('frames-before-admission')
    else if (frame.id === registration.id) this.#inTurn(connection, trial, frame, (mine) => this.#register(connection, trial, mine))
    else if (frame.id === authentication.id) {
      if (!connection.canTakeAnotherTruck) {
        connection.cut('too-many-trucks')
        return
      }
      const waiting: Frame[] = []
      connection.present(frame.phone, { state: 'authenticating', waiting })
      this.#inTurn(connection, trial, frame, (mine) => this.#authenticate(connection, trial, mine, waiting))
    } else this.#options.metrics.unauthenticated.inc()
  }

  /** 0x0102 of a truck already authenticated on this socket. */
  authenticateAgain(session: Session, frame: Frame): void {
    const { connection, phone } = session
    const trial = this.#trialOf(connection)
    this.#inTurn(connection, trial, frame, async (mine) => {
      try {
        const match = await this.#match(phone, codeOf(mine))
        if (session.closed) return
        if (match.is === null) this.#wrongCode(connection, trial, mine)
        else this.#reply(connection, mine, replyResults.ok)
      } catch {
        // No answer while the database is silent: the terminal asks again.
      }
    })
  }

  /** The session of a truck has ended. */
  ended({ connection: { remoteAddress } }: Session): void {
    const network = networkOf(remoteAddress)
    const left = (this.#trucksAt.get(network) ?? 1) - 1
    if (left > 0) this.#trucksAt.set(network, left)
    else this.#trucksAt.delete(network)
  }

  /** 0x0003: the terminal ends its session and may register again at once. */
  left(session: Session): void {
    this.#options.registry.left(session.truckId).catch((error: unknown) => this.#log(error, 'a terminal that left was not noted'))
  }

  /** Forgets old failures. */
  everySecond(): void {
    this.#failed.forgetOld()
  }

  async #register(connection: DeviceConnection, trial: Trial, frame: Frame): Promise<void> {
    const { directory, registry, sessionOf, now } = this.#options
    const message = decodeBody(frame.id, frame.body, frame.version)
    const address = connection.remoteAddress
    if (message.kind !== 'registration') return this.#notRegistered(connection, trial, frame)
    // A terminal id can be guessed, unlike a code, so it is not checked while this phone has to wait.
    if (this.#failed.mustWait(address, frame.phone)) return this.#notAnswered(connection, trial, 'slowed', frame.phone)
    const terminal = cleanTerminal({ terminalId: message.terminalId, maker: message.maker, model: message.terminalModel })
    try {
      const isAllowed = (one: KnownDevice | null): boolean =>
        one !== null && mayRegister(one, one.bound?.terminalId ?? null, terminal.terminalId, now())
      let device = await directory.find(frame.phone)
      if (device && !isAllowed(device)) device = await directory.findNewest(frame.phone)
      if (connection.closed) return
      if (!device) return this.#notRegistered(connection, trial, frame)
      if (!isAllowed(device)) {
        this.#alarm(device, 'other-terminal', terminal.terminalId, address)
        return this.#notRegistered(connection, trial, frame)
      }
      const living = sessionOf(frame.phone)
      if (living) {
        if (networkOf(living.connection.remoteAddress) !== networkOf(address))
          this.#alarm(device, 'other-address', terminal.terminalId, address)
        return this.#notAnswered(connection, trial, 'connected')
      }
      const outcome = await registry.register(device.truckId, terminal)
      if (outcome.is === 'too-soon') return this.#notAnswered(connection, trial, 'too-soon')
      directory.forget(frame.phone)
      if (outcome.is === 'refused') return this.#notRegistered(connection, trial, frame)
      this.#options.onRegistered(frame.phone)
      connection.send(
        { kind: 'registration-answer', replySerial: frame.serial, result: registrationResults.ok, authCode: outcome.code },
        frame.phone,
        frame.version,
      )
    } catch (error) {
      // No answer: the terminal tries again. A database that is down must not become "no such truck".
      this.#log(error, 'a registration could not be stored')
    }
  }

  async #authenticate(connection: DeviceConnection, trial: Trial, frame: Frame, waiting: readonly Frame[]): Promise<void> {
    const { phone, version } = frame
    const code = codeOf(frame)
    try {
      const match = await this.#match(phone, code)
      const claimed = match.is === null ? null : await this.#claim(match.device, code, match.is, connection)
      if (connection.closed) return
      if (match.is === null || !claimed) {
        connection.leave(phone)
        this.#wrongCode(connection, trial, frame)
        return
      }
      const { truckId, deviceModel } = match.device
      const session = new Session(truckId, phone, version, deviceModels[deviceModel] ?? defaultModel, connection, claimed)
      trial.admitted += 1
      trial.frames = 0
      const network = networkOf(connection.remoteAddress)
      this.#trucksAt.set(network, (this.#trucksAt.get(network) ?? 0) + 1)
      connection.present(phone, { state: 'authenticated', session })
      this.#options.onClaimed(session)
      if (session.rebuildFrom !== null) this.#options.rebuilder.want(session, session.rebuildFrom)
      this.#reply(connection, frame, replyResults.ok)
      for (const held of waiting) this.#take(connection, held)
    } catch (error) {
      // The database did not answer: send no result, because "wrong code" makes the device discard its code.
      this.#log(error, 'a truck could not be claimed')
      connection.leave(phone)
      connection.cut('database')
    } finally {
      trial.framesWaiting -= waiting.length
    }
  }

  /** Takes over the truck; null if it no longer exists, or if its code became invalid in between. */
  async #claim(device: KnownDevice, code: string, is: 'newest' | 'former', connection: DeviceConnection): Promise<Claimed | null> {
    const { directory, claims, databaseAway } = this.#options
    if (databaseAway()) throw new Error('the database does not answer')
    const claimed = await claims.claim(device.truckId)
    if (!claimed || connection.closed) return null
    await this.#settleCodes({ device, is }, connection.remoteAddress)
    if (directory.inMemory(device.phone) === device) return claimed
    const now = await this.#match(device.phone, code)
    return now.is !== null && now.device.truckId === device.truckId ? claimed : null
  }

  /** Compares a code; a mismatch in the cache is checked against the database, at most every five seconds. */
  async #match(phone: string, code: string): Promise<Match> {
    const { directory } = this.#options
    const known = directory.inMemory(phone)
    const device = known === undefined ? await directory.find(phone) : known
    const is = codeMatches(device, code)
    if (device === null || is !== null || known === undefined) return matchOf(device, is)
    const newest = await directory.findNewest(phone)
    return matchOf(newest, codeMatches(newest, code))
  }

  /** The first use activates a code. Use of a former code shows that two terminals have codes, and revokes the newer. */
  async #settleCodes({ device, is }: Right, address: string): Promise<void> {
    const { directory, registry, onRegistered } = this.#options
    const { bound } = device
    if (!bound) return
    if (is === 'newest') {
      if (bound.codeUsed) return
      await registry.codeUsed(device.truckId, bound.codeHash)
    } else {
      if (bound.formerHash) await registry.restoreFormer(device.truckId, bound.formerHash)
      if (bound.codeUsed) this.#alarm(device, 'two-terminals', bound.terminalId, address)
    }
    directory.forget(device.phone)
    onRegistered(device.phone)
  }

  /** The same refusal for an unknown phone and for a terminal of another truck. */
  #notRegistered(connection: SessionConnection, trial: Trial, { phone, serial, version }: Frame): void {
    if (this.#failed.mustWait(connection.remoteAddress, phone)) return this.#notAnswered(connection, trial, 'slowed', phone)
    connection.send({ kind: 'registration-answer', replySerial: serial, result: registrationResults.noSuchTerminal }, phone, version)
    this.#failure(connection, trial, phone)
  }

  /** Delayed failures are not answered: terminals discard a code that is answered as wrong. */
  #wrongCode(connection: SessionConnection, trial: Trial, frame: Frame): void {
    const { phone } = frame
    if (this.#failed.mustWait(connection.remoteAddress, phone)) return this.#notAnswered(connection, trial, 'slowed', phone)
    this.#reply(connection, frame, replyResults.failed)
    this.#failure(connection, trial, phone)
  }

  #notAnswered(connection: SessionConnection, trial: Trial, reason: 'slowed' | 'connected' | 'too-soon', phone?: string): void {
    this.#options.metrics.unanswered.inc({ reason })
    this.#failure(connection, trial, phone)
  }

  /** Counts a failure of a socket, and of a phone at its address where one is given. */
  #failure(connection: SessionConnection, trial: Trial, phone?: string): void {
    if (phone !== undefined) this.#failed.add(connection.remoteAddress, phone)
    trial.failures += 1
    if (trial.failures >= MAX_FAILURES_OF_A_SOCKET && trial.failures > trial.admitted) connection.cut('failures')
  }

  #alarm({ truckId }: KnownDevice, kind: IdentityTrouble, terminalId: string, address: string): void {
    this.#options.identityAlarms
      .raise(truckId, { kind, terminalId, address })
      .catch((error: unknown) => this.#log(error, 'an alarm about a terminal was not stored'))
  }

  /** Runs an attempt, or queues it. */
  #inTurn(connection: SessionConnection, trial: Trial, frame: Frame, run: (frame: Frame) => Promise<void>): void {
    if (trial.queue.length >= MAX_TRIES_WAITING) {
      connection.cut('tries-waiting')
      return
    }
    // The lookup outlives the chunk of the frame.
    const mine = copied(frame)
    trial.queue.push(() => run(mine))
    this.#runNext(connection, trial)
  }

  #runNext(connection: SessionConnection, trial: Trial): void {
    if (connection.closed || trial.running >= MAX_TRIES_AT_ONCE) return
    const next = trial.queue.shift()
    if (!next) return
    trial.running += 1
    void next().finally(() => {
      trial.running -= 1
      this.#runNext(connection, trial)
    })
  }

  #trialOf(connection: SessionConnection): Trial {
    const known = this.#trials.get(connection)
    if (known) return known
    const trial: Trial = { failures: 0, admitted: 0, frames: 0, running: 0, queue: [], framesWaiting: 0 }
    this.#trials.set(connection, trial)
    return trial
  }

  #reply(connection: SessionConnection, frame: Frame, result: ReplyResult): void {
    connection.send({ kind: 'platform-reply', replySerial: frame.serial, replyId: frame.id, result }, frame.phone, frame.version)
  }

  /** At most one line per second: while the database is down every claim fails. */
  #log(error: unknown, what: string): void {
    const at = performance.now()
    if (at - this.#logged.at < LOG_EVERY_MS) {
      this.#logged.left += 1
      return
    }
    this.#options.log.warn({ err: error, sinceLastLine: this.#logged.left }, what)
    this.#logged.at = at
    this.#logged.left = 0
  }
}

type Right = { readonly device: KnownDevice; readonly is: 'newest' | 'former' }
type Match = Right | { readonly device: KnownDevice | null; readonly is: null }

const matchOf = (device: KnownDevice | null, is: 'newest' | 'former' | null): Match =>
  device !== null && is !== null ? { device, is } : { device, is: null }

function codeOf(frame: Frame): string {
  const message = decodeBody(frame.id, frame.body, frame.version)
  return message.kind === 'authentication' ? message.authCode : ''
}

/** A copy of the frame: a waiting frame outlives the chunk it came in. */
const copied = (frame: Frame): Frame => ({ ...frame, body: frame.body.slice() })
