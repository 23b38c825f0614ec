import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import type { Language } from '@tanker/domain/texts/text'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type BigId = ColumnType<string, never, never>

/** Text messages, mails, uploads by the hour and tickets. Meanings that names do not say stand in the migration. */
export type MessageTables = {
  /** Which alarms pop up for a user and which are mailed. */
  user_alarm: {
    id: Generated<number>
    user_id: number
    alarm_type_ids: Generated<string>
    alarm_email_type_ids: Generated<string>
    email_least_grade: Generated<AlarmGrade>
  }
  sms_number: {
    id: Generated<number>
    organisation_id: number
    tenant_id: ColumnType<number, never, never>
    name: string
    phone: string
    kinds: Generated<string>
    least_grade: Generated<AlarmGrade>
    language: Generated<Language>
    quiet_from: Generated<string>
    quiet_to: Generated<string>
    enabled: Generated<boolean>
    version: Generated<number>
  }
  sms_account: { organisation_id: number; balance: Generated<number>; warn_at: Generated<number> }
  sms_top_up: {
    id: BigId
    organisation_id: number
    messages: number
    unit_price_fen: number
    amount_fen: number
    balance_after: number
    entered_at: Time
    user_id: number | null
    user_name: string
    remark: Generated<string>
    request: string
  }
  sms_message: {
    id: BigId
    organisation_id: number
    truck_id: number | null
    alarm_id: ColumnType<string | null, string | null, never>
    alarm_type: number | null
    kind: string
    receiver: string
    phone: string
    content: string
    created_at: Time
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>
    reason: Generated<string>
    next_at: Time
    expires_at: Time
    tries: Generated<number>
    cost: number
    paid_by: number | null
    sent_at: OptionalTime
  }
  alarm_robot: {
    id: Generated<number>
    organisation_id: number
    tenant_id: ColumnType<number, never, never>
    name: string
    channel: 'dingtalk' | 'wecom'
    kinds: Generated<string>
    least_grade: Generated<'yellow' | 'red' | 'black'>
    after_min: Generated<number>
    language: Generated<'zh' | 'en'>
    quiet_from: Generated<string>
    quiet_to: Generated<string>
    quiet_for: Generated<'yellow' | 'all'>
    enabled: Generated<boolean>
    version: Generated<number>
    address: Buffer | null
    secret: Buffer | null
    address_hint: Generated<string>
    free_at: ColumnType<Date, Date | undefined, Date>
  }
  notice: {
    id: BigId
    /** Of the receiver. */
    organisation_id: number
    channel: Generated<'mail' | 'dingtalk' | 'wecom'>
    user_id: number | null
    robot_id: number | null
    receiver: Generated<string>
    truck_id: number | null
    alarm_id: string | null
    alarm_type: number | null
    /** What happened to the alarm. */
    occasion: Generated<'raised' | 'black' | 'test'>
    address: string
    subject: string
    content: string
    created_at: Time
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>
    reason: Generated<string>
    next_at: Time
    expires_at: OptionalTime
    tries: Generated<number>
    sent_at: OptionalTime
  }
  robot_cursor: { one: Generated<boolean>; cursor: string }
  mail_cursor: { one: Generated<boolean>; cursor: string }
  sms_cursor: { one: Generated<boolean>; cursor: string }
  upload_hour: {
    truck_id: number
    hour: Time
    organisation_id: number
    received: number
    positions: number
    levels: number
    seals: number
    safety: number
    resent: number
    late: number
    missing: number
    first_at: OptionalTime
    last_at: OptionalTime
  }
  upload_gap: { truck_id: number; ended_at: Time; organisation_id: number; started_at: Time; missing: number; moving: boolean }
  upload_cursor: { one: Generated<boolean>; received_at: Time }
  card_ticket: { key_hash: Buffer; user_id: number; organisation_id: number; issued_at: Time; expires_at: Time; used_at: OptionalTime }
}
