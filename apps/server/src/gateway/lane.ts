import type { Fact } from '@tanker/detection/fact'
import type { Reading } from '@tanker/domain/reading'
import { passing } from '../platform/health/crash-point.ts'
import { turns } from '../platform/health/turns.ts'
import { type CommitConnection, DatabaseUnavailable, RowRefused } from './commit-connection.ts'
import { type Entry, Group } from './group.ts'
import type { GroupAnswer, GroupForm } from './group-statement.ts'
import type { OwedAck } from './session-connection.ts'
import type { Session } from './session.ts'

export type LaneOptions = {
  readonly connection: CommitConnection
  /** Called once per durable group, with its content and the slots that passed the fence. */
  readonly onDurable: (result: DurableGroup) => void
  /** A session whose epoch is no longer ours: it must be closed and never acknowledged. */
  readonly onFenced: (session: Session) => void
  /** A reading that the database refuses even alone; resolves when its bytes are in quarantine. */
  readonly onQuarantine: (session: Session, reading: Reading, reason: string) => Promise<void>
  readonly onRetry: (reason: string, attempt: number) => void
  /** A group refused by the fast statement is sent again by the safe one. */
  readonly onRefusedFast: () => void
  readonly now: () => number
  /** Late readings older than this when they come are stored and not judged. */
  readonly judgedMs: number
  /** Monotonic clock for timing groups. */
  readonly uptime: () => number
}

export type DurableGroup = {
  readonly sessions: readonly Session[]
  readonly acks: readonly OwedAck<Session>[]
  /** Sessions with late readings that were new, and since when. */
  readonly rebuilds: readonly { readonly session: Session; readonly from: number }[]
  readonly rows: number
  readonly hasAlarms: boolean
  /** Of `uptime`. */
  readonly startedAt: number
}

const FLUSH_AFTER_MS = 10
/** A group with this many readings, or acknowledgements of repeated readings, is sent at once. */
const FLUSH_ROWS = 2_000
/** With this many readings waiting behind a slow database, sockets stop being read. */
const MAX_WAITING_ROWS = 8_000
/** The same limit for acknowledgements: resent readings need one without a row. */
const MAX_WAITING_ACKS = 8_000

/**
 * One queue of groups: at most one is in flight, the next one fills at the same time. A truck stays on one lane, so its
 * readings reach the database in the order they were stepped.
 */
export class Lane {
  #building: Group
  #spare: Group
  #inFlight = false
  #timer: NodeJS.Timeout | null = null
  #stopping = false
  #idle: (() => void)[] = []

  readonly #options: LaneOptions

  constructor(options: LaneOptions) {
    this.#options = options
    this.#building = new Group(options.judgedMs)
    this.#spare = new Group(options.judgedMs)
  }

  /** True while too much is waiting: sockets must not be read until it is false. */
  get isFull(): boolean {
    return this.#building.rows >= MAX_WAITING_ROWS || this.#building.acks.length >= MAX_WAITING_ACKS
  }

