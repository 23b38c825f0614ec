import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { errors } from '../../platform/http/errors.ts'

const dayMs = 86_400_000

const withinInt = (id: string): number => Math.min(Number(id), 2_147_483_647)

/** Ids of the chosen trucks within the user's scope; one outside it is treated like one that does not exist. */
export async function chosenTruckIds(
  db: ScopedDb,
  asked: { readonly organisationIds?: readonly string[] | undefined; readonly truckIds?: readonly string[] | undefined },
): Promise<number[]> {
  const truckIds = (asked.truckIds ?? []).map(withinInt)
  const organisationIds = (asked.organisationIds ?? []).map(withinInt)
  if (truckIds.length === 0 && organisationIds.length === 0) throw errors.organisationOrTruckRequired() // spec 5.4
  if (truckIds.length > 0) {
    const found = await db
      .from('truck')
      .where(sql<boolean>`truck.id = ANY (${truckIds}::int[])`)
      .select('truck.id')
      .execute()
    if (found.length < new Set(truckIds).size) throw errors.truckNotFound()
    return found.map((row) => row.id)
  }
  const seen = await db
    .organisations()
    .where(sql<boolean>`organisation.id = ANY (${organisationIds}::int[])`)
    .select('organisation.id')
    .execute()
  if (seen.length < new Set(organisationIds).size) throw errors.organisationNotFound()
  const found = await db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .where(sql<boolean>`organisation.ancestors && ${organisationIds}::int[]`)
    .select('truck.id')
    .execute()
  return found.map((row) => row.id)
}

/** The plate of one truck of the user's organisations. */
export async function plateOf(db: ScopedDb, truckId: number): Promise<string> {
  const truck = await db.from('truck').where('truck.id', '=', truckId).select('truck.plate').executeTakeFirst()
  if (!truck) throw errors.truckNotFound()
  return truck.plate
}

/** The requested period, checked against the limits of spec 5.4. */
export function askedPeriod(asked: { readonly from: string; readonly to: string }, maxDays: number): { from: Date; to: Date } {
  const from = new Date(asked.from)
  const to = new Date(asked.to)
  if (from > to) throw errors.startAfterEnd()
  if (to.getTime() - from.getTime() > maxDays * dayMs) throw errors.periodTooLong(maxDays)
  return { from, to }
}
