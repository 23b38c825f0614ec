import type { Db } from '@tanker/database/connection'
import { type RawBuilder, sql } from 'kysely'
import { deliverQueue } from './deliver-queue.ts'
import { handOverMail, type MailServer, type OutgoingMail } from './mail-server.ts'

/** Mailboxes that are busy one after the other; then it is the mail server that is busy. */
const MAX_BUSY_IN_A_ROW = 5

/** A table of mails that wait to be sent; their columns are the same, what a mail says is not. */
export type MailQueue = {
  readonly table: 'notice' | 'mailed_report_mail'
  /** Which rows are mails, where others stand in the table too. */
  readonly only?: RawBuilder<boolean>
  /** Doubles with each try. */
  readonly firstRetryMs: number
  readonly maxTries: number
  /** Before each try: the mail, or why it is no longer sent; undefined when it was deleted. */
  read(id: string): Promise<Omit<OutgoingMail, 'to'> | { readonly cancelled: string } | undefined>
}

type ClaimedMail = { readonly id: string; readonly to: string; readonly tries: number }

/**
 * Sends the mails that are due one by one, until none is left or the mail server does not answer. A mail keeps its message id when it is
 * sent again, so that a receiver recognises a second one.
 * @returns whether the mail server answers
 */
export async function deliverMails(
  db: Db,
  { read, ...queue }: MailQueue,
  server: MailServer,
  options: { readonly now: () => Date; readonly isClosing?: () => boolean },
): Promise<boolean> {
  let busy = 0
  return deliverQueue(
    db,
    {
      ...queue,
      async claim(now, leaseEnd) {
        const mail = await claimMail(db, queue, now, leaseEnd)
        return mail && { rows: [mail] as const }
      },
      async send({ rows: [{ id, to }] }) {
        const content = await read(id)
        if (content === undefined) return undefined
        return 'cancelled' in content ? { what: 'refused', said: content.cancelled } : handOverMail(server, { ...content, to })
      },
      goesOn({ what }) {
        busy = what === 'busy' ? busy + 1 : 0
        return what !== 'unanswered' && busy < MAX_BUSY_IN_A_ROW
      },
    },
    options,
  )
}

async function claimMail(
  db: Db,
  { table, only = sql<boolean>`true` }: Pick<MailQueue, 'table' | 'only'>,
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedMail | undefined> {
  const mails = sql.table(table)
  const { rows } = await sql<ClaimedMail>`
    UPDATE ${mails} SET state = 'sending', tries = tries + 1, next_at = ${leaseEnd}
    WHERE id = (SELECT id FROM ${mails} WHERE state IN ('waiting', 'sending') AND next_at <= ${now} AND ${only}
      ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, address AS "to", tries`.execute(db)
  return rows[0]
}
