import type pg from 'pg'
import { type TankTable, volumeAt } from '@tanker/domain/tank/tank-table'
import { countingTablesSql } from '@tanker/database/table-in-force-sql'
import { litresPerMm } from '@tanker/domain/loss/uncertainty'

/** Days of loadings and unloadings used. */
const windowDays = 60
const dayMs = 86_400_000
/** A loading of a trip begins at most this long before its departure (as in the settlement of deliveries). */
const loadingReachMs = 12 * 3_600_000
/** Delivery lines used per truck, the newest: 60 days of ten compartments at three trips a day. */
const MAX_LINES = 1_800
/** Trips, stations and operations of one truck in that time. */
const MAX_RECORDS = 6_000

/** Known data of a compartment. */
export type Tank = {
  readonly compartment: number
  readonly oilCode: number
  readonly blindLevelMm: number
  /** Only measurements since then count: start of the table in use, of the volume source, or of an accepted sensor correction. */
  readonly since: Date
  /** A user accepted a correction: its row stays, with or without loads. */
  readonly decided: boolean
  /** Litres per mm at a level. */
  slopeAt(levelMm: number, volumeL: number): number
}

/** A line of a settled delivery with its tickets. */
export type DeliveryLineRow = {
  readonly trip_started_at: Date
  readonly leg: number
  readonly compartment: number
  readonly oil_code: number
  readonly depot_id: number | null
  readonly station_id: number | null
  readonly first: boolean
  readonly arrived_at: Date | null
  readonly left_at: Date | null
  readonly load_l: number
  readonly load_v20_l: number
  readonly load_level_mm: number | null
  readonly load_temperature_c: number | null
  readonly arrive_l: number | null
  readonly arrive_v20_l: number | null
  readonly arrive_level_mm: number | null
  readonly leave_l: number | null
  readonly leave_v20_l: number | null
  readonly depot_out_v20_l: number | null
  readonly station_in_v20_l: number | null
  /** Compartments of the same product unloaded together; the station's tank does not show their shares. */
  readonly together: number
  /** Of the tickets, weighted by litres; null if one of them lacks it. */
  readonly ticket_l: number | null
  readonly ticket_temperature_c: number | null
  readonly ticket_density: number | null
}

export type FactRow = {
  readonly kind: 'trip' | 'trip-leg' | 'operation'
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly object: number
  readonly properties: unknown
}

export type TruckFacts = {
  readonly tanks: ReadonlyMap<number, Tank>
  readonly lines: readonly DeliveryLineRow[]
  readonly records: readonly FactRow[]
}

/** The lines of two months; a ticket is at most two days older than its departure. */
const LINES = `
  WITH ticket AS (
    SELECT trip_started_at, compartment, sum(volume_l) AS ticket_l,
      CASE WHEN bool_and(temperature_c IS NOT NULL) THEN sum(temperature_c * volume_l) / nullif(sum(volume_l), 0) END AS ticket_temperature_c,
      CASE WHEN bool_and(density_kg_m3 IS NOT NULL) THEN avg(density_kg_m3) END AS ticket_density
    FROM meter_ticket WHERE truck_id = $1 AND loaded_at > $2::timestamptz - interval '2 days' AND trip_started_at IS NOT NULL
    GROUP BY trip_started_at, compartment
  )
  SELECT l.*, t.ticket_l, t.ticket_temperature_c, t.ticket_density,
    (count(*) OVER (PARTITION BY l.trip_started_at, l.leg, l.oil_code))::int AS together
  FROM delivery_line l
  LEFT JOIN ticket t ON l.first AND t.trip_started_at = l.trip_started_at AND t.compartment = l.compartment
  WHERE l.truck_id = $1 AND l.trip_started_at > $2
  ORDER BY l.trip_started_at DESC, l.leg, l.compartment LIMIT ${MAX_LINES}`

const TANKS = `
  SELECT c.compartment, c.oil_code, c.capacity_l::float8 AS capacity_l, c.blind_level_mm, t.levels_mm, t.volumes_l, t.table_since, s.source_since, g.accepted_at, g.restart
  FROM compartment c JOIN truck ON truck.id = c.truck_id
  LEFT JOIN LATERAL (
    SELECT levels_mm, volumes_l,
      -- The first table that a terminal has was there before it was entered; a later one, and each of the platform, began once.
      CASE WHEN by_platform OR count(*) OVER () > 1 THEN counts_from END AS table_since
    FROM ${countingTablesSql('truck', 'c.compartment', '$2::timestamptz')} AS counting ORDER BY counts_from DESC, id DESC LIMIT 1
  ) t ON true
  LEFT JOIN LATERAL (
    -- Before it the litres were measured in another way.
    SELECT max(until_at) AS source_since FROM former_volume_source WHERE truck_id = c.truck_id AND until_at <= $2
  ) s ON true
  LEFT JOIN LATERAL (
    SELECT accepted_at, CASE WHEN NOT accepted ?| ARRAY['scale', 'offset'] THEN accepted_at END AS restart
    FROM gauge_learning WHERE truck_id = c.truck_id AND compartment = c.compartment
  ) g ON true
  WHERE c.truck_id = $1 ORDER BY c.compartment`

type TankRow = {
  compartment: number
  oil_code: number
  capacity_l: number
  blind_level_mm: number
  levels_mm: number[] | null
  volumes_l: number[] | null
  table_since: Date | null
  source_since: Date | null
  accepted_at: Date | null
  restart: Date | null
}

/** Reads one truck's loads of the last 60 days. */
export async function readTruckFacts(pool: pg.Pool | pg.ClientBase, truckId: number, now: Date): Promise<TruckFacts> {
  const windowStart = new Date(now.getTime() - windowDays * dayMs)
  const { rows: tanks } = await pool.query<TankRow>({ name: 'gauge-tanks', text: TANKS, values: [truckId, now] })
  const { rows: lines } = await pool.query<DeliveryLineRow>({ name: 'gauge-lines', text: LINES, values: [truckId, windowStart] })
  const oldest = lines.at(-1)?.trip_started_at
  const { rows: records } = oldest
    ? await pool.query<FactRow>({
        name: 'gauge-records',
        text: `SELECT kind, started_at, ended_at, object, properties FROM record
          WHERE truck_id = $1 AND kind IN ('trip', 'trip-leg', 'operation') AND started_at >= $2 ORDER BY started_at DESC LIMIT ${MAX_RECORDS}`,
        values: [truckId, new Date(oldest.getTime() - loadingReachMs)],
      })
    : { rows: [] }
  return { tanks: new Map(tanks.map((row) => [row.compartment, tankOf(row, windowStart)])), lines, records }
}

function tankOf(row: TankRow, windowStart: Date): Tank {
  const starts = [windowStart, row.table_since, row.source_since, row.restart].filter((at) => at !== null)
  const table = row.levels_mm && row.volumes_l ? { levelsMm: row.levels_mm, volumesL: row.volumes_l } : null
  return {
    compartment: row.compartment,
    oilCode: row.oil_code,
    blindLevelMm: row.blind_level_mm,
    decided: row.accepted_at !== null,
    since: new Date(Math.max(...starts.map((at) => at.getTime()))),
    slopeAt: (levelMm, volumeL) => (table ? slopeOf(table, levelMm) : litresPerMm(row.capacity_l, volumeL, levelMm)),
  }
}

/** Over two centimetres, so that a step between two rows does not count. */
const slopeOf = (table: TankTable, levelMm: number): number => {
  const from = Math.max(0, levelMm - 10)
  return (volumeAt(table, levelMm + 10).volumeL - volumeAt(table, from).volumeL) / (levelMm + 10 - from)
}
