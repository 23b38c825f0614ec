import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import type { MessageReason } from '@tanker/domain/texts/text-message'
import { type GatewayAnswer, handOver, type SmsGateway } from '../../platform/messages/sms-gateway.ts'

const minuteMs = 60_000
/** The message of a crashed sender is taken over after this long; longer than the gateway's timeout. */
const leaseMs = minuteMs
const firstRetryMs = 30_000
const MAX_TRIES = 5
/** Retry interval of unpaid messages. A top-up makes them due at once; this covers accounts credited in another way. */
const balanceAgainMs = 10 * minuteMs

type Claimed = { readonly id: string; readonly phone: string; readonly content: string; readonly tries: number }

/**
 * Sends due messages one by one until none is left. Without a gateway messages stay queued and are marked so. Any number of
 * processes may run it: a message is claimed and paid in one transaction, and a balance never falls below zero.
 */
export async function deliverMessages(db: Db, gateway: SmsGateway | null, now: () => Date): Promise<void> {
  await cancelSuperseded(db, now())
  await giveUpOld(db, now())
  if (gateway === null) {
    await db
      .updateTable('sms_message')
      .set({ reason: 'no-gateway' satisfies MessageReason })
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now())
      .where('reason', '!=', 'no-gateway')
      .execute()
    return
  }
  for (;;) {
    const message = await claim(db, now())
    if (message === null) return
    if (message === 'unpaid') continue
    const answer = await handOver(gateway, message)
    await settle(db, message, answer, now())
    // It will not answer the next one either; waiting messages are retried when due.
    if (answer === 'unanswered') return
  }
}

/** The next due message, paid; `unpaid` if no account could pay for it. */
const claim = (db: Db, now: Date): Promise<Claimed | 'unpaid' | null> =>
  db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('sms_message')
      .where('state', 'in', ['waiting', 'sending'])
      .where('next_at', '<=', now)
      .where((builder) => builder.not(SUPERSEDED))
      .orderBy('next_at')
      .orderBy('id')
      .limit(1)
      .select(['id', 'organisation_id', 'phone', 'content', 'cost', 'tries', 'paid_by'])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return null
    const payer = due.paid_by ?? (await charge(transaction, due.organisation_id, due.cost))
    const mine = transaction.updateTable('sms_message').where('id', '=', due.id)
    if (payer === null) {
      await mine
        .set({ state: 'waiting', reason: 'no-balance' satisfies MessageReason, next_at: new Date(now.getTime() + balanceAgainMs) })
        .execute()
      return 'unpaid'
    }
    const tries = due.tries + 1
    await mine.set({ state: 'sending', reason: '', paid_by: payer, tries, next_at: new Date(now.getTime() + leaseMs) }).execute()
    return { id: due.id, phone: due.phone, content: due.content, tries }
  })

/** Charges the account of the organisation, or of the nearest parent that has one; returns whose it was. */
async function charge(db: Db, organisationId: number, cost: number): Promise<number | null> {
  const { rows } = await sql<{ organisation_id: number }>`
    UPDATE sms_account SET balance = balance - ${cost}
    WHERE balance >= ${cost} AND organisation_id = (
      SELECT a.organisation_id FROM sms_account a JOIN organisation c ON c.id = ${organisationId} AND a.organisation_id = ANY (c.ancestors)
      ORDER BY array_position(c.ancestors, a.organisation_id) DESC LIMIT 1)
    RETURNING organisation_id`.execute(db)
  return rows[0]?.organisation_id ?? null
}

/** Saves the result of a message, unless another process has taken it over; refunds a message that was not sent. */
const settle = (db: Db, { id, tries }: Claimed, answer: GatewayAnswer, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const message = await transaction
      .selectFrom('sms_message')
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where('tries', '=', tries)
      .select(['id', 'paid_by', 'cost'])
      .forUpdate()
      .executeTakeFirst()
    if (!message) return
    const mine = transaction.updateTable('sms_message').where('id', '=', id)
    if (answer === 'sent') await mine.set({ state: 'sent', reason: '', sent_at: now }).execute()
    else if (answer === 'unanswered' && tries < MAX_TRIES) {
      const next = new Date(now.getTime() + firstRetryMs * 2 ** (tries - 1))
      await mine.set({ state: 'waiting', reason: 'retry' satisfies MessageReason, next_at: next }).execute()
    } else await fail(transaction, [message], answer)
  })

type Paid = { readonly id: string; readonly paid_by: number | null; readonly cost: number }

async function fail(db: Db, messages: readonly Paid[], reason: MessageReason): Promise<void> {
  for (const { id, paid_by, cost } of messages) {
    if (paid_by !== null) await sql`UPDATE sms_account SET balance = balance + ${cost} WHERE organisation_id = ${paid_by}`.execute(db)
    await db.updateTable('sms_message').set({ state: 'failed', reason, paid_by: null }).where('id', '=', id).execute()
  }
}

/** Late data explained the alarm away: no message is sent any more. One that is being sent is not recalled. */
const SUPERSEDED = sql<boolean>`EXISTS (SELECT FROM alarm WHERE alarm.id = sms_message.alarm_id AND alarm.superseded_at IS NOT NULL)`

const cancelSuperseded = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const superseded = await transaction
      .selectFrom('sms_message')
      .where((builder) =>
        builder.or([builder('state', '=', 'waiting'), builder.and([builder('state', '=', 'sending'), builder('next_at', '<=', now)])]),
      )
      .where(SUPERSEDED)
      .select(['id', 'paid_by', 'cost'])
      .forUpdate()
      .skipLocked()
      .execute()
    await fail(transaction, superseded, 'superseded')
  })

const giveUpOld = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom('sms_message')
      .where('state', '=', 'waiting')
      .where('expires_at', '<=', now)
      .select(['id', 'paid_by', 'cost'])
      .forUpdate()
      .skipLocked()
      .execute()
    await fail(transaction, old, 'expired')
  })
