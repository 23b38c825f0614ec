import type pg from 'pg'
import type { Job } from '../platform/jobs/start-job.ts'

/**
 * Notices changed thresholds whose hint was lost: each change raises a number in the database.
 * @param takeUp reads the thresholds of all connected trucks again
 */
export function thresholdWatch(pool: pg.Pool, takeUp: () => Promise<void>): Job {
  let known: string | null = null
  return {
    name: 'changed thresholds',
    schedule: { everyS: 5 },
    lock: null,
    run: async () => {
      const { rows } = await pool.query<{ count: string }>(
        `SELECT value ->> 'count' AS count FROM setting WHERE name = 'threshold changes'`,
      )
      const count = rows[0]?.count ?? null
      if (count === known) return
      await takeUp()
      known = count
    },
  }
}
