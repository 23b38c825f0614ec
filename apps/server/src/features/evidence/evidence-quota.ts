import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'

/**
 * Removes the rows of the oldest days, photos too, until what is left is no more than the quota; today's are never removed. Returns the first day that is
 * kept, null if nothing was removed. Requests whose files are gone are over, so that no truck is asked for them again.
 */
export const removeAboveQuota = (db: Db, maxBytes: number, now: Date): Promise<Date | null> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ day: string }>`
      SELECT day::text FROM (
        SELECT day, sum(bytes) OVER (ORDER BY day DESC) AS total FROM (
          SELECT (received_at AT TIME ZONE 'UTC')::date AS day, sum(bytes) AS bytes
          FROM (SELECT received_at, bytes FROM evidence_file UNION ALL SELECT received_at, bytes FROM photo) f GROUP BY 1) d) t
      WHERE total > ${maxBytes} AND day < (${now}::timestamptz AT TIME ZONE 'UTC')::date ORDER BY day DESC LIMIT 1`.execute(transaction)
    const [last] = rows
    if (last === undefined) return null
    const keptFrom = new Date(Date.parse(`${last.day}T00:00:00Z`) + 86_400_000)
    await sql`DELETE FROM photo WHERE received_at < ${keptFrom}`.execute(transaction)
    await sql`
      WITH removed AS (DELETE FROM evidence_file WHERE received_at < ${keptFrom} RETURNING request_id)
      UPDATE evidence_request r SET state = 'expired', ask_at = NULL FROM removed WHERE r.id = removed.request_id`.execute(transaction)
    return keptFrom
  })
