/** What a chart shows, without saying how: the one shape that screens hand to `Chart`. */
export type ChartModel =
  | {
      /** Names along one axis; `heat` has a cell for each name and each series. */
      readonly kind: 'bars' | 'stacked' | 'pie' | 'line' | 'heat'
      readonly names: readonly string[]
      readonly series: readonly ChartSeries[]
      readonly unit: string | null
      /** What the names are and what the values are, where the title alone does not say it. */
      readonly axes?: { readonly names: string | null; readonly values: string | null }
    }
  | {
      /** Lines over time. */
      readonly kind: 'time'
      readonly series: readonly TimeSeries[]
      readonly unit: string | null
      /** Moments drawn as upright lines, milliseconds UTC. */
      readonly marks: readonly number[]
      /** What happened at each mark, as short as a label; none where the moments speak for themselves. */
      readonly markNames?: readonly string[]
      /** A value holds until the next one. */
      readonly steps?: true
      /** Values that are as good as zero, shaded over the whole width. */
      readonly band?: { readonly from: number; readonly to: number }
      /** Times shaded over the whole height, milliseconds UTC. */
      readonly spans?: readonly { readonly from: number; readonly to: number }[]
      /** Values beyond it are cut off. */
      readonly range?: { readonly from: number; readonly to: number }
      /** Readings that stand out, as dots in the colour of the series of their name. */
      readonly dots?: readonly TimeSeries[]
    }

/** Values beside the names; null leaves a gap. */
export type ChartSeries = { readonly name: string; readonly values: readonly (number | null)[] }
/** Milliseconds UTC and a value, in order; null leaves a gap. */
export type TimeSeries = { readonly name: string; readonly points: readonly (readonly [number, number | null])[] }

export const isEmptyChart = (model: ChartModel): boolean =>
  model.kind === 'time'
    ? model.series.every(({ points }) => points.every(([, value]) => value === null))
    : model.series.every(({ values }) => values.every((value) => value === null))
