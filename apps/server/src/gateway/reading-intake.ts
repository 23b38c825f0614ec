import type { Logger } from 'pino'
import { checkpointDue } from '@tanker/detection/rebuild'
import { encodeTruckState, step } from '@tanker/detection/truck-engine'
import type { Reading } from '@tanker/domain/reading'
import { thresholdsAt } from '@tanker/domain/thresholds/periods'
import { batchTypes, replyResults, type ReplyResult } from '@tanker/protocol/codes'
import type { Frame } from '@tanker/protocol/frame'
import { decodeBody } from '@tanker/protocol/message'
import { MAX_BATCH_ITEMS } from '@tanker/protocol/messages/location-batch.message'
import { decodeReading } from '@tanker/protocol/reading'
import { passing } from '../platform/health/crash-point.ts'
import { trackStop } from './close-tracking.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import type { OwedAck } from './session-connection.ts'
import type { Lane } from './lane.ts'
import type { Quarantine } from './quarantine.ts'
import type { Session } from './session.ts'
import { withinTheEarth } from './sound-position.ts'
import type { UploadPublisher } from './upload-publisher.ts'

export type IntakeOptions = {
  readonly quarantine: Quarantine
  readonly metrics: GatewayMetrics
  readonly log: Logger
  readonly now: () => number
  readonly uploads: UploadPublisher
  readonly laneOf: (truckId: number) => Lane
}

const LOCATION = 0x0200
const NO_SERIALS: readonly number[] = []
/** Readings and frames of one truck that are taken in before others get their turn; its later frames wait until then. */
const MAX_STEPS_PER_TURN = 250
/** While a lane is full, a paused truck checks at this interval whether it may continue. */
const LOOK_AGAIN_MS = 20

/** Decodes readings, runs detection on them, and hands them to the truck's lane. */
export class ReadingIntake {
  readonly #options: IntakeOptions
  readonly #reply: (session: Session, serial: number, messageId: number, result: ReplyResult) => void

  constructor(options: IntakeOptions, reply: (session: Session, serial: number, messageId: number, result: ReplyResult) => void) {
    this.#options = options
    this.#reply = reply
  }

  /** One position from any kind of message. `parts`: serials of the message's other parts, which get the same answer. */
  location(session: Session, frame: Frame, body: Uint8Array, kind: number, parts = NO_SERIALS): void {
    const { clockAheadMin } = thresholdsAt(session.context, this.#options.now())
    const reading = decodeReading(body, { receivedAt: this.#options.now(), kind, model: session.model, clockAheadMin })
    if (typeof reading === 'string') {
      this.#refuse(session, frame, body, reading, parts)
      return
    }
    this.#store(session, session.clock.correct(reading, session.newestAt), { session, serial: frame.serial, messageId: frame.id })
    if (parts.length > 0) this.#owe(session, frame.id, parts)
  }

  /**
   * 0x0704: items count as 0x0200, each by its own length; one acknowledgement for all, with the last of them. A message
   * of more items than any terminal sends goes to quarantine and is answered as a bad message.
   */
  batch(session: Session, frame: Frame, body: Uint8Array, parts = NO_SERIALS): void {
    const { metrics } = this.#options
    const message = decodeBody(frame.id, body, session.version, session.model)
    if (message.kind !== 'location-batch') return this.#refuse(session, frame, body, 'batch', parts)
    if (message.items.length > MAX_BATCH_ITEMS) return this.#refuse(session, frame, body, 'batch-too-long', parts)
    if (message.empty) metrics.badFrames.inc({ reason: 'empty-item' }, message.empty)
    const receivedAt = this.#options.now()
    const { clockAheadMin } = thresholdsAt(session.context, this.#options.now())
    const resent = message.type === batchTypes.blindZone
    const readings: Reading[] = []
    for (const item of message.items) {
      const reading = decodeReading(item, { receivedAt, resent, kind: LOCATION, model: session.model, clockAheadMin })
      if (typeof reading !== 'string') readings.push(reading)
      else {
        metrics.badFrames.inc({ reason: reading })
        this.keep(session, item, reading)
      }
    }
    readings.sort((a, b) => a.at - b.at)
    const newest = readings.at(-1)
    if (newest?.resent) this.#options.uploads.came(session.truckId, newest.at)
    const serials = [frame.serial, ...parts]
    if (readings.length <= MAX_STEPS_PER_TURN) {
      this.#storePart(session, readings, 0, frame.id, serials)
      this.spend(session, readings.length)
    } else void this.#storeInTurns(session, readings, frame.id, serials)
  }

  /** Counts work done for a truck. After many steps its next frames wait until the other trucks had a turn. */
  spend(session: Session, steps = 1): void {
    session.steps += steps
    if (session.steps < MAX_STEPS_PER_TURN) return
    session.steps = 0
    session.held.hold()
    void this.#turnOfOthers(session).then(() => session.held.release())
  }

  /** Stores bytes that cannot become a reading, within the truck's share. */
  keep(session: Session, bytes: Uint8Array, reason: string): void {
    this.#options.quarantine
      .keep(session.truckId, bytes, reason)
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'failed to store a bad frame'))
  }

  /** If the session ends halfway, the message is not acknowledged and is sent again. */
  async #storeInTurns(session: Session, readings: readonly Reading[], messageId: number, serials: readonly number[]): Promise<void> {
    session.held.hold()
    for (let from = 0; from < readings.length && !session.closed; from += MAX_STEPS_PER_TURN) {
      this.#storePart(session, readings, from, messageId, serials)
      await this.#turnOfOthers(session)
    }
    session.held.release()
  }

  /** The acknowledgements go with the last part: a lane's groups reach the database in order, so all of it is durable then. */
  #storePart(session: Session, readings: readonly Reading[], from: number, messageId: number, serials: readonly number[]): void {
    const end = Math.min(from + MAX_STEPS_PER_TURN, readings.length)
    for (let index = from; index < end; index += 1) this.#store(session, readings[index] as Reading, null)
    if (end === readings.length) this.#owe(session, messageId, serials)
  }

  /** Terminals wait for the answer to the first part of a message, to the last, or to each: all get theirs. */
  #owe(session: Session, messageId: number, serials: readonly number[]): void {
    const lane = this.#options.laneOf(session.truckId)
    for (const serial of serials) lane.owe({ session, serial, messageId })
  }

  #refuse(session: Session, frame: Frame, body: Uint8Array, reason: string, parts: readonly number[]): void {
    this.#options.metrics.badFrames.inc({ reason })
    this.keep(session, body, reason)
    for (const serial of [frame.serial, ...parts]) this.#reply(session, serial, frame.id, replyResults.badMessage)
  }

  /** Resolves after the other trucks' turn, when the truck's lane has room. */
  async #turnOfOthers(session: Session): Promise<void> {
    await new Promise((done) => setImmediate(done))
    while (!session.closed && this.#options.laneOf(session.truckId).isFull) await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS))
  }

  #store(session: Session, reading: Reading, ack: OwedAck<Session> | null): void {
    passing('decoded')
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
    trackStop(session, reading)
    lane.add(session, reading, false, facts, ack)
    if (checkpointDue(state, reading)) session.checkpointDue = true
  }
}
