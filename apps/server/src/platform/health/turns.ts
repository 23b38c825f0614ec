import { PerformanceObserver } from 'node:perf_hooks'
import { Counter, type Registry } from 'prom-client'

/** A turn of the event loop that is longer than this is counted: all other work waited for it. */
const LONG_TURN_MS = 200
const LOOK_EVERY_MS = 100
/** V8 reports its collections with a short delay. */
const DECIDE_AFTER_MS = 20
/** Number of distinct causes; message ids, routes and jobs are fewer. */
const MAX_CAUSES = 1_000

/**
 * Tracks the work of the process, so that a long turn of the event loop is counted with its cause. Synchronous work
 * measures itself; asynchronous work is attributed to the one started last. Causes are names from fixed sets
 * (message ids, routes, jobs), never anything from outside.
 */
export class Turns {
  readonly #counts = new Map<string, number>()
  readonly #running = new Map<number, string>()
  #next = 0
  #endedLast: string | null = null
  #isAccounted = false
  #gcMs = 0
  #lookedAt = 0
  #watches = false

  readonly #clock: () => number

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Long turns so far, by cause. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  now(): number {
    return this.#clock()
  }

  /** Runs synchronous work, and counts it if it takes long. */
  during<T>(cause: string, work: () => T): T {
    const startedAt = this.#clock()
    try {
      return work()
    } finally {
      if (this.isLong(startedAt)) this.count(cause)
    }
  }

  /** Whether synchronous work that began at `startedAt` (of `now()`) has taken long. */
  isLong(startedAt: number): boolean {
    return this.#clock() - startedAt > LONG_TURN_MS
  }

  /** Counts a long turn whose cause is known. */
  count(cause: string): void {
    this.#isAccounted = true
    const name = this.#counts.has(cause) || this.#counts.size < MAX_CAUSES ? cause : 'unknown'
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** Starts asynchronous work. @returns function to call at its end */
  begin(cause: string): () => void {
    const number = this.#next++
    this.#running.set(number, cause)
    return () => {
      if (this.#running.delete(number)) this.#endedLast = cause
    }
  }

  /** The same for work that is a promise. */
  async across<T>(cause: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(cause)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Reports the duration of a garbage collection, ms. */
  collected(ms: number): void {
    this.#gcMs += ms
  }

  /** Checks whether the loop was blocked for `lateMs` since the last check, and by what. */
  judge(lateMs: number): void {
    if (lateMs > LONG_TURN_MS && !this.#isAccounted)
      this.count(this.#gcMs > lateMs / 2 ? 'gc' : ([...this.#running.values()].at(-1) ?? this.#endedLast ?? 'unknown'))
    this.#isAccounted = false
    this.#endedLast = null
    this.#gcMs = 0
  }

  /** Shows the counts in a registry, and watches the event loop from the first call on. */
  showIn(registry: Registry): void {
    if (registry.getSingleMetric('tanker_long_turns_total')) return
    const { counts } = this
    const metric = new Counter({
      name: 'tanker_long_turns_total',
      help: 'Turns of the event loop that took longer than 200 ms, by what ran: a message id, a route, a job, gc or unknown',
      labelNames: ['cause'],
      registers: [],
      collect() {
        this.reset()
        for (const [cause, count] of counts) this.inc({ cause }, count)
      },
    })
    registry.registerMetric(metric)
    if (this.#watches) return
    this.#watches = true
    this.#lookedAt = this.#clock()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.collected(entry.duration)
    }).observe({ entryTypes: ['gc'] })
    setInterval(() => {
      const now = this.#clock()
      const lateMs = now - this.#lookedAt - LOOK_EVERY_MS
      this.#lookedAt = now
      if (lateMs > LONG_TURN_MS) setTimeout(() => this.judge(lateMs), DECIDE_AFTER_MS).unref()
      else this.judge(lateMs)
    }, LOOK_EVERY_MS).unref()
  }
}

/** The instance of this process, which has one event loop. */
export const turns = new Turns()
