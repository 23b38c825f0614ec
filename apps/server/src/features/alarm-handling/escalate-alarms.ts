import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'
import { recordChanges } from '../../platform/changes/record-change.ts'
import { readThresholds } from '../../fleet/status-thresholds.ts'
import { noticeBlackAlarms } from '../alarm-robots/feature.ts'
import { mailBlackAlarms } from '../mail/feature.ts'
import { messageBlackAlarms } from '../sms/feature.ts'

/** Alarms checked in one transaction. */
const MAX_ALARMS_AT_ONCE = 200
/** Older alarms are only in the reports; they are not escalated. */
const OLDEST_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000
/** Alarms overdue for longer, because no server ran, do not pop up. */
const NOTIFIED_WITHIN_MS = 10 * 60_000

/** Where notices of alarms that turn black lead to; `mails`: a mail server is configured. */
type Notices = { readonly consoleAddress: string | null; readonly mails: boolean }
const NO_MAILS: Notices = { consoleAddress: null, mails: false }

/** The author in the history: not a user. */
const PROGRAM = 'tanker'

/**
 * Turns red alarms black that were not handled within `blackUnhandledHours` (domain rule D.6): in the database, on open screens and in the
 * history. Users who had closed such an alarm on the screen see it again; alarms from late data do not pop up. Any number of
 * processes may call it; a lock lets one run at a time.
 * @returns the number of alarms turned black
 */
export async function escalateAlarms(db: Db, now: Date, notices: Notices = NO_MAILS): Promise<number> {
  let escalated = 0
  for (let after = '0'; ;) {
    const part = await db.transaction().execute((transaction) => escalatePart(transaction, now, after, notices))
    escalated += part.escalated
    if (part.next === null) return escalated
    after = part.next
  }
}

/** An alarm and when it became due, which is when it became black. */
type Due = { readonly id: string; readonly at: Date }

async function escalatePart(db: Db, now: Date, after: string, notices: Notices): Promise<{ escalated: number; next: string | null }> {
  const { rows: locks } = await sql<{
    ok: boolean
  }>`SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.alarmEscalation}::bigint) AS ok`.execute(db)
  if (!locks[0]?.ok) return { escalated: 0, next: null }
  const thresholdsOf = await readThresholds(db)
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .where('alarm.grade', '=', 'red')
    .where('alarm.handled_at', 'is', null)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.inserted_at', '>', new Date(now.getTime() - OLDEST_MS))
    .where('alarm.inserted_at', '<', now)
    .where(sql<boolean>`alarm.id > ${after}::bigint`)
    .select(['alarm.id', 'alarm.truck_id', 'alarm.organisation_id', 'alarm.inserted_at', 'organisation.ancestors'])
    .orderBy('alarm.id')
    .limit(MAX_ALARMS_AT_ONCE)
    .execute()
  const due = rows.flatMap(({ id, truck_id, ancestors, inserted_at }) => {
    const at = new Date(inserted_at.getTime() + thresholdsOf(truck_id, ancestors).blackUnhandledHours * HOUR_MS)
    return at <= now ? [{ id, at }] : []
  })
  if (due.length > 0) await escalate(db, due, now, notices)
  return { escalated: due.length, next: rows.length < MAX_ALARMS_AT_ONCE ? null : (rows.at(-1)?.id ?? null) }
}

async function escalate(db: Db, due: readonly Due[], now: Date, notices: Notices): Promise<void> {
  // Alarms handled or superseded since the query stay as they are.
  const { rows: changed } = await sql<{ id: string; truck_id: number; organisation_id: number; escalated_at: Date }>`
    UPDATE alarm SET grade = 'black', escalated_at = due.at
    FROM unnest(${due.map(({ id }) => id)}::bigint[], ${due.map(({ at }) => at)}::timestamptz[]) AS due (id, at)
    WHERE alarm.id = due.id AND alarm.grade = 'red' AND alarm.handled_at IS NULL AND alarm.superseded_at IS NULL
    RETURNING alarm.id, alarm.truck_id, alarm.organisation_id, alarm.escalated_at`.execute(db)
  const notified = changed.filter(({ escalated_at }) => now.getTime() - escalated_at.getTime() <= NOTIFIED_WITHIN_MS)
  if (notified.length > 0) {
    const ids = notified.map(({ id }) => id)
    await db.deleteFrom('alarm_cleared').where('alarm_id', 'in', ids).execute()
    await db
      .insertInto('outbox')
      .values(
        notified.map((row) => ({
          organisation_id: row.organisation_id,
          truck_id: row.truck_id,
          alarm_id: row.id,
          what: 'changed' as const,
        })),
      )
      .execute()
  }
  const ids = changed.map(({ id }) => id)
  if (notices.mails) await mailBlackAlarms(db, ids, { now, consoleAddress: notices.consoleAddress })
  await messageBlackAlarms(db, ids, now)
  await noticeBlackAlarms(db, ids, { now, consoleAddress: notices.consoleAddress })
  await recordChanges(
    db,
    { id: null, userName: PROGRAM, at: now },
    changed.map((row) => ({
      entity: 'alarm',
      rowId: Number(row.id),
      organisationId: row.organisation_id,
      action: 'change' as const,
      old: { grade: 'red' },
      new: { grade: 'black' },
    })),
  )
}
