import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import type { Refusal } from '../../platform/http/refusal.ts'
import { alarmErrors } from '../../alarms/alarm-errors.ts'
import { missingAlarm } from '../../alarms/alarm-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { alarmDeskErrors } from './alarm-desk-errors.ts'
import { deskAlarmsOf } from './desk-lines.ts'
import { personOf, type Person } from './desk-people.ts'

/** Assigns unhandled alarms to a user, or with null to no one: all or none. Other consoles see it at their next look at the desk. */
export async function assignAlarms(
  db: ScopedDb,
  { alarmIds, userId }: { readonly alarmIds: string; readonly userId: number | null },
  changer: Changer,
  timeZone: string,
): Promise<{ assigned: number } | Refusal> {
  const ids = [...new Set(alarmIds.split(','))]
  const visible = await deskAlarmsOf(db)
    .where(sql<boolean>`alarm.id = ANY (${ids}::bigint[])`)
    .select(['alarm.id', 'alarm.type', 'truck.plate', 'organisation.ancestors'])
    .execute()
  if (visible.length < ids.length) return missingAlarm(db, ids, timeZone)
  const person = userId === null ? null : await personOf(db, userId)
  if (person === undefined) return alarmDeskErrors.noSuchUser()
  if (person !== null) {
    if (!person.mayHandle) return alarmDeskErrors.mayNotHandle(person.name)
    const unseen = visible.filter((alarm) => !sees(person, alarm))
    if (unseen.length > 0) return alarmDeskErrors.doesNotSee(person.name, platesOf(unseen))
  }
  return db.unscoped.transaction().execute(async (transaction): Promise<{ assigned: number } | Refusal> => {
    // Locked in a fixed order, as by those who handle them.
    const locked = await transaction
      .selectFrom('alarm')
      .where('id', 'in', ids)
      .select(['id', 'handled_at', 'superseded_at', 'organisation_id', 'assigned_to'])
      .orderBy('id')
      .forUpdate()
      .execute()
    const superseded = locked.find((row) => row.superseded_at !== null)?.superseded_at
    if (superseded) return alarmErrors.superseded(superseded, timeZone)
    const handled = new Set(locked.filter((row) => row.handled_at !== null).map((row) => row.id))
    if (handled.size > 0) return alarmErrors.alreadyHandled(platesOf(visible.filter(({ id }) => handled.has(id))))
    await keepAssignee(transaction, locked, person, changer)
    return { assigned: ids.length }
  })
}

/** Whether a user sees an alarm. */
export const sees = (
  { organisationId, customer }: Person,
  alarm: { readonly type: number; readonly ancestors: readonly number[] },
): boolean => alarm.ancestors.includes(organisationId) && !(customer && alarmType(alarm.type)?.staffOnly === true)

export const platesOf = (alarms: readonly { readonly plate: string }[]): string[] => [...new Set(alarms.map(({ plate }) => plate))]

type Assigned = { readonly id: string; readonly organisation_id: number; readonly assigned_to: number | null }

/** Writes the assignee and the history of alarms that are locked; those that have this assignee already stay as they are. */
export async function keepAssignee(
  db: Db,
  alarms: readonly Assigned[],
  person: Pick<Person, 'id' | 'name'> | null,
  changer: Changer,
): Promise<void> {
  const changed = alarms.filter((row) => row.assigned_to !== (person?.id ?? null))
  if (changed.length === 0) return
  const former = await db
    .selectFrom('app_user')
    .where('id', 'in', [...new Set(changed.map((row) => row.assigned_to ?? 0))])
    .select(['id', sql<string>`coalesce(nullif(real_name, ''), user_name)`.as('name')])
    .execute()
  const names = new Map(former.map(({ id, name }) => [id, name]))
  await db
    .updateTable('alarm')
    .set({ assigned_to: person?.id ?? null, assigned_at: person === null ? null : changer.at })
    .where(sql<boolean>`id = ANY (${changed.map(({ id }) => id)}::bigint[])`)
    .execute()
  await recordChanges(
    db,
    changer,
    changed.map((row) => ({
      entity: 'alarm',
      rowId: Number(row.id),
      organisationId: row.organisation_id,
      action: 'assign' as const,
      old: row.assigned_to === null ? null : { assignee: names.get(row.assigned_to) ?? '' },
      new: person === null ? null : { assignee: person.name },
    })),
  )
}
