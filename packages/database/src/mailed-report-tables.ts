import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type BigId = ColumnType<string, never, never>

/** Lists that are mailed at set times. Meanings that names do not say stand in the migration. */
export type MailedReportTables = {
  mailed_report: {
    id: Generated<number>
    user_id: number
    report: string
    name: string
    content: JSONColumnType<Record<string, unknown>>
    rhythm: 'daily' | 'weekly' | 'monthly'
    weekday: number | null
    month_day: number | null
    hour: number
    zone: string
    language: 'zh' | 'en'
    user_ids: number[]
    addresses: string[]
    paused: 'owner' | 'right' | 'disabled' | null
    next_at: Time
    try_at: Time
    tries: Generated<number>
    asked_at: OptionalTime
  }
  mailed_report_file: {
    id: BigId
    mailed_report_id: number
    due_at: Time
    made_at: Time
    by_hand: boolean
    rows: number | null
    bytes: number | null
    problem: string
    subject: string
    content: string
    file_name: string
    file: Buffer | null
  }
  mailed_report_mail: {
    id: BigId
    file_id: string
    address: string
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>
    reason: Generated<string>
    next_at: Time
    tries: Generated<number>
    sent_at: OptionalTime
  }
}
