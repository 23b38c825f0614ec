import type { SpeedCurve } from '@tanker/contract/speed-curve'
import type { ReportView } from '@tanker/contract/report-view'
import type { ChartModel, TimeSeries } from '../platform/charts/chart-model.ts'
import { text } from '../platform/language.ts'
import type { Row } from './actions.ts'

const WORDS = {
  speed: { zh: '卫星速度', en: 'GPS speed' },
  recorder: { zh: '车速传感器', en: 'Vehicle speed' },
} as const

/** The way of a truck: degrees, oldest first. */
export type Way = readonly (readonly [lng: number, lat: number])[]

export const wayOf = ({ lat, lng }: SpeedCurve): Way =>
  lng.flatMap((one, index) => {
    const other = lat[index]
    return one === null || other === null || other === undefined ? [] : [[one, other] as const]
  })

/** The way between two moments, milliseconds UTC. */
export const wayWithin = (curve: SpeedCurve, from: number, to: number): Way => {
  const inside = curve.at.map((at) => at >= from && at <= to)
  return wayOf({ ...curve, lat: curve.lat.map((lat, index) => (inside[index] ? lat : null)) })
}

/** A speed that the others are compared with. */
export type SpeedLimit = { readonly label: string; readonly kmh: number }

/** Columns in km/h that a speed is judged by; the names are those of the lists with speeds. */
const LIMITS = ['limit', 'safeSpeed']

/** The limit or the safe speed of a row. */
export const limitsOf = (view: Pick<ReportView, 'columns'>, row: Row): SpeedLimit[] =>
  view.columns.flatMap(({ name, label, unit }) => {
    const kmh = row[name]
    return LIMITS.includes(name) && unit === 'km/h' && typeof kmh === 'number' ? [{ label, kmh }] : []
  })

/** The speeds as lines, with the limits as lines that are level. `marks`: milliseconds UTC. */
export function speedLines(given: readonly SpeedLimit[], curve: SpeedCurve, marks: readonly number[]): ChartModel {
  const [first, last] = [curve.at[0], curve.at.at(-1)]
  const limits = given.flatMap(({ label, kmh }): TimeSeries[] =>
    first === undefined || last === undefined
      ? []
      : [
          {
            name: label,
            points: [
              [first, kmh],
              [last, kmh],
            ],
          },
        ],
  )
  const speeds = { name: text(WORDS.speed), points: curve.at.map((at, index) => [at, curve.speedKmh[index] ?? null] as const) }
  const recorded = { name: text(WORDS.recorder), points: curve.at.map((at, index) => [at, curve.recorderKmh[index] ?? null] as const) }
  const hasRecorder = recorded.points.some(([, kmh]) => kmh !== null)
  return { kind: 'time', unit: 'km/h', marks, series: [speeds, ...(hasRecorder ? [recorded] : []), ...limits] }
}
