import { encodeUploads } from '../platform/bus/uploads-payload.ts'
import type { Bus } from '../platform/bus/bus.ts'

const EVERY_MS = 5_000
/** Gaps of a minute or two without network are not reported. */
const WORTH_REPORTING_MS = 5 * 60_000
/** Trucks per round; others are reported in the next round. */
const MAX_UPLOADING_TRUCKS = 5_000

/** Publishes which trucks upload stored data and their progress on the bus, every five seconds. Lossy. */
export class UploadPublisher {
  #reached = new Map<number, number>()
  readonly #timer: NodeJS.Timeout

  readonly #bus: Bus
  readonly #now: () => number

  constructor(bus: Bus, now: () => number) {
    this.#bus = bus
    this.#now = now
    this.#timer = setInterval(() => this.flush(), EVERY_MS)
  }

  /** A batch of stored readings has come; `at` is the newest of them. */
  came(truckId: number, at: number): void {
    if (this.#now() - at < WORTH_REPORTING_MS) {
      this.#reached.delete(truckId)
      return
    }
    if (this.#reached.size < MAX_UPLOADING_TRUCKS || this.#reached.has(truckId)) this.#reached.set(truckId, at)
  }

  flush(): void {
    if (this.#reached.size === 0) return
    for (const payload of encodeUploads([...this.#reached])) this.#bus.publish('uploads', payload)
    this.#reached = new Map()
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
