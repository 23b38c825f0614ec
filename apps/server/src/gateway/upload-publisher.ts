import { encodeUploads } from '../bus/uploads-payload.ts'
import type { Bus } from '../bus/bus.ts'

const EVERY_MS = 5_000
/** A minute or two without network is nothing to speak of. */
const WORTH_REPORTING_MS = 5 * 60_000
/** Trucks that upload at a time; of more the rest is heard of in the next round. */
const MAX_UPLOADING_TRUCKS = 5_000

/** Says which trucks send what they stored, and how far each has come: every five seconds, on the bus. Lossy. */
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
