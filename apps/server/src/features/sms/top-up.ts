import { sql } from 'kysely'
import type { z } from 'zod'
import type { topUp } from '@tanker/contract/text-messages'
import type { ScopedDb } from '@tanker/database/scope'
import { withinInt } from '../../base-data/entity-rows.ts'
import { errors } from '../../platform/http/errors.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'

/** Maximum balance in messages; the column allows little more. */
const MAX_BALANCE = 2_000_000_000
const TOO_MANY = {
  zh: `余额不能超过 ${MAX_BALANCE} 条，请减少充值条数。`,
  en: `The balance may not exceed ${MAX_BALANCE} messages. Please enter fewer.`,
} as const

/** Records a top-up and returns the new balance in messages; null if the organisation is outside the user's scope. */
export async function topUpAccount(db: ScopedDb, entry: z.output<typeof topUp>, changer: Changer): Promise<number | null> {
  const { messages, warnAt, remark, request } = entry
  const organisationId = withinInt(entry.organisationId)
  if (!(await db.organisations().where('organisation.id', '=', organisationId).select('organisation.id').executeTakeFirst())) return null
  const unitPriceFen = Math.round(entry.unitPrice * 100)
  return db.unscoped.transaction().execute(async (transaction) => {
    // Lock the account's row first: other top-ups and charges wait for it.
    await transaction
      .insertInto('sms_account')
      .values({ organisation_id: organisationId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const account = await transaction
      .selectFrom('sms_account')
      .where('organisation_id', '=', organisationId)
      .select('balance')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const balance = account.balance + messages
    if (balance > MAX_BALANCE) throw errors.badInput(TOO_MANY)
    const entered = await transaction
      .insertInto('sms_top_up')
      .values({
        organisation_id: organisationId,
        messages,
        unit_price_fen: unitPriceFen,
        amount_fen: unitPriceFen * messages,
        balance_after: balance,
        entered_at: changer.at,
        user_id: changer.id,
        user_name: changer.userName,
        remark,
        request,
      })
      .onConflict((conflict) => conflict.column('request').doNothing())
      .returning('id')
      .executeTakeFirst()
    // A repeated request, such as a double click.
    if (!entered) return account.balance
    await transaction.updateTable('sms_account').set({ balance, warn_at: warnAt }).where('organisation_id', '=', organisationId).execute()
    // Messages waiting for it are due now.
    await sql`UPDATE sms_message SET next_at = ${changer.at}, reason = '' WHERE state = 'waiting' AND reason = 'no-balance'
      AND organisation_id IN (SELECT id FROM organisation WHERE ancestors @> ARRAY[${organisationId}]::int[])`.execute(transaction)
    await recordChanges(transaction, changer, [
      {
        entity: 'message_recharge',
        rowId: Number(entered.id),
        organisationId,
        action: 'create',
        old: null,
        new: { organisationId, messages, unitPrice: unitPriceFen / 100, warnAt, remark },
      },
    ])
    return balance
  })
}
