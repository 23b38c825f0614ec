import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Shifts of dispatchers: who handed over to whom, with what was open. */
export type ShiftTables = {
  shift_handover: {
    id: Generated<number>
    organisation_id: number
    handed_at: Time
    handed_by: number
    /** Null: the next shift, not a named person. */
    handed_to: number | null
    note: string
    black: number
    red: number
    yellow: number
    accepted_at: OptionalTime
    accepted_by: number | null
  }
}
