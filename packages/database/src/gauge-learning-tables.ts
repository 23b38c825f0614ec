import type { ColumnType, Generated } from 'kysely'
import type { GaugeCorrection, GaugeRival, GaugeVerdict } from '@tanker/domain/gauge-learning/learn-gauge'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** Read as what it holds, written as its JSON text. */
type JsonOf<T> = ColumnType<T, string, string>

/** One observation as the chart shows it. */
export type GaugePointRow = {
  /** When the full end was read, milliseconds UTC. */
  readonly at: number
  readonly kind: 'loading' | 'unloading'
  readonly levelMm: number
  readonly volumeL: number
  readonly differenceL: number
  readonly sigmaL: number
  readonly leftOut: boolean
}
/** The line that was found: litres by which a full load to this level is wrong, and one sigma of it. */
export type GaugeCurveRow = { readonly levelMm: number; readonly litres: number; readonly sigma: number }

/** What was learned of gauges. Meanings that names do not say stand in migration 0030. */
export type GaugeLearningTables = {
  gauge_learning: {
    id: Generated<number>
    truck_id: number
    compartment: number
    organisation_id: ColumnType<number, never, never>
    oil_code: number
    since: Time
    learned_at: Time
    first_at: OptionalTime
    last_at: OptionalTime
    loadings: number
    unloadings: number
    left_out: number
    verdict: GaugeVerdict
    rivals: GaugeRival[]
    scale_permille: number
    scale_sigma: number
    offset_mm: number
    offset_sigma: number
    temperature_c: number
    temperature_sigma: number
    condition: number
    noise: number
    unsteady: boolean
    litres_a_load: number
    litres_a_load_sigma: number
    litres_a_month: number
    correction: JsonOf<GaugeCorrection>
    messages: JsonOf<Readonly<Record<string, { readonly mean: number; readonly sigma: number }>>>
    points: JsonOf<readonly GaugePointRow[]>
    curve: JsonOf<readonly GaugeCurveRow[]>
    accepted_at: OptionalTime
    accepted_by: Generated<string>
    accepted: ColumnType<GaugeCorrection | null, string | null | undefined, string | null>
    tank_table_id: ColumnType<number | null, number | null | undefined, number | null>
  }
}
