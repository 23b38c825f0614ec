import type pg from 'pg'
import type { Logger } from 'pino'
import { DEVICE_VERSIONS_FILE } from '@tanker/parameters/device-files'
import type { Message, MessageOfKind } from '@tanker/protocol/message'
import { fileActions, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { decodeDeviceVersions, type DeviceVersion } from '@tanker/protocol/tanker-extension/device-versions-file'
import type { Session } from './session.ts'
import type { FileAnswer } from '../device-commands/sending.ts'

type DeviceVersionsOptions = { readonly pool: pg.Pool; readonly log: Logger; readonly now: () => number }

/** Trucks asked per second: if ten thousand reconnect at once, their versions are known some minutes later, without a load peak. */
const MAX_ASKED_PER_SECOND = 50
const MAX_WORD_LETTERS = 60
/** Trucks waiting to be asked; others are asked when they sign in again. */
const MAX_TO_ASK = 20_000
/** Devices waiting to be written; others are asked for when the truck signs in again. */
const MAX_REPORTED = 50_000
/** Devices stored from one answer of a truck. */
const MAX_DEVICES_PER_TRUCK = 50

/** One device of one truck, as reported by its console. */
type Reported = DeviceVersion & { readonly truckId: number; readonly at: Date }

/** A device's text without control characters, limited in length. */
const shown = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_WORD_LETTERS)

/**
 * Versions of the devices of connected trucks. Each truck is asked once after it signed in: the console by 0x8107 and, if it
 * answers, by file 36 of the tanker extension for its attached devices.
 */
export class DeviceVersions {
  readonly #options: DeviceVersionsOptions
  /** By truck, in the order they signed in. */
  readonly #toAsk = new Map<number, Session>()
  /** By truck and device, reported since the last write. */
  #reported = new Map<string, Reported>()
  #writing: Promise<void> | null = null

  constructor(options: DeviceVersionsOptions) {
    this.#options = options
  }

  signedIn(session: Session): void {
    if (this.#toAsk.size < MAX_TO_ASK) this.#toAsk.set(session.truckId, session)
  }

  /** Called every second. */
  tick(): void {
    const asked = [...this.#toAsk.values()].slice(0, MAX_ASKED_PER_SECOND)
    for (const { truckId, connection, phone, version, closed } of asked) {
      this.#toAsk.delete(truckId)
      if (!closed) connection.send({ kind: 'query-attributes' }, phone, version)
    }
    // One write at a time, so that nothing queues up while the database is away.
    if (this.#reported.size > 0 && this.#writing === null) this.#writing = this.#write().finally(() => (this.#writing = null))
  }

  heard(session: Session, message: Message): void {
    if (message.kind === 'attributes-answer') this.#attributesCame(session, message)
    else if (message.kind === 'transparent-up' && message.content === 'tanker-file' && message.action === fileActions.read)
      this.#listCame(session, message)
  }

  /** 0x0107. */
  #attributesCame(session: Session, { maker, hardware, firmware }: MessageOfKind<'attributes-answer'>): void {
    this.#note(session, { device: 'console', maker, hardware, version: firmware })
    const { connection, phone, version } = session
    connection.send(
      {
        kind: 'transparent-down',
        type: transparentTypes.tankerFile,
        content: 'tanker-file',
        version: 1,
        action: fileActions.read,
        file: DEVICE_VERSIONS_FILE,
        subject: 0,
        crc32: 0,
        total: 0,
        offset: 0,
        data: new Uint8Array(0),
      },
      phone,
      version,
    )
  }

  /** The answer about the console's devices; the file is short, so it comes in one part or not at all. */
  #listCame(session: Session, { file, total, next, data }: FileAnswer): void {
    if (file !== DEVICE_VERSIONS_FILE || next !== 0 || data.length !== total) return
    // The console already reported itself by 0x0107.
    for (const device of (decodeDeviceVersions(data) ?? []).slice(0, MAX_DEVICES_PER_TRUCK))
      if (device.device !== 'console') this.#note(session, device)
  }

  /** Writes the last reported versions. */
  async stop(): Promise<void> {
    this.#toAsk.clear()
    await this.#writing
    await this.#write()
  }

  #note({ truckId }: Session, { device, maker, hardware, version }: DeviceVersion): void {
    const reported = { truckId, device, maker: shown(maker), hardware: shown(hardware), version: shown(version) }
    if (reported.version !== '' && this.#reported.size < MAX_REPORTED)
      this.#reported.set(`${truckId} ${device}`, { ...reported, at: new Date(this.#options.now()) })
  }

  async #write(): Promise<void> {
    const reported = [...this.#reported.values()]
    this.#reported = new Map()
    if (reported.length === 0) return
    const all = <K extends keyof Reported>(name: K): Reported[K][] => reported.map((one) => one[name])
    try {
      await this.#options.pool.query({
        name: 'device-versions',
        text: `INSERT INTO device_version (truck_id, device, version, maker, hardware, reported_at)
          SELECT t.truck_id, t.device, t.version, t.maker, t.hardware, t.at
          FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[]) AS t (truck_id, device, version, maker, hardware, at)
          JOIN truck ON truck.id = t.truck_id ORDER BY t.truck_id, t.device
          ON CONFLICT (truck_id, device) DO UPDATE SET version = excluded.version, maker = excluded.maker,
            hardware = excluded.hardware, reported_at = excluded.reported_at
          -- An upgrade may have ended since it was reported.
          WHERE device_version.reported_at <= excluded.reported_at`,
        values: [all('truckId'), all('device'), all('version'), all('maker'), all('hardware'), all('at')],
      })
    } catch (error) {
      // Asked again when the truck signs in again.
      this.#options.log.warn({ err: error }, 'failed to store device versions')
    }
  }
}
