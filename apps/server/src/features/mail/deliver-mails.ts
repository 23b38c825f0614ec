import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import { handOverMail, type MailAnswer, type MailServer, type OutgoingMail } from '../../platform/messages/mail-server.ts'

const minuteMs = 60_000
/** Why a mail was not sent: late data explained its alarm away. One that is being sent is not recalled. */
export const SUPERSEDED = 'superseded'

/** The mail of a crashed sender is taken over after this long; longer than the mail server's timeout. */
const leaseMs = minuteMs
const firstRetryMs = 30_000
const MAX_TRIES = 5

type Claimed = OutgoingMail & { readonly tries: number }

/**
 * Sends due mails one by one until none is left or the server does not answer. Any number of processes may run it: a mail
 * is claimed before it is sent.
 */
export async function deliverMails(db: Db, server: MailServer, now: () => Date): Promise<void> {
  await cancelSuperseded(db, now())
  for (;;) {
    const mail = await claim(db, now())
    if (!mail) return
    const answer = await handOverMail(server, mail)
    await settle(db, mail, answer, now())
    // It will not answer the next one either; waiting mails are retried when due.
    if (answer.what === 'unanswered') return
  }
}

const isSuperseded = sql<boolean>`EXISTS (SELECT FROM alarm WHERE alarm.id = mail.alarm_id AND alarm.superseded_at IS NOT NULL)`

async function cancelSuperseded(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state: 'failed', reason: SUPERSEDED })
    .where((mail) => mail.or([mail('state', '=', 'waiting'), mail.and([mail('state', '=', 'sending'), mail('next_at', '<=', now)])]))
    .where(isSuperseded)
    .execute()
}

async function claim(db: Db, now: Date): Promise<Claimed | undefined> {
  return db
    .updateTable('mail')
    .set((builder) => ({ state: 'sending', tries: builder('tries', '+', 1), next_at: new Date(now.getTime() + leaseMs) }))
    .where('id', '=', (builder) =>
      builder
        .selectFrom('mail')
        .where('state', 'in', ['waiting', 'sending'])
        .where('next_at', '<=', now)
        .where((mail) => mail.not(isSuperseded))
        .orderBy('next_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returning(['id', 'address as to', 'subject', 'content as text', 'tries'])
    .executeTakeFirst()
}

/** Saves the result of a mail, unless another process has taken it over. */
async function settle(db: Db, { id, tries }: Claimed, answer: MailAnswer, now: Date): Promise<void> {
  const again = answer.what === 'unanswered' && tries < MAX_TRIES
  await db
    .updateTable('mail')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('tries', '=', tries)
    .set(
      answer.what === 'sent'
        ? { state: 'sent', reason: '', sent_at: now }
        : again
          ? { state: 'waiting', reason: answer.said, next_at: new Date(now.getTime() + firstRetryMs * 2 ** (tries - 1)) }
          : { state: 'failed', reason: answer.said },
    )
    .execute()
}
