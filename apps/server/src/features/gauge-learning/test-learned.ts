import type { TestApi } from '../../platform/http/test-api.ts'

/** When the rows of `seedLearned` were computed. */
export const LEARNED_AT = '2026-01-01T00:00:00.000Z'

/** For each truck a temperature bias of compartment 1, which can be accepted without a tank table, and a table error of compartment 2. */
export async function seedLearned({ database: { pool } }: TestApi): Promise<void> {
  const found = [
    { compartment: 1, verdict: 'temperature', correction: { temperature: { value: 1, sigma: 0.2 } } },
    { compartment: 2, verdict: 'scale', correction: { scale: { value: 3, sigma: 0.6 } } },
  ]
  const point = { at: 0, kind: 'loading', levelMm: 900, volumeL: 5000, differenceL: 6, sigmaL: 5, leftOut: false }
  await pool.query(
    `INSERT INTO gauge_learning (truck_id, compartment, oil_code, since, learned_at, first_at, last_at, loadings, unloadings, left_out,
       verdict, rivals, scale_permille, scale_sigma, offset_mm, offset_sigma, temperature_c, temperature_sigma, condition, noise,
       unsteady, litres_a_load, litres_a_load_sigma, litres_a_month, correction, messages, points, curve)
     SELECT truck.id, f.compartment, 92, $1::timestamptz - interval '60 days', $1, $1::timestamptz - interval '50 days', $1, 30, 0, 1, f.verdict, '{}',
       0.1, 0.6, 0.2, 0.8, 1, 0.2, 3, 1, false, -6, 1.5, -180, f.correction, '{}', $3, $4
     FROM truck, jsonb_to_recordset($2::jsonb) AS f (compartment int, verdict text, correction jsonb) ORDER BY truck.id, f.compartment
     ON CONFLICT (truck_id, compartment) DO NOTHING`,
    [LEARNED_AT, JSON.stringify(found), JSON.stringify([point]), JSON.stringify([{ levelMm: 900, litres: -6, sigma: 1.5 }])],
  )
}
