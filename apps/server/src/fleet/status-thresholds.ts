import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import { THRESHOLD_VALUES_SQL, ThresholdsInForce, type ThresholdValueRow } from '@tanker/database/thresholds-in-force'
import type { Thresholds } from '@tanker/domain/thresholds'

/**
 * The thresholds of a truck at a time, by default now; `ancestors` is its organisation and all above, the top first. Trucks with the
 * same values share an object.
 */
type ThresholdsOf = (truckId: number, ancestors: readonly number[], at?: number) => Thresholds

/** Values resolve truck → organisation → parent → default. There are few, so all are read at once. */
export async function readThresholds(db: Db): Promise<ThresholdsOf> {
  const { rows } = await sql.raw<ThresholdValueRow>(THRESHOLD_VALUES_SQL).execute(db)
  const values = new ThresholdsInForce(rows)
  const now = Date.now()
  return (truckId, ancestors, at = now) => values.at(truckId, ancestors, at)
}
