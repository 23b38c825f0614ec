import type pg from 'pg'
import type { Logger } from 'pino'
import type { TruckContexts } from '@tanker/database/truck-contexts'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import type { Bus } from '../platform/bus/bus.ts'
import { passing } from '../platform/health/crash-point.ts'
import { turns } from '../platform/health/turns.ts'
import { type Unheld, claimUnheld } from './claim-unheld.ts'
import { rebuildPeriod } from './rebuild-period.ts'
import type { Session } from './session.ts'
import { storeRebuilt } from './store-rebuilt.ts'

export type RebuilderOptions = {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly bus: Bus
  readonly contexts: TruckContexts
  /** Name of this gateway. */
  readonly gateway: string
  readonly now: () => number
  /** Older periods stay as judged: their checkpoints may be deleted. */
  readonly judgedMs: number
  readonly uptime: () => number
  /** The truck has a session here: it judges its own late data. */
  readonly isConnected: (truckId: number) => boolean
  readonly onRebuilt: () => void
  /** The truck belongs to another session by now. */
  readonly onFenced: (session: Session) => void
}

/** Late readings come in bursts: wait until a truck has been quiet for this long … */
const QUIET_MS = 1_000
/** … but never longer than this after the first of them: half of a long story would be judged as if nothing came after it. */
const MAX_WAIT_MS = 60_000
const RETRY_MS = 5_000
/** Each failure in a row doubles the wait before the next try, up to this many times: about five minutes. */
const MOST_DOUBLINGS = 6
/** Trucks judged at a time. Each needs one connection of the pool, and trucks that sign in need some too. */
const MAX_REBUILDS_AT_ONCE = 4
/** Disconnected trucks that wait in memory; what is beyond them stays marked in the database and is found there. */
const MAX_UNHELD_WAITING = 200
/** Disconnected trucks whose rebuild failed and that rest until their next try; of more, the oldest is forgotten and tried sooner. */
const MAX_RESTING = 1_000

type Task = {
  readonly truckId: number
  /** Null for a truck that is to be claimed first. */
  readonly session: Session | null
  readonly epoch: string
  readonly firstAt: number
  failures: number
  timer: NodeJS.Timeout | null
  /** Late readings still arrived at its start: its result is preliminary. */
  early: boolean
}

/** The claim of a task on its truck. */
type Hold = { readonly epoch: bigint; readonly from: number; readonly context: TruckContext }

/** Detects the affected period of a truck again after late readings came in: several trucks at a time, each by one task. */
export class Rebuilder {
  /** Tasks that wait for quiet or for their next try. */
  readonly #planned = new Set<Task>()
  /** Tasks that are due, waiting for a free place. */
  readonly #due: Task[] = []
  readonly #running = new Map<Task, Promise<void>>()
  /** By truck that no gateway has: how often its rebuild failed in a row, and when it may be tried again. */
  readonly #resting = new Map<number, { readonly failures: number; readonly until: number }>()
  #stopping = false

  readonly #options: RebuilderOptions

  constructor(options: RebuilderOptions) {
    this.#options = options
  }

