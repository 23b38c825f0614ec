import type { Db } from '@tanker/database/connection'
import { propertiesIn } from '@tanker/database/fact-properties'
import { safetyEvidenceFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { insertCommands } from '../../device-commands/command-rows.ts'
import type { EvidenceAddress } from '../../platform/jobs/evidence-address.ts'
import { EVIDENCE_EXPIRY_S, evidenceCommand, type evidenceOrder } from './evidence.command.ts'

/** Events of one alarm whose pictures are requested, the first ones: an alarm of many events shows the same. */
const MAX_EVENTS_AN_ALARM = 8
/** Requests made, and trucks asked, by one run; the next run follows within seconds. */
const MAX_REQUESTS_AT_ONCE = 500
/** Commands for one request; after these without its files it is over. */
const MAX_ASKS = 5

/** The author of the commands in their lists: not a user. */
const PROGRAM = 'tanker'

const mark = propertiesIn('r', safetyEvidenceFact)
/** SQL: the alarm that a mark's record names. */
const ALARM_OF_RECORD = sql`JOIN alarm a ON a.truck_id = r.truck_id AND a.type = ${mark.number('alarmType')}
  AND a.started_at = ${mark.time('alarmStartedAt')} AND a.object = 0 AND a.superseded_at IS NULL`
const SAME_MARK = sql`e.truck_id = r.truck_id AND e.terminal_id = ${mark.text('terminalId')} AND e.mark_time = ${mark.text('markTime')}
  AND e.sequence = ${mark.number('sequence')}`

/** Requests the pictures of events since then that have none requested yet. Returns their number. */
export async function makeRequests(db: Db, now: Date, since: Date): Promise<number> {
  const expiresAt = new Date(now.getTime() + EVIDENCE_EXPIRY_S * 1000)
  // Late data may move the start of an alarm: its requests follow it.
  await sql`UPDATE evidence_request e SET alarm_id = a.id FROM record r ${ALARM_OF_RECORD}
    WHERE r.kind = ${sql.lit(safetyEvidenceFact.kind)} AND r.started_at >= ${since} AND ${SAME_MARK} AND e.alarm_id <> a.id`.execute(db)
  const { numAffectedRows } = await sql`
    INSERT INTO evidence_request (number, truck_id, organisation_id, alarm_id, terminal_id, mark_time, sequence, attachments, created_at, expires_at, ask_at)
    SELECT replace(gen_random_uuid()::text, '-', ''), m.truck_id, m.organisation_id, m.alarm_id, m.terminal_id, m.mark_time, m.sequence, m.attachments,
      ${now}, ${expiresAt}, ${now}
    FROM (
      SELECT r.truck_id, a.organisation_id, a.id AS alarm_id, r.started_at, ${mark.text('terminalId')} AS terminal_id,
        ${mark.text('markTime')} AS mark_time, ${mark.number('sequence')} AS sequence, ${mark.number('attachments')} AS attachments,
        row_number() OVER (PARTITION BY a.id ORDER BY r.started_at, r.object) AS place
      FROM record r ${ALARM_OF_RECORD}
      WHERE r.kind = ${sql.lit(safetyEvidenceFact.kind)} AND r.started_at >= ${since}) m
    WHERE m.place <= ${MAX_EVENTS_AN_ALARM}
      AND NOT EXISTS (SELECT FROM evidence_request e WHERE (e.truck_id, e.terminal_id, e.mark_time, e.sequence) = (m.truck_id, m.terminal_id, m.mark_time, m.sequence))
    ORDER BY m.started_at LIMIT ${MAX_REQUESTS_AT_ONCE}
    ON CONFLICT DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Orders the commands that are due. Returns their number. */
export const askTrucks = (db: Db, now: Date, { host, port }: EvidenceAddress): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('evidence_request')
      .where('ask_at', '<=', now)
      .where((is) => is.or([is('expires_at', '<=', now), is('tries', '>=', MAX_ASKS)]))
      .set({
        ask_at: null,
        state: sql`CASE WHEN EXISTS (SELECT FROM evidence_file f WHERE f.request_id = evidence_request.id) THEN 'partly' ELSE 'expired' END`,
      })
      .execute()
    const due = await transaction
      .selectFrom('evidence_request')
      .where('ask_at', '<=', now)
      .select(['id', 'number', 'truck_id', 'organisation_id', 'terminal_id', 'mark_time', 'sequence', 'attachments'])
      .orderBy('ask_at')
      .limit(MAX_REQUESTS_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return 0
    const ordered = due.map((request) => ({
      truck_id: request.truck_id,
      organisation_id: request.organisation_id,
      max_tries: evidenceCommand.tries.usual,
      form_values: JSON.stringify({
        host,
        port,
        number: request.number,
        terminalId: request.terminal_id,
        markTime: request.mark_time,
        sequence: request.sequence,
        attachments: request.attachments,
      } satisfies z.input<typeof evidenceOrder>),
    }))
    await insertCommands(transaction, evidenceCommand, { userName: PROGRAM, at: now }, ordered)
    await transaction
      .updateTable('evidence_request')
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .set(({ eb }) => ({ ask_at: null, tries: eb('tries', '+', 1) }))
      .execute()
    return due.length
  })
