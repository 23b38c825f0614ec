import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { LiveGrant } from '../../platform/access/live-tickets.ts'

const minuteMs = 60_000
/** Truck days that wait while the database is away; what comes for others then is not counted. */
const MAX_WAITING = 2_000

type Counted = { readonly truckId: number; readonly day: string; bytes: number }

/** The truck's own calendar day. */
export const dayOf = (at: number, zoneOffsetMinutes: number): string =>
  new Date(at + zoneOffsetMinutes * minuteMs).toISOString().slice(0, 10)

/** Bytes of video by truck and day, added to the database once a minute. */
export class VideoTraffic {
  readonly #db: Db
  readonly #now: () => number
  readonly #log: Logger
  #waiting = new Map<string, Counted>()
  #flushing: Promise<void> = Promise.resolve()
  readonly #timer: NodeJS.Timeout

  constructor({ db, now, log, everyMs }: { readonly db: Db; readonly now: () => number; readonly log: Logger; readonly everyMs: number }) {
    this.#db = db
    this.#now = now
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), everyMs)
  }

  count({ truckId, zoneOffsetMinutes }: Pick<LiveGrant, 'truckId' | 'zoneOffsetMinutes'>, bytes: number): void {
    const day = dayOf(this.#now(), zoneOffsetMinutes)
    const key = `${truckId} ${day}`
    const counted = this.#waiting.get(key)
    if (counted !== undefined) counted.bytes += bytes
    else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(key, { truckId, day, bytes })
  }

  /** Adds what was counted; what the database did not take waits for the next time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#flush())
    return this.#flushing
  }

  async #flush(): Promise<void> {
    const counted = [...this.#waiting.values()]
    if (counted.length === 0) return
    this.#waiting = new Map()
    try {
      await sql`
        INSERT INTO video_traffic (truck_id, day, bytes)
        SELECT t.id, n.day, n.bytes FROM unnest(${counted.map(({ truckId }) => truckId)}::int[], ${counted.map(({ day }) => day)}::date[],
          ${counted.map(({ bytes }) => bytes)}::bigint[]) AS n (truck_id, day, bytes) JOIN truck t ON t.id = n.truck_id
        ON CONFLICT (truck_id, day) DO UPDATE SET bytes = video_traffic.bytes + excluded.bytes`.execute(this.#db)
    } catch (error) {
      this.#log.warn({ err: error }, 'failed to store the traffic of live video, trying again')
      for (const { truckId, day, bytes } of counted) {
        const key = `${truckId} ${day}`
        const since = this.#waiting.get(key)
        this.#waiting.set(key, { truckId, day, bytes: bytes + (since?.bytes ?? 0) })
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
