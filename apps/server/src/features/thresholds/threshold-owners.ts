import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { errors } from '../../platform/http/errors.ts'

/** An organisation or a truck that may have values of its own. */
export type ThresholdOwner = {
  readonly kind: 'organisation' | 'truck'
  readonly id: number
  /** Its name or its plate. */
  readonly name: string
  /** The organisation, or that of the truck. */
  readonly organisationId: number
  /** Organisations whose values it inherits, the nearest first. */
  readonly above: readonly number[]
}

/** The organisations and trucks of these ids; refused unless the user sees all of them. */
export async function thresholdOwners(
  db: ScopedDb,
  organisationIds: readonly number[],
  truckIds: readonly number[],
): Promise<ThresholdOwner[]> {
  const organisations = await db
    .organisations()
    .where(sql<boolean>`organisation.id = ANY (${[...organisationIds]}::int[])`)
    .select(['organisation.id', 'organisation.name', 'organisation.ancestors'])
    .execute()
  if (organisations.length < organisationIds.length) throw errors.organisationNotFound()
  const trucks = await db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .where(sql<boolean>`truck.id = ANY (${[...truckIds]}::int[])`)
    .select(['truck.id', 'truck.plate as name', 'truck.organisation_id', 'organisation.ancestors'])
    .execute()
  if (trucks.length < truckIds.length) throw errors.truckNotFound()
  return [
    ...organisations.map(({ id, name, ancestors }): ThresholdOwner => ({
      kind: 'organisation',
      id,
      name,
      organisationId: id,
      above: ancestors.filter((one) => one !== id).toReversed(),
    })),
    ...trucks.map(({ id, name, organisation_id, ancestors }): ThresholdOwner => ({
      kind: 'truck',
      id,
      name,
      organisationId: organisation_id,
      above: ancestors.toReversed(),
    })),
  ]
}
