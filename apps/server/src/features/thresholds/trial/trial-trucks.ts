import { MAX_TRIAL_TRUCKS } from '@tanker/contract/threshold-trials'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { thresholdErrors } from '../threshold-errors.ts'
import { thresholdOwners } from '../threshold-owners.ts'
import type { Trial } from './try-thresholds.ts'

/**
 * The enabled trucks of the user's that are judged by the values: those that are named, and those of an organisation that have no value of
 * their own, nor a nearer organisation, for all of the names. Refused for owners that the user does not see.
 */
export async function trialTrucksOf(mine: ScopedDb, { organisationIds, truckIds, values }: Trial): Promise<number[]> {
  if (organisationIds.length + truckIds.length === 0) throw thresholdErrors.noOwner()
  await thresholdOwners(mine, organisationIds, truckIds)
  const names = values.map(({ name }) => name)
  const rows = await mine
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .where('truck.enabled', '=', true)
    .where(
      sql<boolean>`(truck.id = ANY (${truckIds}::int[]) OR EXISTS (SELECT FROM unnest(organisation.ancestors) WITH ORDINALITY AS owner (id, depth)
        WHERE owner.id = ANY (${organisationIds}::int[]) AND EXISTS (SELECT FROM unnest(${names}::text[]) AS name
          WHERE NOT EXISTS (SELECT FROM threshold_value v WHERE v.name = name.name AND v.until_at IS NULL AND (v.truck_id = truck.id
            OR v.organisation_id IN (SELECT nearer.id FROM unnest(organisation.ancestors) WITH ORDINALITY AS nearer (id, depth)
              WHERE nearer.depth > owner.depth AND nearer.id <> ALL (${organisationIds}::int[])))))))`,
    )
    .orderBy('truck.id')
    .select('truck.id')
    .limit(MAX_TRIAL_TRUCKS + 1)
    .execute()
  if (rows.length > MAX_TRIAL_TRUCKS) throw thresholdErrors.trialTooLarge(MAX_TRIAL_TRUCKS)
  return rows.map(({ id }) => id)
}
