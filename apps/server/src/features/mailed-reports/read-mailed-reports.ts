import type { MailedReport, MailedReportDeliveries } from '@tanker/contract/mailed-reports'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'

/** Users that are offered as receivers. */
const MAX_PEOPLE = 1_000
/** Files of one mailed report that its log shows. */
const MAX_SHOWN = 50

/** Mailed reports of the user, by name. */
export async function mailedReportsOf({ unscoped, scope }: ScopedDb): Promise<MailedReport[]> {
  const rows = await unscoped
    .selectFrom('mailed_report')
    .where('user_id', '=', scope.userId)
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    report: row.report,
    name: row.name,
    rhythm: row.rhythm,
    weekday: row.weekday,
    monthDay: row.month_day,
    hour: row.hour,
    zone: row.zone,
    language: row.language,
    userIds: row.user_ids,
    addresses: row.addresses,
    paused: row.paused,
    nextAt: row.paused === null ? row.next_at.toISOString() : null,
  }))
}

/** Enabled users of the organisation and below who have a mail address. */
export async function peopleWithAddress({ unscoped, scope }: ScopedDb): Promise<{ id: number; name: string; address: string }[]> {
  return unscoped
    .selectFrom('app_user')
    .where(sql<boolean>`organisation_id = ANY (${organisationIds(scope)})`)
    .where('enabled', '=', true)
    .where('email', '!=', '')
    .select(['id', sql<string>`coalesce(nullif(real_name, ''), user_name)`.as('name'), 'email as address'])
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_PEOPLE)
    .execute()
}

/** What was sent of one of the user's mailed reports, newest first. */
export async function deliveriesOf({ unscoped, scope }: ScopedDb, id: number): Promise<MailedReportDeliveries> {
  const files = await unscoped
    .selectFrom('mailed_report_file')
    .innerJoin('mailed_report', 'mailed_report.id', 'mailed_report_file.mailed_report_id')
    .where('mailed_report.id', '=', id)
    .where('mailed_report.user_id', '=', scope.userId)
    .select([
      'mailed_report_file.made_at',
      'by_hand',
      'rows',
      'bytes',
      'problem',
      sql<{ address: string; state: 'waiting' | 'sending' | 'sent' | 'failed'; reason: string }[]>`coalesce((
        SELECT json_agg(json_build_object('address', m.address, 'state', m.state, 'reason', m.reason) ORDER BY m.id)
        FROM mailed_report_mail m WHERE m.file_id = mailed_report_file.id), '[]')`.as('mails'),
    ])
    .orderBy('mailed_report_file.made_at', 'desc')
    .orderBy('mailed_report_file.id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return files.map(({ made_at, by_hand, ...file }) => ({ ...file, at: made_at.toISOString(), byHand: by_hand }))
}
