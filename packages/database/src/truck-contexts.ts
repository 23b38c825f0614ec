import type pg from 'pg'
import type { Fence, FenceShape } from '@tanker/domain/fence'
import { type Thresholds, defaultThresholds } from '@tanker/domain/thresholds'
import type { CompartmentSetup, FenceFinder, TruckContext } from '@tanker/domain/truck-context'
import { fenceGrid } from '@tanker/domain/fence-grid'

type TruckRow = {
  id: number
  company_id: number
  plate: string
  company_name: string
  ancestors: number[]
  zone_offset_minutes: number
  parking_mode: TruckContext['parkingMode']
  speed_source: TruckContext['speedSource']
  unloading_mode: TruckContext['unloadingMode']
  emptying_mode: TruckContext['emptyingMode']
  driver_id: number | null
  driver_name: string | null
  compartments: { compartment: number; capacity_l: number; oil_code: number; blind_level_mm: number }[] | null
}
type FenceRow = {
  id: number
  company_id: number
  kind: Fence['kind']
  name: string
  place_id: number | null
  shape: FenceShape
  speed_limit_kmh: number | null
}
type ThresholdRow = { company_id: number | null; truck_id: number | null; overrides: Partial<Thresholds> }

/** What the whole installation has in common, reloaded when master data change. */
type Ground = {
  /** Fences by the organisation that owns them. */
  readonly fences: Map<number, Fence[]>
  readonly global: Partial<Thresholds>
  readonly byCompany: Map<number, Partial<Thresholds>>
  readonly byTruck: Map<number, Partial<Thresholds>>
  /** Finder by the organisation of a truck: its own fences and those of the organisations above it. */
  readonly finders: Map<number, FenceFinder>
}

/** Loads what detection must know of trucks, and keeps what they share. */
export class TruckContexts {
  #ground: Promise<Ground> | null = null

  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Forgets what is shared; the next `load` reads it afresh. Call when fences or thresholds changed. */
  invalidate(): void {
    this.#ground = null
  }

  /** Contexts by truck id; trucks that do not exist or are disabled are missing. */
  async load(truckIds: readonly number[]): Promise<Map<number, TruckContext>> {
    const ground = await (this.#ground ??= this.#loadGround())
    const { rows } = await this.#pool.query<TruckRow>({
      name: 'truck-contexts',
      text: `
        SELECT t.id, t.company_id, t.plate, c.name AS company_name, c.ancestors, t.zone_offset_minutes, t.parking_mode, t.speed_source,
          t.unloading_mode, t.emptying_mode, d.id AS driver_id, d.name AS driver_name,
          (SELECT jsonb_agg(jsonb_build_object('compartment', k.compartment, 'capacity_l', k.capacity_l, 'oil_code', k.oil_code,
            'blind_level_mm', k.blind_level_mm) ORDER BY k.compartment) FROM compartment k WHERE k.truck_id = t.id) AS compartments
        FROM truck t JOIN company c ON c.id = t.company_id LEFT JOIN driver d ON d.id = t.driver_id AND d.enabled
        WHERE t.id = ANY ($1::int4[]) AND t.enabled`,
      values: [truckIds],
    })
    return new Map(rows.map((row) => [row.id, contextOf(row, ground)]))
  }

  async #loadGround(): Promise<Ground> {
    try {
      const [fences, thresholds] = await Promise.all([
        this.#pool.query<FenceRow>(
          `SELECT id, company_id, kind, name, place_id, shape, speed_limit_kmh FROM fence WHERE status = 'approved' AND enabled ORDER BY id`,
        ),
        this.#pool.query<ThresholdRow>('SELECT company_id, truck_id, overrides FROM threshold'),
      ])
      const ground: Ground = { fences: new Map(), global: {}, byCompany: new Map(), byTruck: new Map(), finders: new Map() }
      for (const row of fences.rows) {
        const fence: Fence = {
          id: row.id,
          kind: row.kind,
          name: row.name,
          placeId: row.place_id,
          shape: row.shape,
          speedLimitKmh: row.speed_limit_kmh,
        }
        ground.fences.set(row.company_id, [...(ground.fences.get(row.company_id) ?? []), fence])
      }
      for (const row of thresholds.rows) {
        if (row.truck_id !== null) ground.byTruck.set(row.truck_id, row.overrides)
        else if (row.company_id !== null) ground.byCompany.set(row.company_id, row.overrides)
        else Object.assign(ground.global, row.overrides)
      }
      return ground
    } catch (error) {
      this.#ground = null
      throw error
    }
  }
}

function contextOf(row: TruckRow, ground: Ground): TruckContext {
  return {
    truckId: row.id,
    companyId: row.company_id,
    plate: row.plate,
    companyName: row.company_name,
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
    })),
    driver: row.driver_id === null ? null : { id: row.driver_id, name: row.driver_name ?? '' },
    thresholds: thresholdsOf(row, ground),
    fences: finderOf(row, ground),
  }
}

/** Truck before its organisation, that before the one above it, all before the installation's, then the defaults. */
function thresholdsOf(row: TruckRow, ground: Ground): Thresholds {
  const fromTop = row.ancestors.filter((id) => ground.byCompany.has(id)).map((id) => ground.byCompany.get(id))
  const truck = ground.byTruck.get(row.id)
  if (fromTop.length === 0 && !truck && Object.keys(ground.global).length === 0) return defaultThresholds
  return Object.assign({ ...defaultThresholds }, ground.global, ...fromTop, truck)
}

function finderOf(row: TruckRow, ground: Ground): FenceFinder {
  const known = ground.finders.get(row.company_id)
  if (known) return known
  const finder = fenceGrid(row.ancestors.flatMap((id) => ground.fences.get(id) ?? []))
  ground.finders.set(row.company_id, finder)
  return finder
}
