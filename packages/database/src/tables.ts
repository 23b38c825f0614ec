import type { AirtightPhase, AirtightTest } from '@tanker/domain/reading'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AlarmTables } from './alarm-tables.ts'
import type { AccessTables } from './access-tables.ts'
import type { CargoTables } from './cargo-tables.ts'
import type { LogTables } from './log-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { DeviceTables } from './device-tables.ts'
import type { DrivingTables } from './driving-tables.ts'
import type { EvidenceTables } from './evidence-tables.ts'
import type { FenceTables } from './fence-tables.ts'
import type { CommandTables } from './command-tables.ts'
import type { RollOutTables } from './roll-out-tables.ts'
import type { GuideTables } from './guide-tables.ts'
import type { GaugeLearningTables } from './gauge-learning-tables.ts'
import type { MailedReportTables } from './mailed-report-tables.ts'
import type { NamedViewTables } from './named-view-tables.ts'
import type { RetentionTables } from './retention-tables.ts'
import type { ShiftTables } from './shift-tables.ts'
import type { ThresholdTables } from './threshold-tables.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type OptionalDay = ColumnType<Date | null, string | null | undefined, string | null>
type Json = JSONColumnType<Record<string, unknown>>
/** bigint columns come as text, so that no digit is lost. */
type BigId = ColumnType<string, never, never>

/** What the views of measured values have in common: the reading, and where the truck was, in degrees. */
type ReadingKey = {
  truck_id: number
  at: Date
  kind: number
  digest: string
  organisation_id: number
  received_at: Date
  lat: number
  lng: number
}

