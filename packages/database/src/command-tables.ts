import type { FirmwareDevice } from '@tanker/domain/devices/firmware'
import type { UpgradeFileType } from '@tanker/domain/devices/upgrade-file'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Device commands and the files that are sent with them. Meanings that names do not say stand in migrations 0014, 0017, 0037 and 0068. */
export type CommandTables = {
  command_file: {
    id: Generated<number>
    content: Buffer
  }
  device_command: {
    id: Generated<number>
    truck_id: number
    organisation_id: number
    kind:
      | 'tank-table'
      | 'upgrade'
      | 'version-query'
      | 'evidence'
      | 'read-file'
      | 'write-file'
      | 'set-parameters'
      | 'send-text'
      | 'remote-control'
      | 'password-key'
      | 'password-revoke'
    compartment: number | null
    tank_table_id: number | null
    serial: Generated<string>
    file_id: number | null
    crc32: ColumnType<string | null, number | null | undefined, never>
    total_bytes: Generated<number>
    state: Generated<'waiting' | 'sending' | 'synchronizing' | 'done' | 'failed' | 'stopped'>
    result:
      | 'no-answer'
      | 'checksum'
      | 'refused'
      | 'no-such-file'
      | 'table'
      | 'pipe'
      | 'device'
      | 'cancelled'
      | 'version'
      | 'hardware'
      | 'tampered'
      | 'expired'
      | 'changed'
      | 'read-back'
      | 'unknown'
      | null
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
    sha256: Buffer | null
    form_values: ColumnType<Record<string, unknown>, string | undefined, never>
    expires_at: OptionalTime
    device: FirmwareDevice | null
    firmware_id: number | null
    file_name: Generated<string>
    old_version: string | null
    new_version: string | null
    downgrade: Generated<boolean>
    /** Of a parameter file, or of single parameters as JSON: what the truck had before they were written, and what it answered last. */
    had: Buffer | null
    answer: Buffer | null
    /** Not sent before; null: at once. */
    not_before: OptionalTime
    /** Minutes from its end to a restart of the terminal; null: none follows. */
    restart_delay_min: number | null
  }
  firmware_file: {
    id: Generated<number>
    organisation_id: number
    device: FirmwareDevice
    version: string
    maker: string
    hardware: Generated<string>
    remark: Generated<string>
    file_name: string
    file_id: number
    size_bytes: number
    crc32: ColumnType<string, number, never>
    sha256: Buffer
    uploaded_by: string
    uploaded_at: Time
  }
  /** What is kept to be sent to trucks. Firmware has its bytes in `firmware_file`, commands have none. */
  upgrade_file: {
    id: Generated<number>
    organisation_id: number
    tenant_id: Generated<number | null>
    type: UpgradeFileType
    description: string
    release: string
    restart_delay_min: number | null
    firmware_id: number | null
    file_id: number | null
    file_name: Generated<string>
    size_bytes: Generated<number>
    crc32: ColumnType<string | null, number | null | undefined, number | null>
    parameter_file: number | null
    uploaded_by: Generated<string>
    uploaded_at: OptionalTime
    enabled: Generated<boolean>
    version: Generated<number>
  }
  /** A parameter file of a truck: what it reported, and what it is to have; null while unknown. */
  parameter_file: {
    truck_id: number
    file: number
    reported: Buffer | null
    reported_at: OptionalTime
    wanted: Buffer | null
    wanted_at: OptionalTime
    wanted_by: string | null
    /** Fields that can be set and differ; null while it is not known. A trigger marks what has to be compared. */
    differing: Generated<number | null>
    compare_due: Generated<boolean>
  }
  /** A field in which a truck's file differs from what is wanted. Null: empty. */
  parameter_drift: {
    truck_id: number
    file: number
    path: string
    place: number
    wanted: ColumnType<string | number | null, string | null, string | null>
    reported: ColumnType<string | number | null, string | null, string | null>
    since: Time
  }
  /** What a truck had of a parameter file: before it was written, or when a user kept it. */
  parameter_backup: {
    id: Generated<number>
    truck_id: number
    file: number
    content: Buffer
    taken_at: Time
    taken_by: string
    command_id: number | null
    crc32: ColumnType<string, number, never>
    source: 'before-send' | 'manual'
  }
  /** Terminal parameters under a name, by their numbers. */
  parameter_template: {
    id: Generated<number>
    organisation_id: number
    tenant_id: Generated<number | null>
    name: string
    remark: Generated<string>
    values: ColumnType<Record<string, unknown>, string | undefined, string>
    changed_at: OptionalTime
    changed_by: Generated<string>
    enabled: Generated<boolean>
    version: Generated<number>
  }
  /** What the platform and the console of a truck agreed on for one-time passwords; the secret follows from it and is not stored. */
  password_key: {
    truck_id: number
    terminal_id: string
    console_key: Buffer
    proof: Buffer
    agreed_at: Time
  }
  /** A one-time password that was issued; it is not stored itself. */
  truck_password: {
    id: Generated<number>
    truck_id: number
    organisation_id: number
    terminal_id: string
    operation: 'open' | 'product' | 'print' | 'repair'
    number: number
    valid_from: Time
    valid_to: Time
    reason: string
    issued_by: string
    issued_at: Time
    revoked_at: OptionalTime
  }
  /** What a truck's devices said that they run; a device without a row never said it. */
  device_version: {
    truck_id: number
    device: FirmwareDevice
    version: string
    maker: Generated<string>
    hardware: Generated<string>
    reported_at: Time
  }
}
