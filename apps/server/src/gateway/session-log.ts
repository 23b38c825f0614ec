import type pg from 'pg'
import type { Logger } from 'pino'
import type { DropReason } from '@tanker/domain/devices/drop-reason'
import type { Job } from '../platform/jobs/start-job.ts'
import { GONE_AFTER_MS } from './claim-unheld.ts'
import type { Session } from './session.ts'

/** Sessions that wait to be stored: each truck of a gateway and its former session, twice over. */
const MAX_WAITING_SESSIONS = 40_000
/** Sessions stored by one statement. */
const MAX_SESSIONS_A_STATEMENT = 500
/** Statements in a row before the next second. */
const MAX_STATEMENTS_A_TICK = 4
/** Open sessions are stored again after this time, with their traffic and signal so far. */
const STORED_AGAIN_MS = 300_000
/** A former connection that sent a frame within this time was alive when the truck signed in again. */
const ALIVE_MS = 20_000

export type SessionLogOptions = {
  readonly pool: pg.Pool
  readonly log: Logger
  /** Name of this gateway. */
  readonly gateway: string
  readonly now: () => number
}

/** What is stored of a session, taken when it changes: the socket is gone when it is written. */
type Row = {
  readonly session: Session
  readonly signedInAt: number
  seenAt: number
  endedAt: number | null
  reason: DropReason | null
  alsoConnected: boolean
}

/**
 * The list of terminals' connections: a row at the sign-in, updated at the end and every five minutes. Rows are written in groups, once
 * a second, so that ten thousand trucks coming back at once cost some dozens of statements, and no frame costs any.
 */
export class SessionLog {
  readonly #options: SessionLogOptions
  /** Of open sessions, and of ended ones until they are stored. */
  readonly #rows = new Map<Session, Row>()
  readonly #waiting = new Set<Row>()
  #storing: Promise<void> | null = null
  #storedAgainAt: number
  #lost = 0

  constructor(options: SessionLogOptions) {
    this.#options = options
    this.#storedAgainAt = options.now()
  }

  /** A truck signed in. @param older its session here until now */
  began(session: Session, older: Session | undefined): void {
    const now = this.#options.now()
    const alsoConnected = older !== undefined && !older.closed && older.connection.silentMs < ALIVE_MS
    const former = alsoConnected ? this.#rows.get(older) : undefined
    if (former) former.alsoConnected = true
    const row = { session, signedInAt: now, seenAt: now, endedAt: null, reason: null, alsoConnected }
    this.#rows.set(session, row)
    this.#store(row)
  }

  /** @param isFenced it still sent when another gateway already had the truck */
  ended(session: Session, reason: DropReason, isFenced: boolean): void {
    const row = this.#rows.get(session)
    if (!row) return
    this.#rows.delete(session)
    row.seenAt = row.endedAt = this.#options.now()
    row.reason = reason
    row.alsoConnected ||= isFenced
    this.#store(row)
  }

  /** Called every second. */
  tick(): void {
    const now = this.#options.now()
    if (now - this.#storedAgainAt >= STORED_AGAIN_MS) {
      this.#storedAgainAt = now
      for (const row of this.#rows.values()) {
        row.seenAt = now
        this.#store(row)
      }
    }
    this.#storing ??= this.#storeWaiting().finally(() => (this.#storing = null))
  }

