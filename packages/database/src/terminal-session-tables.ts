import type { DropReason } from '@tanker/domain/devices/drop-reason'
import type { ColumnType } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type OptionalBytes = ColumnType<string | null, number | null | undefined, number | null>

/** Connections of terminals. Meanings that names do not say stand in migration 0058. */
export type TerminalSessionTables = {
  terminal_session: {
    truck_id: number
    epoch: ColumnType<string, string, string>
    organisation_id: number
    gateway: string
    port: number
    phone: string
    terminal_id: string
    address: string
    connected_at: Time
    signed_in_at: Time
    seen_at: Time
    ended_at: OptionalTime
    reason: ColumnType<DropReason | null, DropReason | null | undefined, DropReason | null>
    received_bytes: OptionalBytes
    sent_bytes: OptionalBytes
    signal: number | null
    weakest_signal: number | null
    also_connected: ColumnType<boolean, boolean | undefined, boolean>
  }
}
