import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'
import { readAccount } from '../../platform/access/account.ts'
import { deliverMails, type MailQueue } from '../../platform/messages/deliver-mails.ts'
import type { MailServer } from '../../platform/messages/mail-server.ts'
import { NOT_SENT, whyPaused } from './why-paused.ts'

const FIRST_RETRY_MS = 60_000
const MAX_TRIES = 6

/** Sends the mails of files that are due. @returns whether the mail server answers */
export async function deliverReports(db: Db, server: MailServer, now: () => Date, isClosing: () => boolean): Promise<boolean> {
  const answers = await deliverMails(db, reportMails(db), server, { now, isClosing })
  await dropSentFiles(db)
  return answers
}

const reportMails = (db: Db): MailQueue => ({
  table: 'mailed_report_mail',
  firstRetryMs: FIRST_RETRY_MS,
  maxTries: MAX_TRIES,
  async read(id) {
    const mail = await db
      .selectFrom('mailed_report_mail')
      .innerJoin('mailed_report_file as made', 'made.id', 'mailed_report_mail.file_id')
      .innerJoin('mailed_report as whole', 'whole.id', 'made.mailed_report_id')
      .where('mailed_report_mail.id', '=', id)
      .select(['made.subject', 'made.content', 'made.file_name', 'made.file', 'made.by_hand'])
      .select(['whole.user_id', 'whole.report', 'whole.language', 'whole.paused'])
      .executeTakeFirst()
    if (!mail) return undefined
    // The rights of this moment: a mail that is tried again may be an hour old.
    const paused = whyPaused(await readAccount(db, mail.user_id), mail.report) ?? mail.paused
    if (paused !== null && !(paused === 'owner' && mail.by_hand)) return { cancelled: NOT_SENT[paused][mail.language] }
    return {
      id: `report-${id}`,
      subject: mail.subject,
      text: mail.content,
      ...(mail.file === null ? {} : { attachment: { name: mail.file_name, content: mail.file } }),
    }
  },
})

/** A file is stored as long as a mail may still need it; what was sent and to whom stays. */
const dropSentFiles = (db: Db): Promise<unknown> =>
  db
    .updateTable('mailed_report_file')
    .set({ file: null })
    .where('file', 'is not', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM mailed_report_mail m WHERE m.file_id = mailed_report_file.id AND m.state IN ('waiting', 'sending'))`,
    )
    .execute()
