import type { TestApi } from '../../platform/http/test-api.ts'

/** A view as it is sent. */
export const A_VIEW = JSON.stringify({
  filters: { when: { period: 'yesterday' } },
  hidden: [],
  shown: [],
  sortBy: 'startedAt',
  sortOrder: 'desc',
  rateUnit: 'permille',
})

/** A view of each user, which is shared with no role. */
export async function seedViews({ database: { pool }, now }: TestApi): Promise<void> {
  await pool.query(
    `INSERT INTO named_view (user_id, report, name, content, changed_at)
     SELECT id, 'monitor/alarm_record', '外人视图' || user_name, $1, $2 FROM app_user`,
    [A_VIEW, now],
  )
}
