import type pg from 'pg'
import type { AdvisoryLock } from '@tanker/database/advisory-locks'

/** Runs `work` while this process holds the lock; null, without running it, if another holder has it. */
export async function withAdvisoryLock<T>(pool: pg.Pool, lock: AdvisoryLock, work: () => Promise<T>): Promise<T | null> {
  const client = await pool.connect()
  let isStillLocked = false
  try {
    const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [lock])
    if (!rows[0]?.ok) return null
    isStillLocked = true
    try {
      return await work()
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [lock])
      isStillLocked = false
    }
  } finally {
    // A connection that could not unlock is closed: the database then gives the lock back.
    client.release(isStillLocked)
  }
}
