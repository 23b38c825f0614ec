import { MAX_THRESHOLD_CHANGES, type OwnThresholds, type thresholdOwner } from '@tanker/contract/thresholds'
import type { ScopedDb } from '@tanker/database/scope'
import { THRESHOLDS } from '@tanker/domain/thresholds'
import { sql } from 'kysely'
import type { z } from 'zod'
import { thresholdErrors } from './threshold-errors.ts'
import { type ThresholdOwner, thresholdOwners } from './threshold-owners.ts'

type Held = { readonly name: string; readonly value: number; readonly from_at: Date; readonly until_at: Date | null }
type Inherited = { readonly name: string; readonly value: number; readonly organisation: string }

/** The thresholds of an organisation or a truck: its own, what it inherits from where, what will follow, and the last changes. */
export async function readOwnThresholds(
  db: ScopedDb,
  { organisationId, truckId }: z.output<typeof thresholdOwner>,
  now: Date,
): Promise<OwnThresholds> {
  if ((organisationId === undefined) === (truckId === undefined)) throw thresholdErrors.noOwner()
  const [owner] = await thresholdOwners(db, organisationId === undefined ? [] : [organisationId], truckId === undefined ? [] : [truckId])
  if (!owner) throw thresholdErrors.noOwner()
  const { unscoped } = db
  // Before the values: a change between the two is refused later instead of overlooked.
  const { rows: counts } = await sql<{
    seen: number
  }>`SELECT (value ->> 'count')::int AS seen FROM setting WHERE name = 'threshold changes'`.execute(unscoped)
  const own = await unscoped
    .selectFrom('threshold_value')
    .where(`threshold_value.${owner.kind}_id`, '=', owner.id)
    .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>', now)]))
    .select(['name', 'value', 'from_at', 'until_at'])
    .orderBy('from_at')
    .execute()
  const inherited = await readInherited(db, owner, now)
  return {
    owner: owner.name,
    seen: counts[0]?.seen ?? 0,
    values: [...THRESHOLDS.values()].map(({ key, default: usual }) => {
      const mine = own.filter(({ name }) => name === key)
      const held = mine.find(({ from_at }) => from_at <= now)
      const above = inherited.get(key)
      return {
        name: key,
        own: held?.value ?? null,
        ownSince: held?.from_at.toISOString() ?? null,
        next: nextOf(mine, held, now),
        inherited: above?.value ?? usual,
        inheritedFrom: above?.organisation ?? null,
      }
    }),
    changes: await readChanges(db, owner),
  }
}

/** What follows the value of now: the first that begins later, or nothing of its own when that of now ends. */
function nextOf(mine: readonly Held[], held: Held | undefined, now: Date): { value: number | null; from: string } | null {
  const coming = mine.find(({ from_at }) => from_at > now)
  const ends = held?.until_at ?? null
  if (ends !== null && (coming === undefined || ends < coming.from_at)) return { value: null, from: ends.toISOString() }
  return coming === undefined ? null : { value: coming.value, from: coming.from_at.toISOString() }
}

/** By name, of the nearest organisation above that has a value now. */
async function readInherited({ unscoped }: ScopedDb, { above }: ThresholdOwner, now: Date): Promise<Map<string, Inherited>> {
  const rows = await unscoped
    .selectFrom('threshold_value')
    .innerJoin('organisation', 'organisation.id', 'threshold_value.organisation_id')
    .where(sql<boolean>`threshold_value.organisation_id = ANY (${[...above]}::int[])`)
    .where('from_at', '<=', now)
    .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>', now)]))
    .select(['threshold_value.name', 'value', 'organisation.name as organisation'])
    // The farthest first, so that the nearest remains.
    .orderBy(sql`array_position(${[...above]}::int[], threshold_value.organisation_id)`, 'desc')
    .execute()
  return new Map(rows.map((row) => [row.name, row]))
}

/** The last changes, the newest first, from the history: it has removed values and reasons too. */
async function readChanges({ unscoped }: ScopedDb, { kind, id }: ThresholdOwner): Promise<OwnThresholds['changes']> {
  const rows = await unscoped
    .selectFrom('change_log')
    .where('entity', '=', `${kind}_threshold`)
    .where('row_id', '=', String(id))
    .orderBy('id', 'desc')
    .limit(MAX_THRESHOLD_CHANGES)
    .select(['at', 'user_name', 'old', 'new'])
    .execute()
  return rows
    .flatMap(({ at, user_name: by, old, new: fresh }) => {
      const { reason, from, ...values } = (fresh ?? {}) as Record<string, unknown>
      return Object.entries(values).map(([name, value]) => ({
        at: at.toISOString(),
        by,
        reason: String(reason),
        name,
        old: numberOrNull((old as Record<string, unknown> | null)?.[name]),
        new: numberOrNull(value),
        from: String(from),
      }))
    })
    .slice(0, MAX_THRESHOLD_CHANGES)
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