  /** Trucks that are judged here or wait for it. */
  get truckIds(): number[] {
    return [...this.#planned, ...this.#due, ...this.#running.keys()].map(({ truckId }) => truckId)
  }

  /** Trucks to skip in the search: those here, and those resting after a failure. */
  get leftAlone(): number[] {
    const uptime = this.#options.uptime()
    return [...this.truckIds, ...[...this.#resting].filter(([, { until }]) => until > uptime).map(([truckId]) => truckId)]
  }

  /** How many more disconnected trucks may wait here. */
  get room(): number {
    const waiting = [...this.#planned, ...this.#due].filter(({ session }) => session === null || session.closed).length
    return this.#stopping ? 0 : Math.max(0, MAX_UNHELD_WAITING - waiting)
  }

  /** Queues the rebuild of a session's truck, whose late readings from `from` on are stored. Continues if the truck disconnects. */
  want(session: Session, from: number): void {
    session.rebuildFrom = session.rebuildFrom === null ? from : Math.min(session.rebuildFrom, from)
    const known = [...this.#planned].find((task) => task.session === session)
    const task = known ?? this.#task(session.truckId, session, session.epoch.toString())
    if (!session.closed || known || this.room > 0) this.#plan(task, QUIET_MS)
  }

  /** Queues the rebuild of a truck that no gateway has; checked again when its turn comes. */
  wantUnheld({ truckId, epoch }: Unheld): void {
    if (this.room === 0 || (this.#resting.get(truckId)?.until ?? 0) > this.#options.uptime()) return
    this.#due.push(this.#task(truckId, null, epoch))
    this.#runNext()
  }

  /** Resolves when no rebuild runs; what is left stays marked in the database. */
  async stopped(): Promise<void> {
    this.#stopping = true
    for (const { timer } of this.#planned) if (timer) clearTimeout(timer)
    this.#planned.clear()
    this.#due.length = 0
    await Promise.all(this.#running.values())
  }

  #task(truckId: number, session: Session | null, epoch: string): Task {
    return { truckId, session, epoch, firstAt: this.#options.uptime(), failures: 0, timer: null, early: false }
  }

  #plan(task: Task, delay: number): void {
    if (this.#stopping) return
    if (task.timer) clearTimeout(task.timer)
    const left = Math.max(0, task.firstAt + MAX_WAIT_MS - this.#options.uptime())
    const isFirst = task.failures === 0
    task.early = isFirst && left < delay
    this.#planned.add(task)
    task.timer = setTimeout(
      () => {
        this.#planned.delete(task)
        this.#due.push(task)
        this.#runNext()
      },
      isFirst ? Math.min(delay, left) : delay,
    )
  }

  #runNext(): void {
    while (!this.#stopping && this.#running.size < MAX_REBUILDS_AT_ONCE) {
      const busy = new Set([...this.#running.keys()].map(({ truckId }) => truckId))
      const index = this.#due.findIndex(({ truckId }) => !busy.has(truckId))
      const [task] = index < 0 ? [] : this.#due.splice(index, 1)
      if (!task) return
      const run = turns
        .across('rebuild', () => this.#rebuild(task))
        .finally(() => {
          this.#running.delete(task)
          this.#runNext()
        })
      this.#running.set(task, run)
    }
  }

  async #rebuild(task: Task): Promise<void> {
    const { session, truckId } = task
    session?.held.hold()
    try {
      const hold = await (session ? this.#settled(session) : this.#claimed(task))
      if (hold === null) return
      const { pool, now, judgedMs } = this.#options
      const at = now()
      const rebuilt = await rebuildPeriod(pool, truckId, hold.from, hold.context, {
        now: at,
        oldest: at - judgedMs,
        early: task.early,
        isWanted: () => !this.#stopping && !this.#isTakenOver(task),
      })
      if (rebuilt === null) return
      passing('rebuilt')
      if (!(await storeRebuilt(pool, truckId, hold.epoch, rebuilt))) {
        if (session) this.#options.onFenced(session)
        return
      }
      if (session) {
        session.state = rebuilt.state
        if (rebuilt.newest) session.resumeAt(rebuilt.newest.at, rebuilt.newestDigests)
        session.rebuildFrom = null
      }
      this.#resting.delete(truckId)
      this.#options.onRebuilt()
      this.#options.bus.publish('outbox', '')
    } catch (error) {
      this.#options.log.warn({ err: error, truckId }, 'a rebuild failed, trying again later')
      if (session && !session.closed) {
        task.failures += 1
        this.#plan(task, waitAfter(task.failures))
      } else this.#rest(truckId)
    } finally {
      session?.held.release()
    }
  }

  /** Waits until everything stepped so far is stored, including a long message to its end. Null if nothing waits any more. */
  async #settled(session: Session): Promise<Hold | null> {
    while (session.pendingGroups > 0 || session.held.holds > 1) await new Promise((done) => setTimeout(done, 5))
    return session.rebuildFrom === null ? null : { epoch: session.epoch, from: session.rebuildFrom, context: session.context }
  }

  /** Takes over a truck that no gateway has; null if one has it now. */
  async #claimed({ truckId, epoch }: Task): Promise<Hold | null> {
    const { pool, contexts, gateway, isConnected } = this.#options
    if (isConnected(truckId)) return null
    const context = (await contexts.load([truckId])).get(truckId)
    const claim = context && (await claimUnheld(pool, gateway, truckId, epoch))
    return claim ? { ...claim, context } : null
  }

  /** A failed truck is found again in the database later, so that one that always fails does not block others. */
  #rest(truckId: number): void {
    const failures = (this.#resting.get(truckId)?.failures ?? 0) + 1
    this.#resting.delete(truckId)
    const [oldest] = this.#resting.keys()
    if (this.#resting.size >= MAX_RESTING && oldest !== undefined) this.#resting.delete(oldest)
    this.#resting.set(truckId, { failures, until: this.#options.uptime() + waitAfter(failures) })
  }

  /** Another session of the truck has its own rebuild waiting, which judges all of it. */
  #isTakenOver({ truckId, session }: Task): boolean {
    const isNewer = (other: Task): boolean =>
      other.truckId === truckId && other.session !== null && other.session !== session && other.session.epoch > (session?.epoch ?? 0n)
    return this.#due.some(isNewer) || [...this.#planned].some(isNewer)
  }
}

const waitAfter = (failures: number): number => RETRY_MS * 2 ** Math.min(failures - 1, MOST_DOUBLINGS)
