import { sql } from 'kysely'
import type { ShiftHandover } from '@tanker/contract/alarm-desk'
import type { Db } from '@tanker/database/connection'
import { organisationIds, type ScopedDb, scoped } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import type { Refusal } from '../../platform/http/refusal.ts'
import { alarmDeskErrors } from './alarm-desk-errors.ts'
import { keepAssignee, platesOf, sees } from './assign-alarms.ts'
import { personIn } from './desk-alarms.ts'
import { readCounts } from './desk-counts.ts'
import { type Person, personOf } from './desk-people.ts'

/** Open alarms of one user that move to a successor. */
const MAX_MOVED = 10_000

export const SHIFT_ENTITY = 'shift_handover'

/** What a user sees: shifts of its organisation and below, and those handed over to it by name. */
const mayBeSeen = (db: ScopedDb) =>
  sql<boolean>`(shift_handover.organisation_id = ANY (${organisationIds(db.scope)}) OR shift_handover.handed_to = ${db.scope.userId})`

/** The named user accepts; without a name any user but who handed over. */
const mayAccept = (
  userId: number,
  shift: { readonly accepted_at: Date | null; readonly handed_to: number | null; readonly handed_by: number },
) => shift.accepted_at === null && (shift.handed_to === null ? shift.handed_by !== userId : shift.handed_to === userId)

