import type { PhoneCallTables } from './phone-call-tables.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export type AlarmTables = PhoneCallTables & {
  alarm: {
    id: ColumnType<string, never, never>
    truck_id: number
    organisation_id: number
    type: number
    started_at: ColumnType<Date, Date | string, Date | string>
    object: number
    name: string
    ended_at: OptionalTime
    grade: 'yellow' | 'red' | 'black'
    live: boolean
    lat: number | null
    lng: number | null
    fence_id: number | null
    fence_name: string | null
    speed_kmh: number | null
    heading_deg: number | null
    properties: JSONColumnType<Record<string, unknown>>
    remark: Generated<string>
    remark2: Generated<string>
    inserted_at: ColumnType<Date, never, never>
    handled_at: OptionalTime
    handled_by: number | null
    handle_result: string | null
    exception_type: 'human' | 'fence' | 'positioning' | 'equipment' | null
    confirm: Generated<'unconfirmed' | 'confirmed' | 'non-abnormal'>
    superseded_at: OptionalTime
    escalated_at: OptionalTime
    assigned_to: number | null
    assigned_at: OptionalTime
    handle_remark: string | null
    /** Both follow from the properties. */
    driver_name: ColumnType<string | null, never, never>
    is_part: ColumnType<boolean, never, never>
  }
  alarm_cleared: { user_id: number; alarm_id: ColumnType<string, string, never>; cleared_at: ColumnType<Date, never, never> }
}
