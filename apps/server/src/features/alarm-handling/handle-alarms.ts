import { sql } from 'kysely'
import type { z } from 'zod'
import type { confirmAlarms, handleAlarms } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { alarmsOf } from '../../alarms/alarm-rows.ts'

type Handling = z.infer<typeof handleAlarms>

type HandlingOutcome =
  | { readonly kind: 'handled'; readonly count: number }
  /** An id that does not exist or that the user does not see: nothing was changed. */
  | { readonly kind: 'not-found' }
  /** Another user has already handled some or all of them: nothing was changed. */
  | { readonly kind: 'already-handled'; readonly plates: readonly string[] }

/** Handles alarms (all or none) and writes to the outbox in the same transaction (spec 4.5, 5.4). Of two concurrent calls one wins. */
export async function handleAlarmsAs(
  db: ScopedDb,
  { alarmIds, handleResult, exceptionType, confirm, remark = '' }: Handling,
  changer: Changer,
): Promise<HandlingOutcome> {
  const ids = [...new Set(alarmIds.split(','))]
  const visible = await alarmsOf(db)
    .where(sql<boolean>`alarm.id = ANY (${ids}::bigint[])`)
    .select(['alarm.id', 'truck.plate'])
    .execute()
  if (visible.length < ids.length) return { kind: 'not-found' }
  return db.unscoped.transaction().execute(async (transaction): Promise<HandlingOutcome> => {
    // Locked in a fixed order, so that two batches with the same alarms do not deadlock.
    const locked = await transaction
      .selectFrom('alarm')
      .where('id', 'in', ids)
      .select(['id', 'handled_at', 'superseded_at', 'organisation_id', 'truck_id'])
      .orderBy('id')
      .forUpdate()
      .execute()
    // Superseded by late data after the user saw it.
    if (locked.some((row) => row.superseded_at !== null)) return { kind: 'not-found' }
    const taken = new Set(locked.filter((row) => row.handled_at !== null).map((row) => row.id))
    if (taken.size > 0)
      return { kind: 'already-handled', plates: [...new Set(visible.filter((row) => taken.has(row.id)).map((row) => row.plate))] }
    await transaction
      .updateTable('alarm')
      .set({
        handled_at: changer.at,
        handled_by: db.scope.userId,
        handle_result: handleResult,
        exception_type: exceptionType,
        confirm,
        handle_remark: remark === '' ? null : remark,
      })
      .where('id', 'in', ids)
      .execute()
    await transaction
      .insertInto('outbox')
      .values(
        locked.map((row) => ({ organisation_id: row.organisation_id, truck_id: row.truck_id, alarm_id: row.id, what: 'handled' as const })),
      )
      .execute()
    await recordChanges(
      transaction,
      changer,
      locked.map((row) => ({
        entity: 'alarm',
        rowId: Number(row.id),
        organisationId: row.organisation_id,
        action: 'handle' as const,
        old: null,
        new: { handleResult, exceptionType, confirm, ...(remark === '' ? {} : { remark }) },
      })),
    )
    return { kind: 'handled', count: locked.length }
  })
}

type ConfirmOutcome =
  | { readonly kind: 'confirmed'; readonly count: number }
  | { readonly kind: 'not-found' }
  /** At least one is unhandled: nothing was changed. */
  | { readonly kind: 'unhandled' }

/** Changes the verdict of handled alarms (all or none); saves who, when and the former verdict. Spec 4.5, 5.4: an abnormal row must be handled first. */
export async function confirmAlarmsAs(
  db: ScopedDb,
  { alarmIds, confirm }: z.infer<typeof confirmAlarms>,
  changer: Changer,
): Promise<ConfirmOutcome> {
  const ids = [...new Set(alarmIds.split(','))]
  const visible = await alarmsOf(db)
    .where(sql<boolean>`alarm.id = ANY (${ids}::bigint[])`)
    .select(['alarm.id', 'alarm.handled_at'])
    .execute()
  if (visible.length < ids.length) return { kind: 'not-found' }
  // An alarm never becomes unhandled again, so the check stays true until the change.
  if (visible.some((row) => row.handled_at === null)) return { kind: 'unhandled' }
  return db.unscoped.transaction().execute(async (transaction): Promise<ConfirmOutcome> => {
    const locked = await transaction
      .selectFrom('alarm')
      .where('id', 'in', ids)
      .select(['id', 'organisation_id', 'confirm'])
      .orderBy('id')
      .forUpdate()
      .execute()
    const changed = locked.filter((row) => row.confirm !== confirm)
    if (changed.length === 0) return { kind: 'confirmed', count: ids.length }
    await transaction.updateTable('alarm').set({ confirm }).where('id', 'in', ids).execute()
    await recordChanges(
      transaction,
      changer,
      changed.map((row) => ({
        entity: 'alarm',
        rowId: Number(row.id),
        organisationId: row.organisation_id,
        action: 'confirm' as const,
        old: { confirm: row.confirm },
        new: { confirm },
      })),
    )
    return { kind: 'confirmed', count: ids.length }
  })
}