/** Shift handovers, newest first. */
export async function shiftsOf(
  db: ScopedDb,
  { page, size }: { readonly page: number; readonly size: number },
  { language, mayHandle }: { readonly language: Language; readonly mayHandle: boolean },
): Promise<{ content: ShiftHandover[]; totalElements: number }> {
  // Someone of an organisation above may hand over to a user below, who does not see that organisation.
  const seen = db.unscoped.selectFrom('shift_handover').where(mayBeSeen(db))
  // Who named a successor knows the name, wherever the successor has moved since.
  const isNamed = (alias: 'giver' | 'taker' | 'acceptor') =>
    sql<string | null>`CASE WHEN ${sql.ref(`${alias}.organisation_id`)} = ANY (${organisationIds(db.scope)})
        OR (shift_handover.handed_by = ${db.scope.userId} AND ${sql.ref(`${alias}.id`)} = shift_handover.handed_to)
      THEN coalesce(nullif(${sql.ref(`${alias}.real_name`)}, ''), ${sql.ref(`${alias}.user_name`)}) END`
  const [rows, total] = await Promise.all([
    seen
      .leftJoin('app_user as giver', 'giver.id', 'shift_handover.handed_by')
      .leftJoin('app_user as taker', 'taker.id', 'shift_handover.handed_to')
      .leftJoin('app_user as acceptor', 'acceptor.id', 'shift_handover.accepted_by')
      .selectAll('shift_handover')
      .select([isNamed('giver').as('giver_name'), isNamed('taker').as('taker_name'), isNamed('acceptor').as('acceptor_name')])
      .orderBy('shift_handover.handed_at', 'desc')
      .orderBy('shift_handover.id', 'desc')
      .limit(size)
      .offset(page * size)
      .execute(),
    seen.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return {
    content: rows.map((row) => ({
      id: row.id,
      at: row.handed_at.toISOString(),
      by: personIn(row.handed_by, row.giver_name, language),
      to: row.handed_to === null ? null : personIn(row.handed_to, row.taker_name, language),
      note: row.note,
      black: row.black,
      red: row.red,
      yellow: row.yellow,
      acceptedAt: row.accepted_at?.toISOString() ?? null,
      acceptedBy: row.accepted_by === null ? null : personIn(row.accepted_by, row.acceptor_name, language),
      canAccept: mayHandle && mayAccept(db.scope.userId, row),
      canWithdraw: mayHandle && row.accepted_at === null && row.handed_by === db.scope.userId,
    })),
    totalElements: Number(total.count),
  }
}

/** Saves what is open at this moment with a note; a named successor gets the user's own open alarms at once. */
export async function handOver(
  db: ScopedDb,
  { userId, note }: { readonly userId: number | null; readonly note: string },
  changer: Changer,
): Promise<{ id: number } | Refusal> {
  const successor = userId === null ? null : await personOf(db, userId)
  if (successor === undefined) return alarmDeskErrors.noSuchUser()
  if (successor !== null && successor.id === db.scope.userId) return alarmDeskErrors.ownSuccessor()
  if (successor !== null && !successor.mayHandle) return alarmDeskErrors.mayNotHandle(successor.name)
  return db.unscoped.transaction().execute(async (transaction): Promise<{ id: number } | Refusal> => {
    const own = await openAlarmsOf(transaction, db.scope.userId)
    const unseen = successor === null ? [] : own.filter((alarm) => !sees(successor, alarm))
    if (successor !== null && unseen.length > 0) return alarmDeskErrors.doesNotSee(successor.name, platesOf(unseen))
    const { black, red, yellow } = await readCounts(scoped(transaction, db.scope))
    const { id } = await transaction
      .insertInto('shift_handover')
      .values({
        organisation_id: db.scope.organisationId,
        handed_at: changer.at,
        handed_by: db.scope.userId,
        handed_to: successor?.id ?? null,
        note,
        black,
        red,
        yellow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (successor !== null) await keepAssignee(transaction, own, successor, changer)
    await recordChanges(transaction, changer, [
      {
        entity: SHIFT_ENTITY,
        rowId: id,
        organisationId: db.scope.organisationId,
        action: 'create',
        old: null,
        new: { note, to: successor?.name ?? null, black, red, yellow },
      },
    ])
    return { id }
  })
}

/** A shift that the user may see, locked until the end of the transaction. */
export const lockedShift = (transaction: Db, db: ScopedDb, id: number) =>
  transaction
    .selectFrom('shift_handover')
    .where('shift_handover.id', '=', id)
    .where(mayBeSeen(db))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** Accepts a shift: null when done. Of two users one succeeds; open alarms of who handed over to no named user move to who accepts. */
export async function acceptHandover(db: ScopedDb, id: number, changer: Changer): Promise<Refusal | null> {
  const acceptor = await personOf(db, db.scope.userId)
  return db.unscoped.transaction().execute(async (transaction): Promise<Refusal | null> => {
    const shift = await lockedShift(transaction, db, id)
    if (!shift || acceptor === undefined) return alarmDeskErrors.noSuchShift()
    if (shift.accepted_at !== null) return alarmDeskErrors.shiftAccepted()
    if (!mayAccept(acceptor.id, shift))
      return shift.handed_by === acceptor.id ? alarmDeskErrors.ownShift() : alarmDeskErrors.shiftOfAnother()
    await transaction
      .updateTable('shift_handover')
      .set({ accepted_at: changer.at, accepted_by: acceptor.id })
      .where('id', '=', id)
      .execute()
    if (shift.handed_to === null) {
      const open = await openAlarmsOf(transaction, shift.handed_by)
      await keepAssignee(
        transaction,
        open.filter((alarm) => sees(acceptor, alarm)),
        acceptor,
        changer,
      )
    }
    await recordChanges(transaction, changer, [
      { entity: SHIFT_ENTITY, rowId: id, organisationId: shift.organisation_id, action: 'sign', old: null, new: { by: acceptor.name } },
    ])
    return null
  })
}

/** Locks the open alarms that are assigned to a user, at that moment if one is given, in the order in which all writers lock them. */
export function openAlarmsOf(db: Db, userId: Person['id'], assignedAt: Date | null = null) {
  return db
    .selectFrom('alarm')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .where('alarm.assigned_to', '=', userId)
    .$if(assignedAt !== null, (query) => query.where('alarm.assigned_at', '=', assignedAt))
    .where('alarm.handled_at', 'is', null)
    .where('alarm.superseded_at', 'is', null)
    .select(['alarm.id', 'alarm.type', 'alarm.organisation_id', 'alarm.assigned_to', 'organisation.ancestors', 'truck.plate'])
    .orderBy('alarm.id')
    .limit(MAX_MOVED)
    .forUpdate('alarm')
    .execute()
}
