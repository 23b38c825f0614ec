import type { ChangeAction } from '@tanker/domain/changes/change-action'
import type { ColumnType } from 'kysely'

type Time = ColumnType<Date, Date | string, never>

/** The two logs whose rows are never changed or taken out: each row's hash follows from the one before (apps/server/src/platform/changes). */
export type LogTables = {
  change_log: {
    id: ColumnType<string, number, never>
    at: Time
    user_id: number | null
    user_name: string
    organisation_id: number
    entity: string
    row_id: ColumnType<string, number, never>
    action: ChangeAction
    old: ColumnType<Record<string, unknown> | null, string | null, never>
    new: ColumnType<Record<string, unknown> | null, string | null, never>
    hash: Buffer
    address: string | null
    key_id: number | null
  }
  access_log: {
    id: ColumnType<string, number, never>
    at: Time
    what: string
    user_id: number | null
    user_name: string
    organisation_id: number | null
    name_mark: string
    address: string
    browser: string
    reason: string
    count: number
    by_id: number | null
    by_name: string
    session_id: number | null
    hash: Buffer
  }
}
