import type pg from 'pg'
import { claimTrucks } from './claim.ts'
import type { Claimed } from './session.ts'
import type { TruckContexts } from '@tanker/database/truck-contexts'

/** Trucks claimed in one statement. */
const MAX_CLAIMS_AT_ONCE = 250
/** Claims waiting for the database; more are refused, and their terminals try again. */
const MAX_WAITING_CLAIMS = 20_000

type Waiting = { truckId: number; resolve: (claimed: Claimed | null) => void; reject: (error: unknown) => void }

/** Claims in batches, so that ten thousand trucks coming back at once cost hundreds of statements, not tens of thousands. */
export class ClaimQueue {
  #waiting: Waiting[] = []
  #running = 0

  readonly #pool: pg.Pool
  readonly #contexts: TruckContexts
  readonly #gateway: string

  constructor(pool: pg.Pool, contexts: TruckContexts, gateway: string) {
    this.#pool = pool
    this.#contexts = contexts
    this.#gateway = gateway
  }

  /** Takes over a truck; null if it no longer exists. Rejects if the database does not answer. */
  claim(truckId: number): Promise<Claimed | null> {
    if (this.#waiting.length >= MAX_WAITING_CLAIMS) return Promise.reject(new Error('too many trucks wait to be let in'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ truckId, resolve, reject })
      setImmediate(() => this.#run())
    })
  }

  #run(): void {
    if (this.#running >= 2 || this.#waiting.length === 0) return
    const batch: Waiting[] = []
    const seen = new Set<number>()
    const later: Waiting[] = []
    for (const waiting of this.#waiting) {
      // Two sessions of one truck in one statement would get one epoch: the second waits for the next.
      if (batch.length < MAX_CLAIMS_AT_ONCE && !seen.has(waiting.truckId)) batch.push(waiting)
      else later.push(waiting)
      seen.add(waiting.truckId)
    }
    this.#waiting = later
    this.#running += 1
    claimTrucks(
      this.#pool,
      this.#contexts,
      this.#gateway,
      batch.map((waiting) => waiting.truckId).sort((a, b) => a - b),
    )
      .then(
        (claims) => batch.forEach((waiting) => waiting.resolve(claims.get(waiting.truckId) ?? null)),
        (error: unknown) => batch.forEach((waiting) => waiting.reject(error)),
      )
      .finally(() => {
        this.#running -= 1
        this.#run()
      })
  }
}
