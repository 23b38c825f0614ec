import type pg from 'pg'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { turns } from '../health/turns.ts'
import { rebuildPeriod, storeRebuilt } from './rebuild-period.ts'
import type { Session } from './session.ts'

export type RebuilderOptions = {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly bus: Bus
  readonly now: () => number
  /** What lies further back was judged once and stays as it is: the checkpoints of then may be gone. */
  readonly judgedMs: number
  readonly uptime: () => number
  readonly onRebuilt: () => void
  /** The truck belongs to another session by now. */
  readonly onFenced: (session: Session) => void
}

/** Late readings come in bursts: wait until a truck has been quiet for this long … */
const QUIET_MS = 1_000
/** … but never longer than this after the first of them: half of a long story would be judged as if nothing came after it. */
const MAX_WAIT_MS = 60_000
const RETRY_MS = 5_000

type Wish = { firstAt: number; timer: NodeJS.Timeout }

/** Detects the affected period of a truck again after late readings came in, one truck at a time. */
export class Rebuilder {
  readonly #wishes = new Map<Session, Wish>()
  #queue: Promise<void> = Promise.resolve()
  #stopping = false

  readonly #options: RebuilderOptions

  constructor(options: RebuilderOptions) {
    this.#options = options
  }

  /** Late readings from `from` on are stored. */
  want(session: Session, from: number): void {
    session.rebuildFrom = session.rebuildFrom === null ? from : Math.min(session.rebuildFrom, from)
    this.#plan(session, QUIET_MS)
  }

  /** Resolves when no rebuild runs; what is left stays marked in the database for the next claim. */
  async stopped(): Promise<void> {
    this.#stopping = true
    for (const wish of this.#wishes.values()) clearTimeout(wish.timer)
    this.#wishes.clear()
    await this.#queue
  }

  #plan(session: Session, delay: number): void {
    if (this.#stopping) return
    const now = this.#options.uptime()
    const wish = this.#wishes.get(session)
    if (wish) clearTimeout(wish.timer)
    const firstAt = wish?.firstAt ?? now
    const wait = Math.max(0, Math.min(delay, firstAt + MAX_WAIT_MS - now))
    const timer = setTimeout(() => {
      this.#wishes.delete(session)
      this.#queue = this.#queue.then(() => turns.across('rebuild', () => this.#rebuild(session)))
    }, wait)
    this.#wishes.set(session, { firstAt, timer })
  }

  async #rebuild(session: Session): Promise<void> {
    if (session.closed || session.rebuildFrom === null) return
    session.held.hold()
    try {
      // Everything stepped so far must be stored before the stored readings are read, a long message to its end.
      while (session.pendingGroups > 0 || session.held.holds > 1) await new Promise((done) => setTimeout(done, 5))
      const from = session.rebuildFrom
      const { pool, now, judgedMs } = this.#options
      const at = now()
      const rebuilt = await rebuildPeriod(pool, session.truckId, from, session.context, at, at - judgedMs)
      if (!(await storeRebuilt(pool, session.truckId, session.epoch, rebuilt))) {
        this.#options.onFenced(session)
        return
      }
      session.state = rebuilt.state
      if (rebuilt.newest) session.resumeAt(rebuilt.newest.at, rebuilt.newestDigests)
      session.rebuildFrom = null
      this.#options.onRebuilt()
      this.#options.bus.publish('outbox', '')
    } catch (error) {
      this.#options.log.warn({ err: error, truckId: session.truckId }, 'a rebuild failed and will be tried again')
      this.#plan(session, RETRY_MS)
    } finally {
      session.held.release()
    }
  }
}
