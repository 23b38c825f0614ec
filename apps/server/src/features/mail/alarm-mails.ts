import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import { deliverMails, type MailQueue } from '../../platform/messages/deliver-mails.ts'
import type { MailServer } from '../../platform/messages/mail-server.ts'

/** Why a mail was not sent: late data explained its alarm away. One that is being sent is not recalled. */
export const SUPERSEDED = 'superseded'

const FIRST_RETRY_MS = 30_000
const MAX_TRIES = 5

/** Sends the mails of alarms that are due. */
export const deliverAlarmMails = (db: Db, server: MailServer, now: () => Date): Promise<boolean> =>
  deliverMails(db, alarmMails(db), server, { now })

const alarmMails = (db: Db): MailQueue => ({
  table: 'notice',
  only: sql<boolean>`channel = 'mail'`,
  firstRetryMs: FIRST_RETRY_MS,
  maxTries: MAX_TRIES,
  async read(id) {
    const mail = await db
      .selectFrom('notice')
      .where('id', '=', id)
      .select([
        'subject',
        'content as text',
        sql<boolean>`EXISTS (SELECT FROM alarm WHERE alarm.id = notice.alarm_id AND alarm.superseded_at IS NOT NULL)`.as('superseded'),
      ])
      .executeTakeFirst()
    if (!mail) return undefined
    return mail.superseded ? { cancelled: SUPERSEDED } : { id, subject: mail.subject, text: mail.text }
  },
})
