import { randomUUID } from 'node:crypto'
import { ALARM_FAMILIES } from '@tanker/domain/alarms/alarm-family'
import { MESSAGE_REASONS, type MessageReason } from '@tanker/domain/texts/text-message'
import type { TestApi } from '../../platform/http/test-api.ts'

const hourMs = 3_600_000
const STATES = ['sent', 'waiting', 'failed', 'sending'] as const

/** For each organisation a number, an account with its recharge, and messages of every kind, state and reason, an hour apart. */
export async function seedMessages({ database: { db }, now }: TestApi): Promise<void> {
  const organisations = await db.selectFrom('organisation').select(['id', 'code']).orderBy('id').execute()
  for (const [index, { id: organisation_id, code }] of organisations.entries()) {
    const receiver = `收信人${code}`
    const phone = `1390000${String(2000 + index)}`
    const balance = [120, 20, 0][index % 3] ?? 0
    await db
      .insertInto('sms_number')
      .values({
        organisation_id,
        name: receiver,
        phone,
        kinds: index % 2 === 0 ? 'seal,cargo' : '',
        quiet_from: '22:00',
        quiet_to: '07:00',
        enabled: index % 2 === 0,
      })
      .execute()
    await db.insertInto('sms_account').values({ organisation_id, balance }).execute()
    await db
      .insertInto('sms_top_up')
      .values({
        organisation_id,
        messages: 120,
        unit_price_fen: 5,
        amount_fen: 600,
        balance_after: 120,
        entered_at: new Date(now.getTime() - (index + 1) * hourMs),
        user_id: null,
        user_name: `充值人${code}`,
        request: randomUUID(),
      })
      .execute()
    const reasons = Object.keys(MESSAGE_REASONS) as MessageReason[]
    await db
      .insertInto('sms_message')
      .values(
        reasons.map((reason, hour) => {
          const created_at = new Date(now.getTime() - (hour + 1) * hourMs)
          const state = STATES[hour % STATES.length] ?? 'sent'
          return {
            organisation_id,
            truck_id: null,
            alarm_id: null,
            alarm_type: null,
            kind: ALARM_FAMILIES[hour % ALARM_FAMILIES.length] ?? 'seal',
            receiver,
            phone,
            content: `${receiver}：=1+1 异常解封报警`,
            created_at,
            state,
            reason: state === 'sent' ? '' : reason,
            next_at: created_at,
            expires_at: now,
            cost: 1,
            paid_by: state === 'sent' ? organisation_id : null,
            sent_at: state === 'sent' ? created_at : null,
          }
        }),
      )
      .execute()
  }
}
