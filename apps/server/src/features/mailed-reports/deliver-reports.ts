import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'
import { handOverMail, type MailAnswer, type MailServer } from '../../platform/messages/mail-server.ts'

/** The mail of a crashed sender is taken over after this long; longer than the mail server's timeout. */
const LEASE_MS = 120_000
const FIRST_RETRY_MS = 60_000
const MAX_TRIES = 6

type Claimed = {
  readonly id: string
  readonly file_id: string
  readonly to: string
  readonly tries: number
}

/**
 * Sends the mails that are due one by one, until none is left or the server does not answer. A mail is claimed before it is sent, and
 * keeps its message id when it is sent again, so that a receiver recognises a second one.
 */
export async function deliverReports(db: Db, server: MailServer, now: () => Date, isClosing: () => boolean): Promise<void> {
  while (!isClosing()) {
    const mail = await claim(db, now())
    if (!mail) break
    const file = await db
      .selectFrom('mailed_report_file')
      .where('id', '=', mail.file_id)
      .select(['subject', 'content', 'file_name', 'file'])
      .executeTakeFirst()
    if (!file) continue
    const answer = await handOverMail(server, {
      id: `report-${mail.id}`,
      to: mail.to,
      subject: file.subject,
      text: file.content,
      ...(file.file === null ? {} : { attachment: { name: file.file_name, content: file.file } }),
    })
    await settle(db, mail, answer, now())
    // It will not answer the next one either; waiting mails are sent when they are due again.
    if (answer.what === 'unanswered') break
  }
  await dropSentFiles(db)
}

const claim = (db: Db, now: Date): Promise<Claimed | undefined> =>
  db
    .updateTable('mailed_report_mail')
    .set((one) => ({ state: 'sending', tries: one('tries', '+', 1), next_at: new Date(now.getTime() + LEASE_MS) }))
    .where('id', '=', (one) =>
      one
        .selectFrom('mailed_report_mail')
        .where('state', 'in', ['waiting', 'sending'])
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returning(['id', 'file_id', 'address as to', 'tries'])
    .executeTakeFirst()

/** Saves the result of a mail, unless another process has taken it over. */
async function settle(db: Db, { id, tries }: Claimed, answer: MailAnswer, now: Date): Promise<void> {
  const again = answer.what === 'unanswered' && tries < MAX_TRIES
  await db
    .updateTable('mailed_report_mail')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('tries', '=', tries)
    .set(
      answer.what === 'sent'
        ? { state: 'sent', reason: '', sent_at: now }
        : again
          ? { state: 'waiting', reason: answer.said, next_at: new Date(now.getTime() + FIRST_RETRY_MS * 2 ** (tries - 1)) }
          : { state: 'failed', reason: answer.said },
    )
    .execute()
}

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
