import { createServer, type AddressInfo, type Socket } from 'node:net'
import { AttachmentStream, type AttachmentItem } from '@tanker/protocol/attachment-stream'
import { replyResults } from '@tanker/protocol/codes'
import { encodeFrame, type Frame } from '@tanker/protocol/frame'
import { decodeMessage, encodeMessage, type Message, type MessageOfKind } from '@tanker/protocol/message'
import type pg from 'pg'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { bytesOfDay, findRequest, noteAnnounced, noteNotKept, noteRefused, storedNames } from './evidence-rows.ts'
import { type EvidenceStoreSetting, openEvidenceStore, openIncoming } from './store/open-evidence-store.ts'
import { areTakable, NotKept, type Places, Transfer } from './transfer.ts'

export type EvidenceListenerOptions = EvidenceStoreSetting & {
  readonly pool: pg.Pool
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly now: () => number
  readonly log: Logger
  readonly metrics: Registry
  readonly limits?: Partial<EvidenceLimits>
}

export type EvidenceLimits = {
  readonly sockets: number
  readonly idleMs: number
  readonly strangerMs: number
  readonly strangersAnAddress: number
  readonly socketsATruck: number
  readonly bytesADay: number
  readonly diskPercent: number
}

export type EvidenceListener = { readonly port: number; close(): Promise<void> }

/** A connection lasts seconds to minutes, and few trucks have an alarm at one time. */
const MAX_SOCKETS = 200
/** A socket that sends nothing for so long is closed. */
const MAX_IDLE_MS = 60_000
/** Until then a connection names a request of its truck; one that only keeps its socket busy is closed. */
const MAX_STRANGER_MS = 15_000
/** Sockets of one address that have not named a request: naming takes a moment, also where many trucks share an address. */
const MAX_STRANGERS_AN_ADDRESS = 20
/** Sockets of one truck that have named its requests: terminals send the files of one alarm after another. */
const MAX_SOCKETS_A_TRUCK = 8
/** Bytes of one truck in 24 hours: some hundred pictures and some clips. */
const MAX_BYTES_A_DAY = 500_000_000
/** Use of the disk from which no file is taken any more: positions need the rest. */
const MAX_DISK_PERCENT = 90
/** Interrupted transfers whose files wait for their terminal to come back. */
const MAX_INTERRUPTED = 200

const REMOVE_EVERY_MS = 3_600_000

type Connection = {
  readonly socket: Socket
  readonly address: string
  isStranger: boolean
  /** The truck whose request it has named. */
  truckId: number | null
  transfer: Transfer | null
  /** What is announced, until its transfer counts it. */
  claim: { readonly truckId: number; readonly number: string; readonly bytes: number } | null
  /** Closes the connection until it has named a request. */
  readonly stranger: NodeJS.Timeout
  phone: string
  serial: number
  /** Ends when its last item is worked off. */
  ended: Promise<void>
}

/** Why a connection is closed from this side. */
class Cut extends Error {}

/** What connections of trucks send is checked, written and answered here. */
class EvidenceIntake {
  readonly connections = new Set<Connection>()
  readonly #owners = new Map<string, Connection>()
  readonly #interrupted = new Map<string, Transfer>()
  readonly #options: EvidenceListenerOptions
  readonly #places: Places
  readonly #refused: Counter<'reason'>
  readonly #stored: Counter
  readonly #limits: EvidenceLimits

