import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'

const dayMs = 86_400_000
const daysBack = 1
const daysAhead = 7

/** Creates the partitions from yesterday to a week ahead, in UTC days; returns the names of those that were missing. */
export function createPositionPartitions(db: Db, now: Date): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.positionPartitions})`.execute(transaction)
    const created: string[] = []
    const today = Math.floor(now.getTime() / dayMs) * dayMs
    for (let day = -daysBack; day <= daysAhead; day += 1) {
      const from = new Date(today + day * dayMs).toISOString()
      const to = new Date(today + (day + 1) * dayMs).toISOString()
      const name = `position_${from.slice(0, 10).replaceAll('-', '_')}`
      const { rows } = await sql<{ there: boolean }>`SELECT to_regclass(${name}) IS NOT NULL AS there`.execute(transaction)
      if (rows[0]?.there) continue
      await sql`CREATE TABLE ${sql.table(name)} (LIKE position INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(transaction)
      // Rows received before their day had a partition are in the default one, and would block its creation.
      await sql`WITH moved AS (DELETE FROM position_rest WHERE at >= ${from}::timestamptz AND at < ${to}::timestamptz RETURNING *)
        INSERT INTO ${sql.table(name)} SELECT * FROM moved`.execute(transaction)
      await sql`ALTER TABLE position ATTACH PARTITION ${sql.table(name)} FOR VALUES FROM (${sql.lit(from)}) TO (${sql.lit(to)})`.execute(
        transaction,
      )
      created.push(name)
    }
    return created
  })
}
