import { speedCurveCalls } from '@tanker/contract/endpoints/speed-curve'
import type { ReportView } from '@tanker/contract/report-view'
import { useMemo } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { Chart } from '../platform/charts/chart.tsx'
import { text } from '../platform/language.ts'
import { PlaceMapView } from '../platform/map/place-map-view.tsx'
import { ReadFailed } from '../platform/ui/read-failed.tsx'
import type { Row } from './actions.ts'
import { speedLines, wayOf } from './speed-lines.ts'

const WORDS = {
  title: { zh: '速度曲线（前后1分钟）', en: 'Speeds, one minute before and after' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '速度曲线加载失败', en: 'The speeds could not be loaded' },
  empty: { zh: '这段时间没有定位数据。', en: 'No positions are stored for this time.' },
} as const

type SpeedCurveProps = {
  readonly truckId: number
  readonly view: ReportView
  readonly row: Row
  /** ISO 8601 UTC; at most six hours. */
  readonly period: { readonly from: string; readonly to: string }
  /** Moments drawn as upright lines, milliseconds UTC. */
  readonly marks: readonly number[]
  /** Where the row happened. */
  readonly place: { readonly lng: number; readonly lat: number } | null
}

/** How fast a truck drove around a row beside what was allowed, and its way. */
export const SpeedCurve = ({ truckId, view, row, period, marks, place }: SpeedCurveProps) => {
  const { from, to } = period
  const curve = useEndpoint(speedCurveCalls.read, { truckId, from, to }, { purpose: 'poll' })
  const at = marks.join(',')
  const drawn = useMemo(
    () => curve.data && { model: speedLines(view, row, curve.data, at.split(',').map(Number)), way: wayOf(curve.data) },
    [curve.data, view, row, at],
  )
  if (curve.isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void curve.refetch()} />
  if (!drawn) return <p className="waiting">{text(WORDS.loading)}</p>
  const [lng, lat] = drawn.way[0] ?? []
  const shown = place ?? (lng === undefined || lat === undefined ? null : { lng, lat })
  return (
    <>
      {curve.data?.at.length === 0 ? (
        <p className="waiting">{text(WORDS.empty)}</p>
      ) : (
        <Chart title={text(WORDS.title)} model={drawn.model} heightPx={220} />
      )}
      {shown && <PlaceMapView lng={shown.lng} lat={shown.lat} way={drawn.way} />}
    </>
  )
}
