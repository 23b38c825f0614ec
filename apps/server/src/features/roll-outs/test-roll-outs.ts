import type { TestApi } from '../../platform/http/test-api.ts'

/** For each organisation with trucks a roll-out of a parameter file that paused, one of firmware that is watched, and one that was stopped. */
export async function seedRollOuts({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  await pool.query(
    `INSERT INTO roll_out (organisation_id, title, type, parameter_file, watch_min, wave_trucks, max_tries, reason, state, resumes_to, problem,
       problem_plate, checked_from, watch_until, user_id, ordered_by, ordered_at, ended_at)
     SELECT o.id, '外人分批' || o.code, type, file, 30, 20, 3, '夜间亮度', state, resumes, problem, t.plate, $1::timestamptz, CASE WHEN state = 'watching' THEN $1::timestamptz END,
       (SELECT min(u.id) FROM app_user u WHERE u.organisation_id = o.id), '外人分批人' || o.code, $1::timestamptz - hours * interval '1 hour',
       CASE WHEN state = 'stopped' THEN $1::timestamptz END
     FROM organisation o JOIN LATERAL (SELECT plate FROM truck WHERE organisation_id = o.id ORDER BY id LIMIT 1) t ON true,
       (VALUES ('console-parameters', 9::smallint, 'paused', 'first', 'failed', 1), ('console', NULL, 'watching', NULL, NULL, 2),
         ('console-parameters', 9, 'stopped', NULL, NULL, 3)) AS one (type, file, state, resumes, problem, hours)`,
    [now],
  )
  await pool.query(
    `INSERT INTO roll_out_truck (roll_out_id, truck_id, place, is_first, state, ordered_at, problem)
     SELECT r.id, t.id, row_number() OVER (PARTITION BY r.id ORDER BY t.id) - 1, true, states.state, $1::timestamptz, states.problem
     FROM roll_out r JOIN truck t ON t.organisation_id = r.organisation_id
       JOIN (VALUES ('paused', 'failed', '{"zh": "尚未读取。", "en": "It was never read."}'::jsonb), ('watching', 'unchanged', NULL),
         ('stopped', 'skipped', NULL)) AS states (roll_out, state, problem) ON states.roll_out = r.state`,
    [now],
  )
}
