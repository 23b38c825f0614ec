import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'
import { handOverMail, type MailAnswer, type MailServer, type OutgoingMail } from './mail-server.ts'

/** The mail of a crashed sender is taken over after this long; longer than the mail server's timeout. */
const LEASE_MS = 120_000
/** Mailboxes that are busy one after the other; then it is the mail server that is busy. */
const MAX_BUSY_IN_A_ROW = 5

/** A table of mails that wait to be sent; their columns are the same, what a mail says is not. */
export type MailQueue = {
  readonly table: 'mail' | 'mailed_report_mail'
  /** Doubles with each try. */
  readonly firstRetryMs: number
  readonly maxTries: number
  /** Before each try: the mail, or why it is no longer sent; undefined when it was deleted. */
  read(id: string): Promise<Omit<OutgoingMail, 'to'> | { readonly cancelled: string } | undefined>
}

type Claimed = { readonly id: string; readonly to: string; readonly tries: number }

/**
 * Sends the mails that are due one by one, until none is left or the mail server does not answer. Any number of processes may run it: a
 * mail is claimed before it is sent, and keeps its message id when it is sent again, so that a receiver recognises a second one.
 * @returns whether the mail server answers
 */
export async function deliverMails(
  db: Db,
  queue: MailQueue,
  server: MailServer,
  { now, isClosing = () => false }: { readonly now: () => Date; readonly isClosing?: () => boolean },
): Promise<boolean> {
  let busy = 0
  while (!isClosing()) {
    const mail = await claim(db, queue, now())
    if (!mail) break
    const content = await queue.read(mail.id)
    if (content === undefined) continue
    const answer: MailAnswer =
      'cancelled' in content ? { what: 'refused', said: content.cancelled } : await handOverMail(server, { ...content, to: mail.to })
    await settle(db, queue, mail, answer, now())
    if (answer.what === 'unanswered') return false
    busy = answer.what === 'busy' ? busy + 1 : 0
    if (busy >= MAX_BUSY_IN_A_ROW) return false
  }
  return true
}

async function claim(db: Db, { table }: MailQueue, now: Date): Promise<Claimed | undefined> {
  const mails = sql.table(table)
  const { rows } = await sql<Claimed>`
    UPDATE ${mails} SET state = 'sending', tries = tries + 1, next_at = ${new Date(now.getTime() + LEASE_MS)}
    WHERE id = (SELECT id FROM ${mails} WHERE state IN ('waiting', 'sending') AND next_at <= ${now}
      ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, address AS "to", tries`.execute(db)
  return rows[0]
}

/** Saves the result of a mail, unless another process has taken it over. */
async function settle(db: Db, queue: MailQueue, { id, tries }: Claimed, answer: MailAnswer, now: Date): Promise<void> {
  const again = (answer.what === 'unanswered' || answer.what === 'busy') && tries < queue.maxTries
  const state = answer.what === 'sent' ? 'sent' : again ? 'waiting' : 'failed'
  const reason = answer.what === 'sent' ? '' : answer.said
  const next = new Date(now.getTime() + queue.firstRetryMs * 2 ** (tries - 1))
  await sql`
    UPDATE ${sql.table(queue.table)} SET state = ${state}, reason = ${reason},
      sent_at = ${state === 'sent' ? now : null}, next_at = CASE WHEN ${again} THEN ${next} ELSE next_at END
    WHERE id = ${id}::bigint AND state = 'sending' AND tries = ${tries}`.execute(db)
}
