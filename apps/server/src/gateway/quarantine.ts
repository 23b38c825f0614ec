import type pg from 'pg'
import { packReading } from '@tanker/database/packed-readings'
import type { Reading } from '@tanker/domain/reading'

/** Frames stored per truck and hour; more are only counted. */
const MAX_KEPT_PER_HOUR = 60
/** Bytes stored per truck and hour: one message of a megabyte fits. */
const MAX_KEPT_BYTES_PER_HOUR = 2_000_000
/** Frames being written; while the database is away more are only counted. */
const MAX_BEING_KEPT = 200

/** Stores frames of authenticated trucks that cannot become readings, with their bytes. Limited per truck and hour. */
export class Quarantine {
  /** By truck, in `#hour`. */
  readonly #kept = new Map<number, { count: number; bytes: number }>()
  #hour = Number.NaN
  #beingKept = 0

  readonly #pool: pg.Pool
  readonly #now: () => number
  readonly #onKept: () => void

  constructor(pool: pg.Pool, now: () => number, onKept: () => void) {
    this.#pool = pool
    this.#now = now
    this.#onKept = onKept
  }

  /** Resolves true when the bytes are durable, false when the truck's share of this hour is used up or too many wait. */
  async keep(truckId: number, frame: Uint8Array, reason: string): Promise<boolean> {
    const hour = Math.floor(this.#now() / 3_600_000)
    if (hour !== this.#hour) this.#kept.clear()
    this.#hour = hour
    const { count, bytes } = this.#kept.get(truckId) ?? { count: 0, bytes: 0 }
    if (count >= MAX_KEPT_PER_HOUR || bytes + frame.length > MAX_KEPT_BYTES_PER_HOUR || this.#beingKept >= MAX_BEING_KEPT) return false
    this.#kept.set(truckId, { count: count + 1, bytes: bytes + frame.length })
    this.#beingKept += 1
    try {
      await this.#insert(truckId, Buffer.from(frame), reason)
    } finally {
      this.#beingKept -= 1
    }
    return true
  }

  /** A reading refused by the database is always stored, since it must be acknowledged. Retries until it is durable. */
  async keepReading(truckId: number, reading: Reading, reason: string): Promise<void> {
    const bytes = Buffer.from(packReading(reading))
    for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
      try {
        await this.#insert(truckId, bytes, reason)
        return
      } catch {
        await new Promise((done) => setTimeout(done, wait))
      }
    }
  }

  async #insert(truckId: number, frame: Buffer, reason: string): Promise<void> {
    await this.#pool.query('INSERT INTO quarantine (truck_id, received_at, reason, frame) VALUES ($1, $2, $3, $4)', [
      truckId,
      new Date(this.#now()),
      reason.slice(0, 500),
      frame,
    ])
    this.#onKept()
  }
}