  constructor(options: EvidenceListenerOptions, places: Places, limits: EvidenceLimits) {
    this.#options = options
    this.#places = places
    this.#limits = limits
    const registers = [options.metrics]
    this.#refused = new Counter({
      name: 'tanker_evidence_refused_total',
      help: 'Connections of pictures and clips refused or cut, by reason',
      labelNames: ['reason'],
      registers,
    })
    this.#stored = new Counter({ name: 'tanker_evidence_files_total', help: 'Pictures and clips whose end was answered', registers })
  }

  accept(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const strangers = [...this.connections].filter((one) => one.isStranger && one.address === address).length
    if (this.connections.size >= this.#limits.sockets || strangers >= this.#limits.strangersAnAddress) {
      this.#refused.inc({ reason: 'too-many' })
      socket.destroy()
      return
    }
    socket.on('error', () => socket.destroy())
    socket.setTimeout(this.#limits.idleMs, () => socket.destroy())
    const stranger = setTimeout(() => {
      this.#refused.inc({ reason: 'silent' })
      socket.destroy()
    }, this.#limits.strangerMs)
    const connection: Connection = {
      socket,
      address,
      isStranger: true,
      truckId: null,
      transfer: null,
      claim: null,
      stranger,
      phone: '',
      serial: 0,
      ended: Promise.resolve(),
    }
    this.connections.add(connection)
    connection.ended = this.#serve(connection)
  }

  async #announced(connection: Connection, frame: Frame, message: MessageOfKind<'evidence-files'>): Promise<void> {
    const { alarmNumber, files } = message
    const request = /^[0-9a-f]{32}$/.test(alarmNumber) ? await findRequest(this.#options.pool, alarmNumber, frame.phone) : null
    if (request === null) throw new Cut('unknown')
    if (this.#socketsOf(request.truckId, connection) >= this.#limits.socketsATruck) throw new Cut('too-many')
    connection.truckId = request.truckId
    clearTimeout(connection.stranger)
    connection.isStranger = false
    const refuse = async (reason: string): Promise<never> => {
      await reply(connection, frame, replyResults.failed)
      throw new Cut(reason)
    }
    const at = new Date(this.#options.now())
    const { truckId, number } = request
    const stored = await storedNames(this.#options.pool, request.id)
    if (!areTakable(files, stored)) {
      await noteRefused(this.#options.pool, request.id, at)
      return refuse('files')
    }
    const bytes = files.reduce((sum, file) => sum + (stored.has(file.name) ? 0 : file.bytes), 0)
    const sent = await bytesOfDay(this.#options.pool, truckId, at)
    if ((await this.#places.incoming.diskPercent()) >= this.#limits.diskPercent) return refuse('disk')
    if (!(await this.#places.store.isReady())) {
      await noteNotKept(this.#options.pool, request.id, at)
      return refuse('store')
    }
    // Nothing may wait between the sum and the claim: another connection of the truck does the same.
    if (bytes + sent + this.#unfinishedBytes(truckId, number) > this.#limits.bytesADay) return refuse('quota')
    connection.claim = { truckId, number, bytes }
    await this.#leave(connection)
    connection.transfer = await this.#takeOver(connection, number, () => new Transfer(request, this.#options.pool, this.#places))
    connection.phone = frame.phone
    await connection.transfer.announce(files, await storedNames(this.#options.pool, request.id))
    connection.claim = null
    await noteAnnounced(this.#options.pool, request.id, files.length, at)
    await reply(connection, frame, replyResults.ok)
  }

  #socketsOf(truckId: number, except: Connection): number {
    return [...this.connections].filter((one) => one !== except && one.truckId === truckId).length
  }

  /** What a truck has announced for its other requests and not finished: bytes of it may be on the disk. */
  #unfinishedBytes(truckId: number, exceptNumber: string): number {
    const claims = new Map<string, number>()
    const count = ({ request, unfinishedBytes }: Transfer): void => {
      if (request.truckId === truckId) claims.set(request.number, unfinishedBytes)
    }
    for (const transfer of this.#interrupted.values()) count(transfer)
    for (const { transfer } of this.connections) if (transfer !== null) count(transfer)
    for (const { claim } of this.connections) if (claim?.truckId === truckId) claims.set(claim.number, claim.bytes)
    claims.delete(exceptNumber)
    return [...claims.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  /** One connection at a time writes the files of a request: a terminal that dials again has lost the former one. */
  async #takeOver(connection: Connection, number: string, create: () => Transfer): Promise<Transfer> {
    const former = this.#owners.get(number)
    this.#owners.set(number, connection)
    if (former !== undefined && former !== connection) {
      former.socket.destroy()
      await former.ended
    }
    const waiting = this.#interrupted.get(number)
    this.#interrupted.delete(number)
    return waiting ?? create()
  }

  /** What has come of unfinished files stays, so that the terminal need not send it again. */
  async #leave(connection: Connection): Promise<void> {
    const { transfer } = connection
    if (transfer === null) return
    connection.transfer = null
    const { number } = transfer.request
    await transfer.rest()
    this.#interrupted.set(number, transfer)
    if (this.#owners.get(number) === connection) this.#owners.delete(number)
    const [oldest] = this.#interrupted
    if (this.#interrupted.size > MAX_INTERRUPTED && oldest !== undefined) {
      this.#interrupted.delete(oldest[0])
      await oldest[1].discard()
    }
  }

  async #take(connection: Connection, item: AttachmentItem): Promise<void> {
    if (item.is === 'bad') throw new Cut('garbage')
    if (item.is === 'data') {
      if (connection.transfer === null) throw new Cut('unknown')
      if (!(await connection.transfer.take(item.name, item.offset, item.bytes))) throw new Cut('bytes')
      return
    }
    const { frame } = item
    const message = decodeMessage(frame)
    if (message.kind === 'evidence-files') return this.#announced(connection, frame, message)
    const { transfer } = connection
    if (transfer === null || frame.phone !== connection.phone) throw new Cut('unknown')
    if (message.kind === 'evidence-file-begins')
      return reply(connection, frame, transfer.knows(message) ? replyResults.ok : replyResults.failed)
    if (message.kind !== 'evidence-file-ended') return reply(connection, frame, replyResults.unsupported)
    const answer = await transfer.end(message, new Date(this.#options.now())).catch((error: unknown) => this.#notKept(transfer, error))
    if (answer === null) throw new Cut('incomplete')
    if (answer.result === 0) this.#stored.inc()
    await send(connection, frame, { kind: 'evidence-file-answer', type: message.type, ...answer })
  }

  /** A complete file stays on this machine for a terminal that comes back; without an answer the terminal keeps it too. */
  async #notKept({ request }: Transfer, error: unknown): Promise<never> {
    if (!(error instanceof NotKept)) throw error
    this.#options.log.warn(`a picture or clip was not stored: ${error.message}; its terminal is asked again`)
    await noteNotKept(this.#options.pool, request.id, new Date(this.#options.now()))
    throw new Cut('store')
  }

  async #serve(connection: Connection): Promise<void> {
    const stream = new AttachmentStream()
    try {
      for await (const chunk of connection.socket) for (const item of stream.push(chunk as Buffer)) await this.#take(connection, item)
    } catch (error) {
      if (error instanceof Cut) {
        this.#refused.inc({ reason: error.message })
        connection.socket.end()
      } else if (!connection.socket.destroyed) this.#options.log.warn({ err: error }, 'a connection of pictures and clips failed')
    }
    clearTimeout(connection.stranger)
    connection.claim = null
    connection.socket.destroySoon()
    await this.#leave(connection).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'failed to release files of a connection'),
    )
    this.connections.delete(connection)
  }
}

/** Takes in pictures and clips that trucks were asked for (T/JSATL 12-2017 chapter 5), on a port of its own. */
export async function startEvidenceListener(options: EvidenceListenerOptions): Promise<EvidenceListener> {
  const limits: EvidenceLimits = {
    sockets: MAX_SOCKETS,
    idleMs: MAX_IDLE_MS,
    strangerMs: MAX_STRANGER_MS,
    strangersAnAddress: MAX_STRANGERS_AN_ADDRESS,
    socketsATruck: MAX_SOCKETS_A_TRUCK,
    bytesADay: MAX_BYTES_A_DAY,
    diskPercent: MAX_DISK_PERCENT,
    ...options.limits,
  }
  const places = { incoming: openIncoming(options), store: openEvidenceStore(options, options.now) }
  await places.incoming.create()
  const removeUnfinished = (): void =>
    void places.incoming
      .removeUnfinished(new Date(options.now()))
      .catch((error: unknown) => options.log.warn({ err: error }, 'failed to remove unfinished pictures and clips'))
  removeUnfinished()
  const removing = setInterval(removeUnfinished, REMOVE_EVERY_MS)
  const intake = new EvidenceIntake(options, places, limits)
  const server = createServer({ noDelay: true }, (socket) => intake.accept(socket))
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen({ port: options.port, host: options.host }, done)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      clearInterval(removing)
      const closed = new Promise((done) => server.close(done))
      for (const { socket } of intake.connections) socket.destroy()
      await Promise.all([...intake.connections].map(({ ended }) => ended))
      await closed
      places.store.close()
    },
  }
}

/**
 * Sends one message. What the terminal does not read waits in memory: nothing more is read from it until that is sent, and the idle
 * time closes its socket.
 */
async function send(connection: Connection, { phone, version }: Frame, message: Message): Promise<void> {
  const { id, body } = encodeMessage(message, version)
  connection.serial = (connection.serial + 1) & 0xffff
  const { socket } = connection
  if (socket.write(encodeFrame({ id, version, phone, serial: connection.serial, body })) || socket.destroyed) return
  await new Promise<void>((done) => {
    const go = (): void => {
      socket.off('drain', go).off('close', go)
      done()
    }
    socket.on('drain', go).on('close', go)
  })
}

const reply = (connection: Connection, frame: Frame, result: number): Promise<void> =>
  send(connection, frame, { kind: 'platform-reply', replySerial: frame.serial, replyId: frame.id, result })
