import { type fence, FENCE_TERMS } from '@tanker/contract/base-data/fence'
import type { EntityValues, PlainValues } from '@tanker/contract/base-data/define-entity'
import { shapeValue } from '@tanker/contract/base-data/shape-field'
import type { Db } from '@tanker/database/connection'
import type { FenceTerms } from '@tanker/database/fence-tables'
import type { FenceShape, LngLat } from '@tanker/domain/fences/fence'
import { fenceDifference, fenceProblem, middleOf, movedShape } from '@tanker/domain/fences/fence-geometry'
import { areaM2, distanceM } from '@tanker/domain/fences/geo'
import { sql } from 'kysely'
import type { Write } from '../../base-data/apply-changes.ts'
import type { SavedRow } from '../../base-data/entity-table.ts'
import type { Change, Writer } from '../../platform/changes/record-change.ts'

/** After a fence was added or changed: requests approval of the changes that need it. A refused one asks again when its form is saved. */
export async function fenceSaved(
  { db, writer, source }: Write,
  { id, before, after }: SavedRow<EntityValues<typeof fence>>,
): Promise<void> {
  const { status, name } = await lockedFence(db, id)
  const isWanted =
    before === null || FENCE_TERMS.some((term) => before[term] !== after[term]) || (status === 'refused' && source === 'form')
  if (!isWanted) {
    // The displayed request is updated at once.
    await db.updateTable('fence_approval').set({ fence_name: name }).where('fence_id', '=', id).where('status', '=', 'pending').execute()
    return
  }
  await ask(db, writer, id)
}

/** After places moved: moves their fences along, subject to approval. Returns the changes of the fences. */
export async function placesSaved({ db, writer }: Write, rows: readonly SavedRow[]): Promise<readonly Change[]> {
  const changes: Change[] = []
  for (const row of rows) changes.push(...(await placeSaved(db, writer, row)))
  return changes
}

async function placeSaved(db: Db, changer: Writer, { id, before, after }: SavedRow): Promise<readonly Change[]> {
  const to = pointOf(after)
  const from = before === null ? to : pointOf(before)
  if (from[0] === to[0] && from[1] === to[1]) return []
  const fences = await db
    .selectFrom('fence')
    .where((where) => where.or([where('place_id', '=', id), where('wanted_place_id', '=', id)]))
    .where('status', '<>', 'refused')
    .select(['id', 'organisation_id', 'wanted_shape'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const changes: Change[] = []
  for (const fence of fences) {
    const waits = await pendingOf(db, fence.id)
    const old = fence.wanted_shape
    // A fence already drawn at the new place stays as drawn.
    const shape = waits && isNearer(old, to, from) ? old : withPlace(old, from, to)
    const written = shapeValue(shape)
    await db
      .updateTable('fence')
      .set(({ eb }) => ({ wanted_shape: written, version: eb('version', '+', 1) }))
      .where('id', '=', fence.id)
      .execute()
    await ask(db, changer, fence.id, true)
    changes.push({
      entity: 'user_enclosure',
      rowId: fence.id,
      organisationId: fence.organisation_id,
      action: 'change',
      old: { shape: shapeValue(old) },
      new: { shape: written },
    })
  }
  return changes
}

const pointOf = (values: PlainValues): LngLat => [Number(values['lng']), Number(values['lat'])]

const isNearer = (shape: FenceShape, to: LngLat, from: LngLat): boolean => {
  const [lng, lat] = middleOf(shape)
  return distanceM(lat, lng, to[1], to[0]) < distanceM(lat, lng, from[1], from[0])
}

/** A move beyond valid coordinates is not made: the fence stays, and the checker sees that it does not fit. */
function withPlace(shape: FenceShape, from: LngLat, to: LngLat): FenceShape {
  const moved = movedShape(shape, from, to)
  return fenceProblem(moved) === null ? moved : shape
}

const lockedFence = (db: Db, id: number) => db.selectFrom('fence').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()

const pendingOf = (db: Db, fenceId: number) =>
  db
    .selectFrom('fence_approval')
    .where('fence_id', '=', fenceId)
    .where('status', '=', 'pending')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
    .then((row) => row ?? null)

/**
 * Requests approval of a fence, replacing an earlier request. A request equal to the fence in force needs no approval, unless
 * its place moved.
 */
async function ask(db: Db, changer: Writer, id: number, always = false): Promise<void> {
  const fence = await lockedFence(db, id)
  const waits = await pendingOf(db, id)
  const old: FenceTerms | null = waits
    ? waits.old_terms
    : fence.status === 'approved'
      ? {
          kind: fence.kind,
          placeId: fence.place_id,
          placeName: await placeName(db, fence.place_id),
          shape: fence.shape,
          speedLimitKmh: fence.speed_limit_kmh,
        }
      : null
  const wanted: FenceTerms = {
    kind: fence.wanted_kind,
    placeId: fence.wanted_place_id,
    placeName: await placeName(db, fence.wanted_place_id),
    shape: fence.wanted_shape,
    speedLimitKmh: fence.wanted_speed_limit_kmh,
  }
  if (!always && old !== null && fence.status === 'approved' && isSame(old, wanted)) {
    if (waits) await db.deleteFrom('fence_approval').where('id', '=', waits.id).execute()
    return
  }
  if (fence.status === 'refused') await db.updateTable('fence').set({ status: 'pending' }).where('id', '=', id).execute()
  // The operator of the machine is no user.
  const makers = changer.id === null ? [] : [changer.id]
  const difference = old === null ? null : fenceDifference(old.shape, wanted.shape)
  const asked = {
    organisation_id: fence.organisation_id,
    fence_name: fence.name,
    type: old === null ? ('new' as const) : ('modify' as const),
    old_terms: old && JSON.stringify(old),
    new_terms: JSON.stringify(wanted),
    moved_m: difference?.movedM ?? null,
    area_change_m2: difference?.areaChangeM2 ?? areaM2(wanted.shape),
    modifier: changer.userName,
    modified_at: changer.at,
  }
  if (waits === null)
    await db
      .insertInto('fence_approval')
      .values({ ...asked, fence_id: id, maker_ids: makers })
      .execute()
  else
    await db
      .updateTable('fence_approval')
      .set({
        ...asked,
        maker_ids: sql<number[]>`ARRAY(SELECT DISTINCT unnest(maker_ids || ${makers}::int[]))`,
        version: waits.version + 1,
      })
      .where('id', '=', waits.id)
      .execute()
}

const placeName = async (db: Db, id: number | null): Promise<string | null> =>
  id === null ? null : ((await db.selectFrom('place').where('id', '=', id).select('name').executeTakeFirst())?.name ?? null)

const isSame = (a: FenceTerms, b: FenceTerms): boolean =>
  a.kind === b.kind && a.placeId === b.placeId && a.speedLimitKmh === b.speedLimitKmh && shapeValue(a.shape) === shapeValue(b.shape)
