import { speedCurveCalls } from '@tanker/contract/endpoints/speed-curve'
import { useMemo } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { Chart } from '../platform/charts/chart.tsx'
import { text } from '../platform/language.ts'
import { PlaceMapView } from '../platform/map/place-map-view.tsx'
import { ReadFailed } from '../platform/ui/read-failed.tsx'
import { circleOfCurve } from './curve-circle.ts'
import { type SpeedLimit, speedLines, wayOf, wayWithin } from './speed-lines.ts'

const WORDS = {
  title: { zh: '速度曲线（前后1分钟）', en: 'Speeds, one minute before and after' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '速度曲线加载失败', en: 'The speeds could not be loaded' },
  empty: { zh: '这段时间没有定位数据。', en: 'No positions are stored for this time.' },
} as const

type SpeedCurveProps = {
  readonly truckId: number
  /** ISO 8601 UTC; at most six hours. */
  readonly period: { readonly from: string; readonly to: string }
  /** Moments drawn as upright lines, milliseconds UTC. */
  readonly marks: readonly number[]
  /** Where the row happened. */
  readonly place: { readonly lng: number; readonly lat: number } | null
  /** Speeds that it is compared with. */
  readonly limits: readonly SpeedLimit[]
  /** Of a curve between the marks: its radius, for a circle on the map. */
  readonly radiusM?: number | null
  readonly heightPx?: number
}

/** How fast a truck drove around an event beside what was allowed, and its way. */
export const SpeedCurve = ({ truckId, period, marks, place, limits, radiusM = null, heightPx = 220 }: SpeedCurveProps) => {
  const { from, to } = period
  const curve = useEndpoint(speedCurveCalls.read, { truckId, from, to }, { purpose: 'poll' })
  const at = marks.join(',')
  const compared = JSON.stringify(limits)
  const drawn = useMemo(() => {
    if (!curve.data) return null
    const moments = at.split(',').map(Number)
    return {
      model: speedLines(JSON.parse(compared) as SpeedLimit[], curve.data, moments),
      way: wayOf(curve.data),
      circle: radiusM === null ? null : circleOfCurve(wayWithin(curve.data, Math.min(...moments), Math.max(...moments)), radiusM),
    }
  }, [curve.data, at, compared, radiusM])
  if (curve.isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void curve.refetch()} />
  if (!drawn) return <p className="waiting">{text(WORDS.loading)}</p>
  const [lng, lat] = drawn.way[0] ?? []
  const shown = place ?? (lng === undefined || lat === undefined ? null : { lng, lat })
  return (
    <>
      {curve.data?.at.length === 0 ? (
        <p className="waiting">{text(WORDS.empty)}</p>
      ) : (
        <Chart title={text(WORDS.title)} model={drawn.model} heightPx={heightPx} />
      )}
      {shown && <PlaceMapView lng={shown.lng} lat={shown.lat} way={drawn.way} circle={drawn.circle} />}
    </>
  )
}
