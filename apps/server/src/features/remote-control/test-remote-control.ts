import type { TestApi } from '../../platform/http/test-api.ts'

/** What was ordered: a position that came, a restart with an unknown end, doors that did not lock, and one that waits. */
const ORDERS = [
  { command: 'locate', state: 'done', result: null, tries: 1, answer: { lat: 31.4, lng: 120.6, speedKmh: 42 } },
  { command: 'restart', state: 'failed', result: 'unknown', tries: 1, answer: null },
  { command: 'lock-doors', state: 'failed', result: 'read-back', tries: 1, answer: null },
  { command: 'track', state: 'waiting', result: null, tries: 0, answer: null },
] as const

/** Commands to every terminal, an hour apart. */
export async function seedRemoteControl({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  for (const [index, { command, state, result, tries, answer }] of ORDERS.entries()) {
    const at = new Date(now.getTime() - (index + 1) * 3_600_000)
    await pool.query(
      `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at, answer)
       SELECT t.id, t.organisation_id, 'remote-control', $2, $3, $4, $5, 3, '外人控制' || o.code, $1, $6, $7
       FROM truck t JOIN organisation o ON o.id = t.organisation_id ORDER BY t.id`,
      [
        at,
        JSON.stringify({ command, reason: '核实位置' }),
        state,
        result,
        tries,
        state === 'waiting' ? null : at,
        answer === null ? null : Buffer.from(JSON.stringify(answer)),
      ],
    )
  }
}
