import type { UpgradeFileType } from '@tanker/domain/devices/upgrade-file'
import type { RollOutProblem, RollOutState, RollOutTruckState } from '@tanker/domain/devices/roll-out'
import type { Text } from '@tanker/domain/texts/text'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Upgrade files that go to a few trucks first. Meanings that names do not say stand in migration 0097. */
export type RollOutTables = {
  roll_out: {
    id: Generated<number>
    organisation_id: number
    upgrade_file_id: number | null
    title: string
    type: UpgradeFileType
    parameter_file: number | null
    watch_min: number
    wave_trucks: number
    max_tries: number
    reason: string
    state: RollOutState
    resumes_to: RollOutState | null
    problem: RollOutProblem | null
    problem_plate: string | null
    checked_from: Time
    watch_until: OptionalTime
    user_id: number | null
    ordered_by: string
    ordered_at: Time
    ended_at: OptionalTime
  }
  roll_out_truck: {
    roll_out_id: number
    truck_id: number
    place: number
    is_first: boolean
    state: Generated<RollOutTruckState>
    ordered_at: OptionalTime
    command_id: number | null
    is_excused: Generated<boolean>
    problem: ColumnType<Text | null, string | null | undefined, string | null>
  }
}
