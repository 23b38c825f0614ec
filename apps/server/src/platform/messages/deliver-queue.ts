import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'

/** What a crashed sender had claimed is taken over after this long; longer than any channel waits for an answer. */
export const LEASE_MS = 120_000

/**
 * `refused`: permanent, not sent again. `busy`: this one is not taken now, others may be. `unanswered`: nothing is taken now, or it is not known
 * whether it was.
 */
export type SendAnswer = { readonly what: 'sent' } | { readonly what: 'refused' | 'busy' | 'unanswered'; readonly said: string }

/** Rows that go out together, each with the number of its try. */
export type Claimed = { readonly rows: readonly { readonly id: string; readonly tries: number }[] }

/** A table of messages that wait to be sent; state, tries and times are columns of the same names in all of them. */
export type OutgoingQueue<C extends Claimed> = {
  readonly table: 'notice' | 'mailed_report_mail'
  /** Doubles with each try. */
  readonly firstRetryMs: number
  readonly maxTries: number
  /** Claims what is due next until `leaseEnd`, so that no other process sends it. */
  claim(now: Date, leaseEnd: Date): Promise<C | undefined>
  /** Undefined: it was deleted while it waited. */
  send(claimed: C): Promise<SendAnswer | undefined>
  settled?(claimed: C, answer: SendAnswer, now: Date): Promise<void>
  /** Whether the next one is sent at once. */
  goesOn(answer: SendAnswer): boolean
}

/**
 * Sends what is due until nothing is left. Any number of processes may run it: rows are claimed before they are sent.
 * @returns false when it ended because `goesOn` said so
 */
export async function deliverQueue<C extends Claimed>(
  db: Db,
  queue: OutgoingQueue<C>,
  { now, isClosing = () => false }: { readonly now: () => Date; readonly isClosing?: () => boolean },
): Promise<boolean> {
  while (!isClosing()) {
    const at = now()
    const claimed = await queue.claim(at, new Date(at.getTime() + LEASE_MS))
    if (!claimed) break
    const answer = await queue.send(claimed)
    if (answer === undefined) continue
    await settle(db, queue, claimed, answer, now())
    await queue.settled?.(claimed, answer, now())
    if (!queue.goesOn(answer)) return false
  }
  return true
}

/** Saves the result, unless another process has taken it over. */
async function settle<C extends Claimed>(db: Db, queue: OutgoingQueue<C>, { rows }: C, answer: SendAnswer, now: Date): Promise<void> {
  const again = answer.what === 'unanswered' || answer.what === 'busy'
  const isSent = answer.what === 'sent'
  await sql`
    UPDATE ${sql.table(queue.table)} AS q SET
      state = CASE WHEN ${isSent} THEN 'sent' WHEN ${again} AND q.tries < ${queue.maxTries} THEN 'waiting' ELSE 'failed' END,
      reason = ${isSent ? '' : answer.said}, sent_at = ${isSent ? now : null},
      next_at = CASE WHEN ${again} AND q.tries < ${queue.maxTries}
        THEN ${now}::timestamptz + ${queue.firstRetryMs} * interval '1 millisecond' * 2 ^ (q.tries - 1) ELSE q.next_at END
    FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ tries }) => tries)}::int[]) AS mine (id, tries)
    WHERE q.id = mine.id AND q.tries = mine.tries AND q.state = 'sending'`.execute(db)
}