  /** Ends what an earlier process of this name left open. Before the first truck signs in. */
  async endFormer(): Promise<void> {
    await endLeft(this.#options, 's.gateway = $2')
  }

  /** Ends sessions of gateways that are gone. */
  readonly leftSessions: Job = {
    name: 'sessions of gone gateways',
    schedule: { everyS: 30 },
    lock: null,
    atStart: true,
    run: () => endLeft(this.#options, `s.gateway <> $2 AND coalesce(g.alive_at < now() - $3 * interval '1 millisecond', true)`),
  }

  /** Stores what waits. All sessions have ended by then. */
  async close(): Promise<void> {
    await this.#storing
    for (let tries = 0; this.#waiting.size > 0 && tries < MAX_WAITING_SESSIONS / MAX_SESSIONS_A_STATEMENT; tries += 1) {
      const before = this.#waiting.size
      await this.#storeWaiting()
      if (this.#waiting.size >= before) return
    }
  }

  #store(row: Row): void {
    if (this.#waiting.size >= MAX_WAITING_SESSIONS && !this.#waiting.has(row)) this.#lost += 1
    else this.#waiting.add(row)
  }

  async #storeWaiting(): Promise<void> {
    const { log, pool, gateway } = this.#options
    for (let statement = 0; statement < MAX_STATEMENTS_A_TICK && this.#waiting.size > 0; statement += 1) {
      const rows = [...this.#waiting].slice(0, MAX_SESSIONS_A_STATEMENT)
      for (const row of rows) this.#waiting.delete(row)
      try {
        await upsert(pool, gateway, rows)
      } catch (error) {
        for (const row of rows) this.#store(row)
        log.warn(
          { err: error, waiting: this.#waiting.size, lost: this.#lost },
          'connections of terminals could not be stored; they are tried again',
        )
        return
      }
    }
  }
}

/** Writes rows as they are now. The same row again changes nothing, so a statement that failed halfway can be repeated. */
async function upsert(pool: pg.Pool, gateway: string, rows: readonly Row[]): Promise<void> {
  const inOrder = rows.toSorted((a, b) => a.session.truckId - b.session.truckId || Number(a.session.epoch - b.session.epoch))
  const stored = inOrder.map(({ session, signedInAt, seenAt, endedAt, reason, alsoConnected }) => {
    const { connection, signal } = session
    const { traffic } = connection
    return {
      truck_id: session.truckId,
      epoch: String(session.epoch),
      port: connection.localPort,
      phone: session.phone,
      address: connection.remoteAddress,
      connected_at: new Date(connection.connectedAt),
      signed_in_at: new Date(signedInAt),
      seen_at: new Date(seenAt),
      ended_at: endedAt === null ? null : new Date(endedAt),
      reason,
      received_bytes: traffic?.received ?? null,
      sent_bytes: traffic?.sent ?? null,
      signal: signal?.newest ?? null,
      weakest_signal: signal?.weakest ?? null,
      also_connected: alsoConnected,
    }
  })
  await pool.query({
    name: 'terminal-sessions',
    text: `
      INSERT INTO terminal_session (truck_id, epoch, organisation_id, gateway, port, phone, terminal_id, address, connected_at, signed_in_at,
        seen_at, ended_at, reason, received_bytes, sent_bytes, signal, weakest_signal, also_connected)
      SELECT r.truck_id, r.epoch, t.organisation_id, $2, r.port, r.phone, coalesce(d.terminal_id, t.terminal_id), r.address, r.connected_at,
        r.signed_in_at, r.seen_at, r.ended_at, r.reason, r.received_bytes, r.sent_bytes, r.signal, r.weakest_signal, r.also_connected
      FROM json_to_recordset($1) AS r (truck_id int, epoch bigint, port int, phone text, address text, connected_at timestamptz,
        signed_in_at timestamptz, seen_at timestamptz, ended_at timestamptz, reason text, received_bytes bigint, sent_bytes bigint,
        signal smallint, weakest_signal smallint, also_connected boolean)
      JOIN truck t ON t.id = r.truck_id LEFT JOIN device d ON d.truck_id = r.truck_id
      ON CONFLICT (truck_id, epoch) DO UPDATE SET seen_at = excluded.seen_at, ended_at = excluded.ended_at, reason = excluded.reason,
        received_bytes = excluded.received_bytes, sent_bytes = excluded.sent_bytes, signal = excluded.signal,
        weakest_signal = excluded.weakest_signal, also_connected = terminal_session.also_connected OR excluded.also_connected`,
    values: [JSON.stringify(stored), gateway],
  })
}

/** The gateway was alive at its last heartbeat, and had the session when it last stored it. */
async function endLeft({ pool, gateway }: SessionLogOptions, whose: string): Promise<void> {
  await pool.query(
    `UPDATE terminal_session SET ended_at = l.at, reason = $1, seen_at = l.at
     FROM (SELECT s.truck_id, s.epoch, greatest(s.seen_at, g.alive_at) AS at
       FROM terminal_session s LEFT JOIN gateway_process g ON g.name = s.gateway
       WHERE s.ended_at IS NULL AND ($3::int IS NOT NULL AND ${whose})) l
     WHERE terminal_session.truck_id = l.truck_id AND terminal_session.epoch = l.epoch`,
    ['server-stopped' satisfies DropReason, gateway, GONE_AFTER_MS],
  )
}
