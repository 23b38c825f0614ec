import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { approvalErrors } from './approval-errors.ts'

/** A decision; `version` is the one that the checker saw. */
export type Decision = {
  readonly requests: readonly { readonly id: number; readonly version: number }[]
  readonly status: 'approved' | 'refused'
  readonly note: string
}

/**
 * Approves or rejects requests, all or none. Approved fences are in force with the commit. Refuses decisions on requests that
 * were decided or changed since, and approvals by anyone who contributed to the change; such a user may withdraw it.
 */
export async function decideApprovals(mine: ScopedDb, changer: Changer, { requests, status, note }: Decision): Promise<void> {
  if (status === 'refused' && note === '') throw approvalErrors.needsNote()
  const seen = new Map(requests.map(({ id, version }) => [id, version]))
  await mine.unscoped.transaction().execute(async (db) => {
    const ids = [...seen.keys()]
    const known = await scoped(db, mine.scope)
      .from('fence_approval')
      .where('fence_approval.id', 'in', ids)
      .select(['fence_approval.id', 'fence_approval.fence_id'])
      .execute()
    if (known.length < ids.length) throw approvalErrors.notFound()
    const fenceIds = known.flatMap(({ fence_id }) => (fence_id === null ? [] : [fence_id]))
    // Locks the fences first, like changes of fences do; requests are read under the lock.
    await db
      .selectFrom('fence')
      .where('id', 'in', [0, ...fenceIds])
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
    const rows = await db.selectFrom('fence_approval').where('id', 'in', ids).selectAll().orderBy('id').forUpdate().execute()
    const namesOf = (isWrong: (row: (typeof rows)[number]) => boolean): string[] => rows.filter(isWrong).map((row) => row.fence_name)
    const decided = namesOf((row) => row.status !== 'pending')
    if (rows.length < ids.length || decided.length > 0) throw approvalErrors.decided(decided)
    const changed = namesOf((row) => row.version !== seen.get(row.id))
    if (changed.length > 0) throw approvalErrors.changed(changed)
    const own = status === 'approved' ? namesOf((row) => row.maker_ids.includes(changer.id)) : []
    if (own.length > 0) throw approvalErrors.ofOwn(own)

    await (status === 'approved' ? putInForce(db, fenceIds) : takeBack(db, fenceIds))
    await db
      .updateTable('fence_approval')
      .set({ status, note, approver_id: changer.id, approver: changer.userName, approved_at: changer.at })
      .where('id', 'in', ids)
      .execute()
    await recordChanges(
      db,
      changer,
      rows.map((row) => ({
        entity: 'user_enclosure',
        rowId: row.fence_id ?? 0,
        organisationId: row.organisation_id,
        action: 'change' as const,
        old: { approval: 'pending' },
        new: { approval: status, note },
      })),
    )
  })
}

const putInForce = (db: Db, fenceIds: readonly number[]) =>
  sql`UPDATE fence SET kind = wanted_kind, place_id = wanted_place_id, shape = wanted_shape::jsonb, speed_limit_kmh = wanted_speed_limit_kmh,
      status = 'approved', version = version + 1 WHERE id = ANY (${fenceIds}::int[])`.execute(db)

/** A fence in force stays, and the form shows it again. One that never was in force keeps its drawing for correction. */
const takeBack = async (db: Db, fenceIds: readonly number[]): Promise<void> => {
  await sql`UPDATE fence SET wanted_kind = kind, wanted_place_id = place_id, wanted_shape = shape::json, wanted_speed_limit_kmh = speed_limit_kmh
    WHERE id = ANY (${fenceIds}::int[]) AND status = 'approved'`.execute(db)
  await sql`UPDATE fence SET status = CASE status WHEN 'approved' THEN 'approved' ELSE 'refused' END, version = version + 1
    WHERE id = ANY (${fenceIds}::int[])`.execute(db)
}