  get #isLarge(): boolean {
    return this.#building.rows >= FLUSH_ROWS || this.#building.acks.length >= FLUSH_ROWS
  }

  add(session: Session, reading: Reading, late: boolean, facts: readonly Fact[], ack: OwedAck<Session> | null): void {
    this.#touch(session)
    this.#building.add(session, reading, late, facts, ack)
    this.#schedule()
  }

  /** Owes an acknowledgement for something that is already in an earlier group or needs no row. */
  owe(ack: OwedAck<Session>): void {
    this.#touch(ack.session)
    this.#building.owe(ack)
    this.#schedule()
  }

  addCheckpoint(session: Session, at: number, state: Uint8Array): void {
    this.#building.addCheckpoint(session, at, state)
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drained(): Promise<void> {
    this.#stopping = true
    this.#flush()
    if (!this.#inFlight && this.#building.isEmpty) return
    await new Promise<void>((done) => this.#idle.push(done))
  }

  #touch(session: Session): void {
    if (session.lastGroup !== this.#building) {
      session.lastGroup = this.#building
      session.pendingGroups += 1
    }
    if (this.#building.firstAt === null) this.#building.firstAt = this.#options.uptime()
  }

  #schedule(): void {
    if (this.#inFlight) return
    if (this.#isLarge || this.#stopping) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS)
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#inFlight || this.#building.isEmpty) return
    const group = this.#building
    this.#building = this.#spare
    this.#inFlight = true
    turns.during('group', () => group.seal(this.#options.now()))
    void this.#send(group).then(() => {
      for (const session of group.sessions) this.#release(session, group)
      group.clear()
      this.#spare = group
      this.#inFlight = false
      if (!this.#building.isEmpty) {
        const due = (this.#building.firstAt ?? 0) + FLUSH_AFTER_MS - this.#options.uptime()
        if (due <= 0 || this.#isLarge || this.#stopping) this.#flush()
        else this.#timer ??= setTimeout(() => this.#flush(), due)
      } else {
        for (const done of this.#idle.splice(0)) done()
      }
    })
  }

  #release(session: Session, group: Group): void {
    session.pendingGroups -= 1
    if (session.lastGroup === group) session.lastGroup = null
  }

  /**
   * Sends the same bytes until the database confirms or refuses them. Fast statement first; after a refusal or a lost
   * answer (it may have been executed) the safe statement.
   */
  async #send(group: Group): Promise<void> {
    passing('before-statement')
    let form: GroupForm = group.wantsCare ? 'safe' : 'fast'
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#settle(group, await this.#options.connection.run<GroupAnswer>(group.query(form)))
        return
      } catch (error) {
        if (error instanceof RowRefused) {
          if (form === 'safe') {
            await this.#sendApart(group.entries(), error.message)
            return
          }
          this.#options.onRefusedFast()
        } else await this.#waitToRetry(error, attempt)
        form = 'safe'
      }
    }
  }

  /** @throws any error other than a temporarily unavailable database */
  async #waitToRetry(error: unknown, attempt: number): Promise<void> {
    if (!(error instanceof DatabaseUnavailable)) throw error
    this.#options.onRetry(error.message, attempt)
    await new Promise((done) => setTimeout(done, Math.min(2_000, 50 * 2 ** Math.min(attempt, 6))))
  }

  #settle(group: Group, [answer]: readonly GroupAnswer[]): void {
    passing('committed')
    if (!answer) throw new Error('the database did not say which trucks of a group passed the fence')
    const sessionOf = (slot: number): Session => {
      const session = group.sessions[slot]
      if (!session) throw new Error(`the database answered for slot ${slot}, which the group does not have`)
      return session
    }
    const passed = answer.passed && new Set(answer.passed.map(sessionOf))
    this.#options.onDurable({
      sessions: passed ? [...passed] : group.sessions,
      acks: passed ? group.acks.filter((ack) => passed.has(ack.session)) : group.acks,
      rebuilds: (answer.rebuilds ?? []).map(([slot, from]) => ({ session: sessionOf(slot), from })),
      rows: group.rows,
      hasAlarms: group.hasAlarms,
      startedAt: group.firstAt ?? this.#options.uptime(),
    })
    if (!passed) return
    for (const session of group.sessions) if (!passed.has(session)) this.#options.onFenced(session)
  }

  /**
   * The database refuses something in the group: send each truck's part alone, and where one still fails, each of
   * its readings alone, so that only the refused one goes to quarantine.
   */
  async #sendApart(entries: readonly Entry[], reason: string): Promise<void> {
    const bySession = new Map<Session, Entry[]>()
    for (const entry of entries) bySession.set(entry.session, [...(bySession.get(entry.session) ?? []), entry])
    for (const [session, mine] of bySession) {
      if (await this.#trySend(mine)) continue
      for (const entry of mine) {
        if (await this.#trySend([entry])) continue
        await this.#options.onQuarantine(session, entry.reading, reason)
        // Its facts may cause the refusal: the bytes are in quarantine, only the acknowledgement remains.
        if (entry.ack) await this.#trySend([], entry.ack)
      }
    }
  }

  async #trySend(entries: readonly Entry[], ack?: OwedAck<Session>): Promise<boolean> {
    const group = new Group(this.#options.judgedMs)
    for (const entry of entries) group.add(entry.session, entry.reading, entry.late, entry.facts, entry.ack)
    if (ack) group.owe(ack)
    group.firstAt = this.#options.uptime()
    group.seal(this.#options.now())
    const query = group.query('safe')
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#settle(group, await this.#options.connection.run<GroupAnswer>(query))
        return true
      } catch (error) {
        if (error instanceof RowRefused) return false
        await this.#waitToRetry(error, attempt)
      }
    }
  }
}
