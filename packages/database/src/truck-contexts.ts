import { crc32 } from 'node:zlib'
import type pg from 'pg'
import type { Fence, FenceShape } from '@tanker/domain/fences/fence'
import type { CompartmentTable, MountedGauge, VolumeSource } from '@tanker/domain/tank/platform-volume'
import { defaultThresholds } from '@tanker/domain/thresholds'
import { type ThresholdPeriod, thresholdsAt } from '@tanker/domain/thresholds/periods'
import type { CompartmentSetup, DeliverySlip, FenceFinder, TruckContext } from '@tanker/domain/trucks/truck-context'
import { fenceGrid } from '@tanker/domain/fences/fence-grid'
import { mergeLoads, type PlannedSlip, slipsByLoad } from '@tanker/domain/loss/slip-loads'
import { ExemptionsInForce } from './exemptions-in-force.ts'
import { FENCE_IN_FORCE } from './fence-in-force.ts'
import { carriesWaterSql } from './water-trucks.ts'
import { type TableInForce, TankTablesInForce } from './tank-tables-in-force.ts'
import { THRESHOLD_VALUES_SQL, ThresholdsInForce, type ThresholdValueRow } from './thresholds-in-force.ts'

type TruckRow = {
  id: number
  organisation_id: number
  plate: string
  organisation_name: string
  ancestors: number[]
  zone_offset_minutes: number
  parking_mode: TruckContext['parkingMode']
  speed_source: TruckContext['speedSource']
  unloading_mode: TruckContext['unloadingMode']
  emptying_mode: TruckContext['emptyingMode']
  driver_id: number | null
  driver_name: string | null
  carries_water: boolean
  volume_source: VolumeSource
  former_sources: { source: VolumeSource; until_ms: number }[] | null
  compartments: { compartment: number; capacity_l: number; oil_code: number; blind_level_mm: number; gauge: MountedGauge | null }[] | null
  slips: (SlipOfTruck & { running: boolean })[] | null
}
type SlipOfTruck = { slip_no: string; depot_id: number | null; planned_at_ms: number; lines: SlipLines | null }
type SlipLines = { stop: number; station_id: number; compartment: number; oil_code: number; planned_l: number | null }[]
type FenceRow = {
  id: number
  organisation_id: number
  ancestors: number[]
  kind: Fence['kind']
  name: string
  place_id: number | null
  shape: FenceShape
  speed_limit_kmh: number | null
}

/** What the whole installation has in common, reloaded when master data change. */
type Ground = {
  /** Fences by the organisation that owns them. */
  readonly fences: Map<number, Fence[]>
  /** By organisation: those of the organisations below it. */
  readonly fencesBelow: Map<number, Fence[]>
  readonly thresholds: ThresholdsInForce
  readonly exemptions: ExemptionsInForce
  /** Finder by the organisation of a truck: its own fences, those above it, where it loads, and those below it, whom it serves. */
  readonly finders: Map<number, FenceFinder>
}

/** The lines of slip `s`, as `SlipLines`. */
const SLIP_LINES = `SELECT jsonb_agg(jsonb_build_object('stop', l.stop, 'station_id', l.station_id, 'compartment', l.compartment,
  'oil_code', l.oil_code, 'planned_l', coalesce(l.planned_l, l.planned_v20_l)) ORDER BY l.stop, l.compartment) FROM slip_line l WHERE l.slip_id = s.id`

/** Slip `s`, as `SlipOfTruck`. */
const SLIP = `s.slip_no, s.depot_id, (extract(epoch FROM s.planned_at) * 1000)::float8 AS planned_at_ms, (${SLIP_LINES}) AS lines`

/** A load has at most ten; what is planned after that is not next. */
const MAX_OPEN_SLIPS = 20
/** The slips of truck `t` that are being driven, and those planned around now. */
const OPEN_SLIPS = `
  SELECT jsonb_agg(open) AS slips FROM (SELECT ${SLIP}, s.state = 'running' AS running
    FROM slip s WHERE s.truck_id = t.id AND s.state <> 'done' AND s.planned_at BETWEEN now() - interval '12 hours' AND now() + interval '48 hours'
    ORDER BY running DESC, s.planned_at, s.id LIMIT ${MAX_OPEN_SLIPS}) AS open`

/** Loads what detection must know of trucks, and keeps what they share. */
export class TruckContexts {
  #ground: Promise<Ground> | null = null

  readonly #pool: pg.Pool
  readonly #tables: TankTablesInForce
  readonly #thresholds: readonly ThresholdValueRow[] | null

  /** @param thresholds values that count instead of the stored ones */
  constructor(pool: pg.Pool, thresholds: readonly ThresholdValueRow[] | null = null) {
    this.#pool = pool
    this.#thresholds = thresholds
    this.#tables = new TankTablesInForce(() => pool)
  }

  /** Forgets what is shared; the next `load` reads it afresh. Call when fences or thresholds changed. */
  invalidate(): void {
    this.#ground = null
  }

