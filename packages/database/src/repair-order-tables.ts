import type { DevicePart } from '@tanker/domain/devices/device-part'
import type { RepairOutcome, RepairState } from '@tanker/domain/devices/repair-order'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Repairs of what trucks carry. Meanings that names do not say stand in migration 0050. */
export type RepairOrderTables = {
  repair_order: {
    id: Generated<number>
    truck_id: number
    organisation_id: number
    part: DevicePart
    state: Generated<RepairState>
    repairer: Generated<string>
    phone: Generated<string>
    note: Generated<string>
    outcome: ColumnType<RepairOutcome | null, RepairOutcome | null | undefined, RepairOutcome | null>
    result_note: Generated<string>
    created_by: string
    created_at: Time
    sent_at: OptionalTime
    started_at: OptionalTime
    ended_at: OptionalTime
    version: Generated<number>
  }
}
