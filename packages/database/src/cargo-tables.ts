import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = JSONColumnType<Record<string, unknown>>
type Matched = 'auto' | 'manual'

/** Which sides were measured: depot meter or truck for what went out, truck or station gauge for what came in. */
export type LossBasis = 'truck-truck' | 'ticket-truck' | 'truck-station' | 'ticket-station'
/** Whether the truck's own two readings differ by more than they can be wrong. */
export type LossJudge = 'loss' | 'gain' | 'cannot-tell'

/**
 * What other systems send, the deliveries concluded from it, and the tanks of stations. Meanings that names do not say stand in
 * migrations 0005 and 0014.
 */
export type CargoTables = {
  integration_key: {
    id: Generated<number>
    organisation_id: number
    name: string
    key_hash: Buffer
    created_at: ColumnType<Date, Date | undefined, never>
    last_used_at: OptionalTime
    revoked_at: OptionalTime
  }
  slip: {
    id: Generated<number>
    sender_id: number
    organisation_id: number
    slip_no: string
    truck_id: number
    driver_name: string
    escort: string
    customer: string
    depot_id: number
    planned_at: Time
    state: Generated<'open' | 'running' | 'done'>
    trip_started_at: OptionalTime
    match: Matched | null
    body: Json
    created_at: ColumnType<Date, never, never>
  }
  slip_line: {
    slip_id: number
    stop: number
    station_id: number
    compartment: number
    oil_code: number
    oil_name: string
    planned_v20_l: number | null
    planned_l: number | null
    customer: string
    delivered_at: OptionalTime
  }
  meter_ticket: {
    id: Generated<number>
    sender_id: number
    organisation_id: number
    ticket_no: string
    depot_id: number
    truck_id: number
    compartment: number
    oil_code: number
    volume_l: number
    v20_l: number
    density_kg_m3: number | null
    temperature_c: number | null
    loaded_at: Time
    slip_no: string
    trip_started_at: OptionalTime
    match: Matched | null
    body: Json
    created_at: ColumnType<Date, never, never>
  }
  station_gauge: {
    id: Generated<number>
    sender_id: number
    organisation_id: number
    gauge_no: string
    station_id: number
    tank_no: number
    oil_code: number
    started_at: Time
    ended_at: Time
    before_l: number
    after_l: number
    sales_l: number
    before_temperature_c: number | null
    after_temperature_c: number | null
    sales_temperature_c: number | null
    received_l: number
    received_v20_l: number
    plate: string
    state: Generated<'matched' | 'unmatched' | 'manual'>
    truck_id: number | null
    trip_started_at: OptionalTime
    leg: number | null
    body: Json
    created_at: ColumnType<Date, never, never>
  }
  delivery_line: {
    truck_id: number
    trip_started_at: Time
    leg: number
    compartment: number
    organisation_id: number
    oil_code: number
    slip_no: string
    depot_id: number | null
    depot_name: string
    station_id: number | null
    station_name: string
    driver_id: number | null
    driver_name: string
    distance_m: number
    arrived_at: OptionalTime
    unload_started_at: OptionalTime
    unload_ended_at: OptionalTime
    left_at: OptionalTime
    average_lpm: number | null
    openings: number
    first: boolean
    /** Null: the compartment has no gauge. */
    load_l: number | null
    load_v20_l: number | null
    load_level_mm: number | null
    load_temperature_c: number | null
    arrive_l: number | null
    arrive_v20_l: number | null
    arrive_level_mm: number | null
    arrive_temperature_c: number | null
    leave_l: number | null
    leave_v20_l: number | null
    unload_l: number | null
    unload_v20_l: number | null
    depot_out_l: number | null
    depot_out_v20_l: number | null
    station_in_l: number | null
    station_in_v20_l: number | null
    load_difference_l: number | null
    transport_loss_l: number | null
    unloading_loss_l: number | null
    total_loss_l: number | null
    transport_loss_vt_l: number | null
    unloading_loss_vt_l: number | null
    total_loss_vt_l: number | null
    quota_permille: number
    over_quota_l: number | null
    uncertainty_l: number | null
    judge: LossJudge
    basis: LossBasis
    emptied: boolean
  }
  delivery: {
    truck_id: number
    trip_started_at: Time
    organisation_id: number
    ended_at: OptionalTime
    slip_id: number | null
    slip_no: string
    driver_id: number | null
    driver_name: string
    escort: string
    depot_id: number | null
    depot_name: string
    station_names: string
    load_started_at: OptionalTime
    arrived_at: OptionalTime
    unload_started_at: OptionalTime
    unload_ended_at: OptionalTime
    left_at: OptionalTime
    distance_m: number
    load_v20_l: number | null
    /** Compartments whose litres no gauge measured: they are not in the sums. */
    unknown_compartments: Generated<number>
    arrive_v20_l: number | null
    unload_v20_l: number | null
    base_v20_l: number | null
    transport_loss_l: number | null
    total_loss_l: number | null
    quota_l: number | null
    over_quota_l: number | null
    uncertainty_l: number | null
    judge: LossJudge
    basis: LossBasis
    state: 'transit' | 'unloading' | 'done' | 'abnormal'
  }
  handover: {
    truck_id: number
    trip_started_at: Time
    leg: number
    organisation_id: number
    station_id: number | null
    unloaded_at: Time
    status: Generated<'pending' | 'signed' | 'disputed'>
    signed_at: OptionalTime
    signer: Generated<string>
    signed_by: number | null
    remark: Generated<string>
  }
  delivery_due: {
    id: ColumnType<string, never, never>
    truck_id: number | null
    station_id: number | null
    from_at: Time
    to_at: Time
  }
  /** An underground tank of a station; organisation_id is the station's, the database keeps it so. */
  station_tank: {
    id: Generated<number>
    organisation_id: ColumnType<number, never, never>
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