  /** Contexts by truck id; trucks that do not exist or are disabled are missing. */
  async load(truckIds: readonly number[]): Promise<Map<number, TruckContext>> {
    const ground = await (this.#ground ??= this.#loadGround())
    const tables = await this.#tables.load(truckIds)
    const { rows } = await this.#pool.query<TruckRow>({
      name: 'truck-contexts',
      text: `
        SELECT t.id, t.organisation_id, t.plate, c.name AS organisation_name, c.ancestors, t.zone_offset_minutes, t.parking_mode, t.speed_source,
          t.unloading_mode, t.emptying_mode, t.volume_source, d.id AS driver_id, d.name AS driver_name,
          (SELECT jsonb_agg(jsonb_build_object('compartment', k.compartment, 'capacity_l', k.capacity_l, 'oil_code', k.oil_code,
            'blind_level_mm', k.blind_level_mm, 'gauge', k.gauge) ORDER BY k.compartment) FROM compartment k WHERE k.truck_id = t.id) AS compartments,
          (SELECT jsonb_agg(jsonb_build_object('source', f.source, 'until_ms', extract(epoch FROM f.until_at) * 1000) ORDER BY f.until_at)
            FROM former_volume_source f WHERE f.truck_id = t.id) AS former_sources,
          ${carriesWaterSql('t')} AS carries_water,
          open_slips.slips
        FROM truck t JOIN organisation c ON c.id = t.organisation_id LEFT JOIN driver d ON d.id = t.driver_id AND d.enabled
        LEFT JOIN LATERAL (${OPEN_SLIPS}) AS open_slips ON true
        WHERE t.id = ANY ($1::int4[]) AND t.enabled`,
      values: [truckIds],
    })
    return new Map(rows.map((row) => [row.id, contextOf(row, ground, tables.get(row.id) ?? [], Date.now())]))
  }

  async #loadGround(): Promise<Ground> {
    try {
      const [fences, thresholds, exemptions] = await Promise.all([
        this.#pool.query<FenceRow>(
          `SELECT fence.id, fence.organisation_id, c.ancestors, fence.kind, fence.name, fence.place_id, fence.shape, fence.speed_limit_kmh
           FROM fence JOIN organisation c ON c.id = fence.organisation_id WHERE ${FENCE_IN_FORCE} ORDER BY fence.id`,
        ),
        this.#thresholds ?? this.#pool.query<ThresholdValueRow>(THRESHOLD_VALUES_SQL).then(({ rows }) => rows),
        ExemptionsInForce.load(this.#pool),
      ])
      const ground: Ground = {
        fences: new Map(),
        fencesBelow: new Map(),
        thresholds: new ThresholdsInForce(thresholds),
        exemptions,
        finders: new Map(),
      }
      for (const row of fences.rows) {
        const fence: Fence = {
          id: row.id,
          kind: row.kind,
          name: row.name,
          placeId: row.place_id,
          shape: row.shape,
          speedLimitKmh: row.speed_limit_kmh,
        }
        ground.fences.set(row.organisation_id, [...(ground.fences.get(row.organisation_id) ?? []), fence])
        for (const above of row.ancestors)
          if (above !== row.organisation_id) ground.fencesBelow.set(above, [...(ground.fencesBelow.get(above) ?? []), fence])
      }
      return ground
    } catch (error) {
      this.#ground = null
      throw error
    }
  }
}

/**
 * Planned loads and stops of a truck since a time (ms since 1970 UTC), oldest first, with any status. The slips of
 * one load are one.
 */
export async function plannedSlips(pool: pg.Pool, truckId: number, from: number): Promise<PlannedSlip[]> {
  const { rows } = await pool.query<SlipOfTruck>(
    `SELECT ${SLIP} FROM slip s WHERE s.truck_id = $1 AND s.planned_at >= $2 ORDER BY s.planned_at, s.id`,
    [truckId, new Date(from)],
  )
  return mergeLoads(rows.map(plannedSlip))
}

const plannedSlip = ({ slip_no, depot_id, planned_at_ms, lines }: SlipOfTruck): PlannedSlip => ({
  plannedAt: planned_at_ms,
  slip: slipOf(slip_no, depot_id, lines),
})

/** The load that is being driven, else the next one: all its slips as one. */
function slipNow(slips: TruckRow['slips']): { slip?: DeliverySlip } {
  const loads = slipsByLoad(slips ?? [], ({ planned_at_ms, depot_id, lines }) => ({
    plannedAt: planned_at_ms,
    depot: depot_id,
    compartments: (lines ?? []).map(({ compartment }) => compartment),
  }))
  const load = loads.find((one) => one.some(({ running }) => running)) ?? loads[0]
  const [merged] = mergeLoads((load ?? []).map(plannedSlip))
  return merged === undefined ? {} : { slip: merged.slip }
}

