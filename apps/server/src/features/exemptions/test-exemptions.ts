import type { TestApi } from '../../platform/http/test-api.ts'

/** An exemption of each organisation, in force by day. */
export async function seedExemptions({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  await pool.query(
    `INSERT INTO exemption (organisation_id, reason, kind, from_on, until_on, clock_from, clock_to)
     SELECT id, '外人免判' || code, 'any', $1::timestamptz::date - 2, $1::timestamptz::date + 30, '08:00', '18:00' FROM organisation`,
    [now],
  )
}
