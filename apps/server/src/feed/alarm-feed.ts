import type pino from 'pino'
import type { Db } from '@tanker/database/connection'
import { type FeedCursor, feedEnd, type OutboxRow, readOutbox } from '../alarms/outbox.ts'

/** One reader of the outbox per process: every client of the process gets its share of each batch. */
export type AlarmFeed = {
  /** Position up to which this process has delivered; a client whose cursor is not behind it may join. */
  readonly cursor: FeedCursor
  /** Reads soon; calls during a read are merged into one. */
  wake(): void
  stop(): Promise<void>
}

export type Batch = { readonly rows: readonly OutboxRow[]; readonly cursor: FeedCursor }

/** Rows of the outbox read at once. */
const MAX_ROWS_AT_ONCE = 500
/** The bus may lose the hint. */
const lookEveryMs = 1_000

/**
 * Reads the outbox from its end on and calls `deliver` with each batch, one after the other. The cursor
 * moves before `deliver` is called: a client that joins at the new cursor already has that batch.
 */
export async function startAlarmFeed(options: {
  db: Db
  log: pino.Logger
  isWanted: () => boolean
  deliver: (batch: Batch) => Promise<void>
}): Promise<AlarmFeed> {
  const { db, log, isWanted, deliver } = options
  let cursor = await feedEnd(db)
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

  const readOn = async (): Promise<void> => {
    // Without clients nothing is delivered; the first one brings its own cursor.
    if (!isWanted()) {
      const end = await feedEnd(db)
      // A client may have joined during the query, from a cursor before this end.
      if (!isWanted()) {
        cursor = end
        return
      }
    }
    for (let more = true; more && !stopped;) {
      const part = await readOutbox(db, cursor, MAX_ROWS_AT_ONCE)
      cursor = part.cursor
      more = part.more
      if (part.rows.length > 0) await deliver(part)
    }
  }
  const wake = (): void => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = readOn()
      .catch((error: unknown) => log.warn({ err: error }, 'feed: failed to read the outbox, trying again'))
      .finally(() => {
        running = null
        if (!again) return
        again = false
        wake()
      })
  }
  const timer = setInterval(wake, lookEveryMs)
  return {
    get cursor() {
      return cursor
    },
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
