import type { TestApi } from '../../platform/http/test-api.ts'

/** A text that arrived, one that its terminal refused, one that came too late, and one that waits for its truck. */
const TEXTS = [
  { text: '请减速行驶', urgent: false, state: 'done', result: null, tries: 1 },
  { text: '请尽快与调度联系', urgent: true, state: 'failed', result: 'refused', tries: 1 },
  { text: '前方路段拥堵', urgent: false, state: 'failed', result: 'expired', tries: 0 },
  { text: '请停车休息', urgent: true, state: 'waiting', result: null, tries: 0 },
] as const

/** Texts to every truck, an hour apart. */
export async function seedTruckTexts({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  for (const [index, { text, urgent, state, result, tries }] of TEXTS.entries()) {
    const at = new Date(now.getTime() - (index + 1) * 3_600_000)
    await pool.query(
      `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at, expires_at)
       SELECT t.id, t.organisation_id, 'send-text', $2, $3, $4, $5, 3, '外人文本' || o.code, $1, $6, $7
       FROM truck t JOIN organisation o ON o.id = t.organisation_id ORDER BY t.id`,
      [
        at,
        JSON.stringify({ text, urgent, show: true, speak: true }),
        state,
        result,
        tries,
        state === 'waiting' ? null : at,
        new Date(at.getTime() + 86_400_000),
      ],
    )
  }
}
