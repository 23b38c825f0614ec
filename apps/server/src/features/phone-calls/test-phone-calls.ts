import type { TestApi } from '../../platform/http/test-api.ts'

/** A call about every emergency and unsealing. */
export async function seedPhoneCalls({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  await pool.query(
    `INSERT INTO phone_call (alarm_id, organisation_id, called, outcome, phone, remark, called_by, at)
     SELECT a.id, a.organisation_id, 'driver', 'reached', '13800000000', '', '外人通话' || o.code, $1
     FROM alarm a JOIN organisation o ON o.id = a.organisation_id WHERE a.type IN (1, 44, 201) AND a.superseded_at IS NULL`,
    [now],
  )
}
