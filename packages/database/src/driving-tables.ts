import type { ColumnType } from 'kysely'

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
}
