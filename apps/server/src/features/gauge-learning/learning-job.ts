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

/** Learns the gauges of the fleet once a day, after the removal of old data. */
export const gaugeLearningJob = ({ connection, log, now }: Pick<JobOptions, 'connection' | 'log' | 'now'>): Job => ({
  name: 'gauge learning',
  schedule: { dailyAt: '04:23', catchUp: { afterS: 15 * 60, isDue: () => isLearningDue(connection.db, new Date(now())) } },
  lock: ADVISORY_LOCKS.gaugeLearning,
  async run(isClosing) {
    const began = now()
    const rows = await learnFleet(connection, new Date(began), isClosing)
    log.info({ rows, seconds: (now() - began) / 1000 }, 'gauges were compared with tickets and receipts')
  },
})
