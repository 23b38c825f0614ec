import type { TestApi } from '../../platform/http/test-api.ts'

/** What trucks were sent: set and read back, refused, changed on the way, and one that waits for its truck. */
const ORDERS = [
  { values: { 1: 90 }, had: { 1: 60 }, answer: { 1: 90 }, state: 'done', result: null, tries: 1 },
  { values: { 32: 2, 80: 6 }, had: { 32: 0, 80: 0 }, answer: { 32: 2, 80: 4 }, state: 'failed', result: 'read-back', tries: 3 },
  { values: { 41: 30 }, had: null, answer: null, state: 'failed', result: 'refused', tries: 1 },
  { values: { 85: 80 }, had: null, answer: null, state: 'waiting', result: null, tries: 0 },
] as const

/** Parameters that were sent to every truck, an hour apart. */
export async function seedTerminalParameters({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  for (const [index, { values, had, answer, state, result, tries }] of ORDERS.entries()) {
    const at = new Date(now.getTime() - (index + 1) * 3_600_000)
    const bytes = (has: object | null): Buffer | null => has && Buffer.from(JSON.stringify(has))
    await pool.query(
      `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at, had, answer)
       SELECT t.id, t.organisation_id, 'set-parameters', $2, $3, $4, $5, 3, '外人下发' || o.code, $1, $6, $7, $8
       FROM truck t JOIN organisation o ON o.id = t.organisation_id`,
      [at, JSON.stringify({ values, reason: '省流量' }), state, result, tries, state === 'waiting' ? null : at, bytes(had), bytes(answer)],
    )
  }
}
