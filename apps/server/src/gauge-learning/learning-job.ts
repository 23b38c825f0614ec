import { Cron } from 'croner'
import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import { turns } from '../health/turns.ts'
import type { JobOptions } from '../jobs/job.ts'
import { learnFleet } from './learn-fleet.ts'

/** Every night at 04:23 Beijing time, after the removal of old data. */
const AT = '23 4 * * *'
const ZONE = 'Asia/Shanghai'
/** A server that was down at night catches up this long after its start. */
const CATCH_UP_AFTER_MS = 15 * 60_000
const DUE_AFTER_MS = 26 * 3_600_000

/**
 * Whether the gauges of any truck were last learned more than a day ago, or never. A truck computed on demand since then does
 * not delay the others. All trucks are learned together, because meters are compared across trucks.
 */
export async function isLearningDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT NOT EXISTS (SELECT FROM gauge_learning) OR EXISTS (
      SELECT FROM gauge_learning g JOIN truck t ON t.id = g.truck_id AND t.enabled
        JOIN compartment c ON c.truck_id = g.truck_id AND c.compartment = g.compartment
      WHERE g.learned_at < ${new Date(now.getTime() - DUE_AFTER_MS)}) AS due`.execute(db)
  return rows[0]?.due ?? true
}

/** Learns the gauges of the fleet once a day, in one process at a time. */
export function startGaugeLearning({ connection, log, now }: Pick<JobOptions, 'connection' | 'log' | 'now'>): { close(): Promise<void> } {
  let closed = false
  let running: Promise<void> = Promise.resolve()
  const learn = async (): Promise<void> => {
    const began = now()
    const rows = await learnFleet(connection, new Date(began), () => closed)
    if (rows !== null) log.info({ rows, seconds: (now() - began) / 1000 }, 'gauges were compared with tickets and receipts')
  }
  const work = (when: () => Promise<boolean>): Promise<void> => {
    running = turns
      .across('gauge learning', async () => {
        if (await when()) await learn()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'failed to compare gauges with tickets and receipts, trying again tomorrow'))
    return running
  }
  const cron = new Cron(AT, { protect: true, timezone: ZONE }, () => work(() => Promise.resolve(true)))
  const catchUp = setTimeout(() => void work(() => isLearningDue(connection.db, new Date(now()))), CATCH_UP_AFTER_MS)
  return {
    async close() {
      closed = true
      clearTimeout(catchUp)
      cron.stop()
      await running
    },
  }
}
