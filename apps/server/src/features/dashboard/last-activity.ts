import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'

/** Longer absences are cut to what a report shows at once. */
const MAX_ABSENCE_DAYS = 30

/**
 * When the user was last there: the last activity of the sessions before this one. One that was still open when this one
 * began counts up to that moment. Null at the first sign-in.
 */
export async function lastActivityOf(
  db: Db,
  { userId, sessionHash, now }: { readonly userId: number; readonly sessionHash: Buffer; readonly now: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(least(former.seen_at, this.created_at)) AS at FROM session AS this
    JOIN session AS former ON former.user_id = this.user_id AND former.id < this.id
    WHERE this.secret_hash = ${sessionHash} AND this.user_id = ${userId}`.execute(db)
  const at = rows[0]?.at ?? null
  return at === null ? null : new Date(Math.max(at.getTime(), now.getTime() - MAX_ABSENCE_DAYS * 86_400_000))
}
