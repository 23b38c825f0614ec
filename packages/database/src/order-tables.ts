import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** What people order trucks to do, and what goes down with it. Meanings that names do not say stand in migration 0014. */
export type OrderTables = {
  order_file: {
    id: Generated<number>
    content: Buffer
  }
  device_order: {
    id: Generated<number>
    truck_id: number
    company_id: number
    kind: 'tank-table'
    compartment: number | null
    tank_table_id: number | null
    serial: Generated<string>
    file_id: number
    crc32: ColumnType<string, number, never>
    total_bytes: number
    state: Generated<'waiting' | 'sending' | 'synchronizing' | 'done' | 'failed' | 'stopped'>
    result: 'no-answer' | 'checksum' | 'refused' | 'no-such-file' | 'table' | 'pipe' | null
    tries: Generated<number>
    max_tries: number
    acked_bytes: Generated<number>
    crc_match: boolean | null
    ordered_by: string
    ordered_at: Time
    started_at: OptionalTime
    finished_at: OptionalTime
    epoch: ColumnType<string | null, bigint | null | undefined, bigint | null>
    gateway: string | null
  }
  /** An underground tank of a station; company_id is the station's, the database keeps it so. */
  station_tank: {
    id: Generated<number>
    company_id: ColumnType<number, never, never>
    station_id: number
    tank_no: number
    oil_code: number
    probe: string
    diameter_mm: number
    capacity_l: ColumnType<string, number, number>
    dead_stock_l: ColumnType<string, number, number>
    effective_at: ColumnType<Date, Date | string | undefined, Date>
    file_name: string
    levels_mm: number[]
    volumes_l: number[]
    enabled: Generated<boolean>
    version: Generated<number>
  }
}