function contextOf(row: TruckRow, ground: Ground, tables: readonly TableInForce[], now: number): TruckContext {
  const periods = ground.thresholds.periodsOf(row.id, row.ancestors)
  const exemptions = ground.exemptions.of(row.id, row.ancestors, row.zone_offset_minutes)
  const thresholds =
    periods.length === 1
      ? (periods[0] as ThresholdPeriod).thresholds
      : thresholdsAt({ thresholds: defaultThresholds, thresholdPeriods: periods }, now)
  return {
    truckId: row.id,
    organisationId: row.organisation_id,
    plate: row.plate,
    organisationName: row.organisation_name,
    zoneOffsetMinutes: row.zone_offset_minutes,
    parkingMode: row.parking_mode,
    speedSource: row.speed_source,
    unloadingMode: row.unloading_mode,
    emptyingMode: row.emptying_mode,
    compartments: (row.compartments ?? []).map((k): CompartmentSetup => ({
      compartment: k.compartment,
      capacityL: k.capacity_l,
      oilCode: k.oil_code,
      blindLevelMm: k.blind_level_mm,
      ...(k.gauge === null ? {} : { gauge: k.gauge }),
      ...tablesOf(tables, k.compartment, k.gauge, periods),
    })),
    carries: row.carries_water ? 'water' : 'fuel',
    volumeSource: row.volume_source,
    ...(row.former_sources === null
      ? {}
      : { formerVolumeSources: row.former_sources.map(({ source, until_ms }) => ({ source, untilAt: Math.round(until_ms) })) }),
    driver: row.driver_id === null ? null : { id: row.driver_id, name: row.driver_name ?? '' },
    thresholds,
    ...(periods.length === 1 ? {} : { thresholdPeriods: periods }),
    ...(exemptions.length === 0 ? {} : { exemptions }),
    fences: finderOf(row, ground),
    ...slipNow(row.slips),
  }
}

function tablesOf(
  tables: readonly TableInForce[],
  compartment: number,
  gauge: MountedGauge | null,
  periods: readonly ThresholdPeriod[],
): { tables?: readonly CompartmentTable[] } {
  const own = tables.filter((one) => one.compartment === compartment)
  if (own.length === 0) return {}
  const waysFrom = waysOfComputing(periods)
  const entries = own.flatMap((one, index) => {
    const untilAt = own[index + 1]?.fromAt ?? Number.POSITIVE_INFINITY
    return waysFrom.flatMap(({ fromAt, mode, shellExpansionPerC }, at): CompartmentTable[] => {
      const from = Math.max(one.fromAt, fromAt)
      if (from >= Math.min(untilAt, waysFrom[at + 1]?.fromAt ?? Number.POSITIVE_INFINITY)) return []
      // Everything that changes the litres changes the key; it stays a small integer in memory.
      const key = crc32(JSON.stringify([one.id, one.version, gauge, mode, shellExpansionPerC])) & 0x3f_ff_ff_ff || 1
      const { serial, pipeL, table } = one
      return [{ key, serial, fromAt: from, pipeL, table, mode, shellExpansionPerC }]
    })
  })
  return { tables: entries }
}

/** How litres are computed from when on: a change counts like another table. */
function waysOfComputing(periods: readonly ThresholdPeriod[]): { fromAt: number; mode: number; shellExpansionPerC: number }[] {
  const ways: { fromAt: number; mode: number; shellExpansionPerC: number }[] = []
  for (const { fromAt, thresholds } of periods) {
    const { volCalcMode: mode, shellExpansionPerC } = thresholds
    const last = ways.at(-1)
    if (last?.mode !== mode || last.shellExpansionPerC !== shellExpansionPerC) ways.push({ fromAt, mode, shellExpansionPerC })
  }
  // Tables of before the first period are those of the first.
  return ways.map((way, index) => (index === 0 ? { ...way, fromAt: Number.NEGATIVE_INFINITY } : way))
}

function slipOf(slipNo: string, depotId: number | null, lines: SlipLines | null): DeliverySlip {
  const stops = new Map<number, { placeId: number; compartments: number[] }>()
  const loads = new Map<number, { compartment: number; oilCode: number; volumeL: number }>()
  for (const line of lines ?? []) {
    const stop = stops.get(line.stop) ?? { placeId: line.station_id, compartments: [] }
    stop.compartments.push(line.compartment)
    stops.set(line.stop, stop)
    // A compartment for two stations is loaded once, with what both get; without litres there is nothing to hold it to.
    if (line.planned_l === null) continue
    const load = loads.get(line.compartment) ?? { compartment: line.compartment, oilCode: line.oil_code, volumeL: 0 }
    loads.set(line.compartment, { ...load, volumeL: load.volumeL + line.planned_l })
  }
  return {
    slipNo,
    ...(depotId === null ? {} : { depotPlaceId: depotId }),
    loads: [...loads.values()],
    stops: [...stops.values()],
  }
}

function finderOf(row: TruckRow, ground: Ground): FenceFinder {
  const known = ground.finders.get(row.organisation_id)
  if (known) return known
  const above = row.ancestors.flatMap((id) => ground.fences.get(id) ?? [])
  const finder = fenceGrid([...above, ...(ground.fencesBelow.get(row.organisation_id) ?? [])])
  ground.finders.set(row.organisation_id, finder)
  return finder
}
