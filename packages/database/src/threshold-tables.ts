import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** What organisations and trucks are judged by instead of the defaults. Meanings that names do not say stand in migration 0065. */
export type ThresholdTables = {
  threshold_value: {
    id: Generated<number>
    organisation_id: number | null
    truck_id: number | null
    name: string
    value: number
    from_at: Time
    until_at: OptionalTime
    reason: Generated<string>
    set_by: string
    set_at: Time
    ended_by: ColumnType<string | null, string | null | undefined, string | null>
    set_in: Generated<number>
    ended_in: ColumnType<number | null, number | null | undefined, number | null>
  }
  exemption: {
    id: Generated<number>
    organisation_id: number
    reason: string
    truck_id: number | null
    kind: string
    place_id: number | null
    compartment: number | null
    from_on: ColumnType<Date, string, string>
    until_on: ColumnType<Date, string, string>
    clock_from: Generated<string>
    clock_to: Generated<string>
    enabled: Generated<boolean>
    version: Generated<number>
  }
}
