import { NOTICE_CHANNELS, NOTICE_REASONS } from '@tanker/domain/alarms/notice'
import type { TestApi } from '../../platform/http/test-api.ts'

const HOUR_MS = 3_600_000
const STATES = ['sent', 'waiting', 'failed', 'sending'] as const

/** For each organisation a robot without an address and one with, and notices of every channel, state and reason, an hour apart. */
export async function seedNotices({ database: { db }, now }: TestApi): Promise<void> {
  const organisations = await db.selectFrom('organisation').select(['id', 'code']).orderBy('id').execute()
  for (const { id: organisation_id, code } of organisations) {
    const robot = { organisation_id, kinds: 'seal,cargo', quiet_from: '22:00', quiet_to: '07:00' }
    const receiver = `外人群${code}`
    const truck = await db.selectFrom('truck').where('organisation_id', '=', organisation_id).select('id').executeTakeFirst()
    const [held] = await db
      .insertInto('alarm_robot')
      .values([
        { ...robot, name: receiver, channel: 'dingtalk', address: Buffer.from([0]), address_hint: 'oapi.dingtalk.com …5678' },
        { ...robot, name: `外人群${code}2`, channel: 'wecom', address: null, enabled: false },
      ])
      .returning('id')
      .execute()
    const channels = Object.keys(NOTICE_CHANNELS) as (keyof typeof NOTICE_CHANNELS)[]
    const reasons = [...Object.keys(NOTICE_REASONS), '310000 sign not match']
    await db
      .insertInto('notice')
      .values(
        reasons.map((reason, hour) => {
          const created_at = new Date(now.getTime() - (hour + 1) * HOUR_MS)
          const state = STATES[hour % STATES.length] ?? 'sent'
          const channel = channels[hour % channels.length] ?? 'mail'
          return {
            organisation_id,
            channel,
            receiver,
            truck_id: truck?.id ?? null,
            alarm_type: 1,
            occasion: 'raised' as const,
            address: channel === 'mail' ? 'li.mei@example.com' : 'oapi.dingtalk.com …5678',
            subject: '测试',
            content: '测试',
            created_at,
            state,
            reason: state === 'sent' ? '' : reason,
            next_at: new Date(now.getTime() + HOUR_MS),
            tries: 1,
            sent_at: state === 'sent' ? created_at : null,
          }
        }),
      )
      .execute()
    const before = new Date(now.getTime() - (reasons.length + 1) * HOUR_MS)
    await db
      .insertInto('notice')
      .values({
        organisation_id,
        channel: 'dingtalk',
        robot_id: held?.id ?? null,
        receiver,
        truck_id: truck?.id ?? null,
        alarm_type: 1,
        occasion: 'raised',
        address: 'oapi.dingtalk.com …5678',
        subject: '测试',
        content: '测试',
        created_at: before,
        state: 'failed',
        reason: '310000 sign not match',
        next_at: before,
        tries: 1,
      })
      .execute()
  }
}
