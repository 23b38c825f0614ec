import type pg from 'pg'
import { packReading } from '@tanker/database/packed-readings'
import type { Reading } from '@tanker/domain/reading'

const MOST_PER_TRUCK_AND_HOUR = 60

/** Keeps, with their bytes, frames of authenticated trucks that cannot become readings. Bounded by truck and hour. */
export class Quarantine {
  readonly #kept = new Map<number, { hour: number; count: number }>()

  readonly #pool: pg.Pool
  readonly #now: () => number
  readonly #onKept: () => void

  constructor(pool: pg.Pool, now: () => number, onKept: () => void) {
    this.#pool = pool
    this.#now = now
    this.#onKept = onKept
  }

  /** Resolves true when the bytes are durable, false when the truck's share of this hour is used up. */
  async keep(truckId: number, frame: Uint8Array, reason: string): Promise<boolean> {
    const hour = Math.floor(this.#now() / 3_600_000)
    const share = this.#kept.get(truckId)
    const count = share?.hour === hour ? share.count : 0
    if (count >= MOST_PER_TRUCK_AND_HOUR) return false
    this.#kept.set(truckId, { hour, count: count + 1 })
    await this.#insert(truckId, Buffer.from(frame), reason)
    return true
  }

  /** A reading the database refuses is always kept: it is owed an acknowledgement. Tries until it is durable. */
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
