import type { TestApi } from '../../platform/http/test-api.ts'

/** Two shifts that each user handed over, an hour apart; the older one was accepted. */
export async function seedShifts({ database: { pool }, now }: TestApi): Promise<void> {
  await pool.query(
    `INSERT INTO shift_handover (organisation_id, handed_at, handed_by, handed_to, note, black, red, yellow, accepted_at, accepted_by)
     SELECT organisation_id, $1::timestamptz - n * interval '1 hour' - id * interval '1 minute', id, CASE WHEN n = 2 THEN id END,
       '=外人交班' || user_name, 1, 2, n, CASE WHEN n = 2 THEN $1::timestamptz END, CASE WHEN n = 2 THEN id END
     FROM app_user, generate_series(1, 2) AS n`,
    [now],
  )
}
