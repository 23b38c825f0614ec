import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date, Date>

export type DrivingTables = {
  /** Records of the kind `driven` with their properties as columns; the database keeps it. */
  driven_piece: {
    truck_id: number
    started_at: ColumnType<Date, never, never>
    object: number
    organisation_id: number
    ended_at: ColumnType<Date | null, never, never>
    fence_id: number | null
    fence_name: string | null
    distance_m: number
    driving_s: number
    max_kmh: number
    from_km: number | null
    to_km: number | null
    loaded: boolean
    driver_name: string | null
  }
  /** Where a truck was in an hour: written for the search by area, and only ever added to. */
  track_cell: {
    cell: number
    hour: ColumnType<Date, never, never>
    truck_id: number
    organisation_id: number
    first_s: number
    last_s: number
  }
  track_cell_cursor: { one: Generated<boolean>; received_at: Time; back_to: ColumnType<Date | null, Date | null, Date | null> }
}