/** Every table of the product. Meanings that names do not say stand in the migrations. */
export type Database = {
  organisation: {
    id: Generated<number>
    parent_id: number | null
    ancestors: Generated<number[]>
    name: string
    short_name: Generated<string>
    code: string
    phone: Generated<string>
    address: Generated<string>
    enabled: Generated<boolean>
    version: Generated<number>
  }
  role: {
    id: Generated<number>
    organisation_id: number
    name: string
    remark: Generated<string>
    super_man: Generated<boolean>
    customer: Generated<boolean>
    sign: Generated<boolean>
    second_factor_required: Generated<boolean>
    enabled: Generated<boolean>
    version: Generated<number>
  }
  role_grant: { role_id: number; permission: string }
  app_user: {
    id: Generated<number>
    organisation_id: number
    role_id: number
    user_name: string
    real_name: Generated<string>
    phone: Generated<string>
    email: Generated<string>
    password_hash: Generated<string>
    must_change_password: Generated<boolean>
    enabled: Generated<boolean>
    version: Generated<number>
    created_at: ColumnType<Date, never, never>
    last_login_at: OptionalTime
    last_login_ip: string | null
    last_login_area: string | null
  }
  quick_visit: { id: Generated<number>; user_id: number; url: string; name: string }
  session: {
    /** Names a session to those who may end it; no part of its secrets. */
    id: Generated<number>
    secret_hash: Buffer
    header_id_hash: Buffer
    user_id: number
    created_at: ColumnType<Date, never, never>
    seen_at: ColumnType<Date, Date | undefined, Date>
    expires_at: Time
    ended_at: OptionalTime
    end_reason: ColumnType<string | null, string | null | undefined, string | null>
    ip: string
    claimed_ip: string | null
    claimed_area: string | null
  }
  driver: {
    id: Generated<number>
    organisation_id: number
    name: string
    sex: Generated<string>
    id_card: Generated<string>
    birthday: OptionalDay
    qualification: Generated<string>
    qualified_until: OptionalDay
    home_address: Generated<string>
    birthplace: Generated<string>
    mobile: Generated<string>
    email: Generated<string>
    code: string
    entered_on: OptionalDay
    enabled: Generated<boolean>
    version: Generated<number>
  }
  truck: {
    id: Generated<number>
    organisation_id: number
    plate: string
    console_code: string
    terminal_phone: string
    terminal_id: Generated<string>
    enrolment_until: OptionalTime
    second_terminal: Generated<string>
    model: Generated<string>
    device_model: Generated<string>
    plate_colour: Generated<string>
    body_colour: Generated<string>
    frame_number: Generated<string>
    country: Generated<string>
    city: Generated<string>
    district: Generated<string>
    capacity_l: ColumnType<string, number | undefined, number>
    load_capacity_kg: Generated<number>
    length_mm: Generated<number>
    trailer_count: Generated<number>
    flow_meter_count: Generated<number>
    channel_count: Generated<number>
    camera_channels: Generated<string[]>
    zone_offset_minutes: Generated<number>
    parking_mode: Generated<'speed' | 'acc' | 'mixed'>
    speed_source: Generated<'gps' | 'device'>
    unloading_mode: Generated<'api' | 'level-change'>
    emptying_mode: Generated<'fence' | 'timer'>
    volume_source: Generated<'console' | 'platform'>
    driver_id: number | null
    enabled: Generated<boolean>
    version: Generated<number>
  }
  tank_table: {
    id: Generated<number>
    truck_id: number
    compartment: number
    serial: Generated<string>
    effective_at: ColumnType<Date, Date | string | undefined, Date>
    capacity_l: ColumnType<string, number, number>
    pipe_capacity_l: ColumnType<string, number | undefined, number>
    tank_height_mm: number
    levels_mm: number[]
    volumes_l: number[]
    /** The truck's; the database keeps it so. */
    organisation_id: ColumnType<number, never, never>
    version: Generated<number>
    file_name: Generated<string>
    max_tries: Generated<number>
    restart: Generated<boolean>
    clear_files: Generated<boolean>
    send_state: Generated<'not-sent' | 'sending' | 'synchronizing' | 'synced' | 'sync-failed' | 'table-failed' | 'pipe-failed'>
    sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Since when the truck's console has it; null: it never took it. */
    synced_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  compartment: {
    truck_id: number
    compartment: number
    capacity_l: ColumnType<string, number, number>
    oil_code: number
    oil_name: string
    expansion_rate: Generated<number>
    inflation_rate: Generated<number>
    blind_level_mm: Generated<number>
    /** A `MountedGauge`. */
    gauge: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  }
  place: {
    id: Generated<number>
    organisation_id: number
    kind: 'depot' | 'station' | 'park' | 'repair'
    name: string
    short_name: Generated<string>
    code: string
    address: Generated<string>
    phone: Generated<string>
    manager: Generated<string>
    contact: Generated<string>
    park_type: 'service-area' | 'general' | null
    lat: number
    lng: number
    enabled: Generated<boolean>
    version: Generated<number>
  }
  driver_photo: { driver_id: number; type: string; content: Buffer }
  repair_card: {
    id: Generated<number>
    organisation_id: number
    code: string
    holder: string
    authority: Generated<string>
    issued_on: OptionalDay
    expires_on: OptionalDay
    remark: Generated<string>
    enabled: Generated<boolean>
    version: Generated<number>
  }
  installed_device: {
    id: Generated<number>
    organisation_id: number
    name: string
    code: string
    device_type: string
    manufacturer: Generated<string>
    installed_on: OptionalDay
    site: Generated<string>
    quantity: Generated<number>
    truck_id: number | null
    truck_type: string
    enabled: Generated<boolean>
    version: Generated<number>
  }
  device: {
    truck_id: number
    terminal_id: string
    /** SHA-256 of the code. */
    code_hash: Buffer
    code_used: Generated<boolean>
    former_hash: Buffer | null
    maker: Generated<string>
    model: Generated<string>
    bound_at: Date
    registered_at: Date
    left_at: OptionalTime
  }
  truck_state: {
    truck_id: number
    organisation_id: number
    epoch: ColumnType<string, never, never>
    gateway: Generated<string>
    last_at: OptionalTime
    contact_at: OptionalTime
    offline_at: OptionalTime
    rebuild_from: OptionalTime
    rebuild_wanted_at: OptionalTime
    state: Buffer | null
    live: Buffer | null
  }
  position: {
    truck_id: number
    at: Time
    kind: number
    digest: ColumnType<string, string, string>
    organisation_id: number
    received_at: Time
    lat: number
    lng: number
    speed: number
    heading: number
    flags: number
    packed: Buffer
    /** See counted-volumes.ts. */
    counted: Generated<Buffer | null>
  }
  compartment_reading: ReadingKey & {
    compartment: number
    data_type: string
    oil_code: number
    fault: number
    raw_level_mm: number
    level_mm: number
    water_mm: number
    volume_l: number
    v20_l: number
    temperature_c: number
    density_kg_m3: number
    speed_kmh: number
    axial_deg: number | null
    lateral_deg: number | null
    /** What the terminal sent; without `sent_`, what counts for the truck. */
    sent_level_mm: number
    sent_volume_l: number
    sent_v20_l: number
  }
  probe_reading: ReadingKey & {
    compartment: number
    type: number
    line: number
    answering: boolean
    open: boolean
    wet: boolean
    uncertain: boolean
    seal_count: number
  }
  environment_reading: ReadingKey & { temperature_c: number; humidity_percent: number; pressure_kpa: number; door_bits: number }
  airtight_reading: ReadingKey & {
    phase: AirtightPhase
    test: AirtightTest
    valve_bits: number
    answering: boolean
    test_no: number
    pressure_pa: number
    temperature_c: number
    compartment_bits: number
  }
  fix_reading: ReadingKey & {
    speed_kmh: number
    recorder_speed_kmh: number | null
    heading_deg: number
    mileage_km: number | null
    located: boolean
    acc_on: boolean
    resent: boolean
    altitude_m: number
    satellites: number | null
    clock_error: boolean
  }
  power_reading: ReadingKey & { external_v: number; backup_v: number; acc_on: boolean; speed_kmh: number }
  meter_reading: ReadingKey & {
    meter: number
    oil_code: number
    mode: number
    answering: boolean
    delivery_l: number
    delivery_v20_l: number
    delivery_kg: number
    total_l: number
    temperature_c: number
    flow_lpm: number
    receipt: number
  }
  checkpoint: { truck_id: number; at: Time; state: Buffer }
  record: {
    truck_id: number
    kind: string
    started_at: Time
    object: number
    organisation_id: number
    name: string
    ended_at: OptionalTime
    lat: number | null
    lng: number | null
    fence_id: number | null
    fence_name: string | null
    speed_kmh: number | null
    heading_deg: number | null
    properties: Json
  }
  outbox: {
    seq: BigId
    xid: ColumnType<string, never, never>
    organisation_id: number
    truck_id: number
    alarm_id: ColumnType<string, string, never>
    what: 'raised' | 'changed' | 'ended' | 'handled' | 'superseded'
    created_at: ColumnType<Date, never, never>
  }
  quarantine: { id: BigId; truck_id: number; received_at: Time; reason: string; frame: Buffer }
  setting: { name: string; value: Json }
} & CargoTables &
  LogTables &
  DeviceTables &
  DrivingTables &
  AlarmTables &
  AccessTables &
  MessageTables &
  FenceTables &
  CommandTables &
  RollOutTables &
  RetentionTables &
  ShiftTables &
  ThresholdTables &
  GuideTables &
  MailedReportTables &
  NamedViewTables &
  GaugeLearningTables &
  EvidenceTables
