import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { learnFleet } from './learn-fleet.ts'

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

/** After a start others have work that is more urgent. */
const CATCH_UP_AFTER_MS = 15 * 60_000

/**
 * Whether the first results can be learned: of a new installation there are deliveries with tickets or receipts, and no data wait to be
 * judged or settled, as while trucks upload what they stored.
 */
export async function isFirstLearningDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT NOT EXISTS (SELECT FROM gauge_learning) AND NOT EXISTS (SELECT FROM delivery_due)
      AND NOT EXISTS (SELECT FROM truck_state WHERE rebuild_from IS NOT NULL)
      AND EXISTS (SELECT FROM delivery_line WHERE depot_out_v20_l IS NOT NULL OR station_in_v20_l IS NOT NULL) AS due`.execute(db)
  return rows[0]?.due ?? false
}

/** Learns the gauges of the fleet once a day, after the removal of old data; the first time as soon as there is what to learn from. */
export const gaugeLearningJob = ({ connection, log, now }: Pick<JobOptions, 'connection' | 'log' | 'now'>): Job => {
  const startedAt = now()
  const isDue = async (): Promise<boolean> =>
    now() - startedAt < CATCH_UP_AFTER_MS ? isFirstLearningDue(connection.db) : isLearningDue(connection.db, new Date(now()))
  return {
    name: 'gauge learning',
    schedule: { dailyAt: '04:23', catchUp: { afterS: 60, isDue, again: { everyS: 60, times: 20 } } },
    lock: ADVISORY_LOCKS.gaugeLearning,
    async run(isClosing) {
      const began = now()
      const rows = await learnFleet(connection, new Date(began), isClosing)
      log.info({ rows, seconds: (now() - began) / 1000 }, 'gauges were compared with tickets and receipts')
    },
  }
}
