import type pg from 'pg'
import type { Thresholds } from '@tanker/domain/thresholds'

/** Values that an organisation or a truck has of its own, counting from a time on and instead of the former ones; default always. */
export async function setThresholds(
  pool: pg.Pool,
  owner: { readonly organisationId: number } | { readonly truckId: number },
  values: Partial<Thresholds>,
  from = new Date(0),
): Promise<void> {
  const organisationId = 'organisationId' in owner ? owner.organisationId : null
  const truckId = 'truckId' in owner ? owner.truckId : null
  for (const [name, value] of Object.entries(values)) {
    await pool.query(
      `UPDATE threshold_value SET until_at = $4 WHERE organisation_id IS NOT DISTINCT FROM $1 AND truck_id IS NOT DISTINCT FROM $2
       AND name = $3 AND until_at IS NULL`,
      [organisationId, truckId, name, from],
    )
    await pool.query(
      `INSERT INTO threshold_value (organisation_id, truck_id, name, value, from_at, set_by, set_at) VALUES ($1, $2, $3, $4, $5, 'test', now())`,
      [organisationId, truckId, name, value, from],
    )
  }
}
