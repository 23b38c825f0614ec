import type { ColumnType, Generated } from 'kysely'
import type { DeviceTestState, TestedEquipment } from '@tanker/domain/devices/device-test'
import type { JudgedStep, StepEntries } from '@tanker/domain/devices/judge-device-test'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Tests of trucks' devices. Meanings that names do not say stand in migration 0018. */
export type DeviceTestTables = {
  device_test: {
    id: Generated<number>
    truck_id: number
    /** The truck's while the test is open; the database keeps it so. */
    organisation_id: ColumnType<number, never, never>
    plate: string
    console_code: string
    tester_id: number
    tester: string
    state: Generated<DeviceTestState>
    started_at: Time
    ended_at: OptionalTime
    equipment: ColumnType<TestedEquipment, string, string>
    entries: ColumnType<StepEntries, string | undefined, string>
    steps: ColumnType<readonly JudgedStep[] | null, string | null | undefined, string>
    report_count: number | null
    report_no: string | null
    remark: Generated<string>
    version: Generated<number>
  }
}
