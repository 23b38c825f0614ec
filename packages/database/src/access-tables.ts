import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** bigint as text. */
type OptionalBig = ColumnType<string | null, number | null | undefined, number | null>

/** The second factor of users. Meanings that names do not say stand in the migration. */
export type AccessTables = {
  second_factor: {
    user_id: number
    totp_secret: Buffer | null
    confirmed_at: OptionalTime
    last_step: OptionalBig
    wrong_codes: Generated<number>
    blocked_until: OptionalTime
    new_totp_secret: Buffer | null
    new_since: OptionalTime
  }
  recovery_code: { user_id: number; secret_hash: Buffer; used_at: OptionalTime }
  pending_sign_in: {
    secret_hash: Buffer
    user_id: number
    created_at: Time
    expires_at: Time
    attempts: Generated<number>
    claimed_ip: string | null
    claimed_area: string | null
  }
}
