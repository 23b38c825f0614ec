import { deliveryCurveCall } from '@tanker/contract/endpoints/delivery-proof'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { type ActionProps, idOf } from '../../report/actions.ts'
import './level-trend.css'
import { deliveryIn } from './trip-charts.ts'
import { TripCurves } from './trip-curves.tsx'

const WORDS = {
  title: { zh: '配送曲线', en: 'Curve of the trip' },
  close: { zh: '关闭', en: 'Close' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '曲线加载失败', en: 'The curve could not be loaded' },
  open: { zh: '在液位趋势中打开', en: 'Open in level trend' },
} as const

const NOTHING = { truckId: 0, tripStartedAt: new Date(0).toISOString() }

/** The litres of the trip of a row, from before its loading to after its last unloading. */
export const TripCurveDialog = ({ row, onClose }: ActionProps) => {
  const delivery = deliveryIn(idOf(row))
  const curve = useEndpoint(deliveryCurveCall, delivery ?? NOTHING, { purpose: 'poll', enabled: delivery !== null })
  return (
    <Dialog
      className="trip-dialog"
      title={`${curve.data?.signCode ?? ''} ${text(WORDS.title)}`.trim()}
      onEscape={onClose}
      actions={
        <>
          {curve.data && (
            <Link
              className="button"
              to="/cargo_monitor/event_report/level_trend"
              search={{ truck: String(curve.data.truckId), from: curve.data.from, to: curve.data.to }}
              onClick={onClose}
            >
              {text(WORDS.open)}
            </Link>
          )}
          <button type="button" className="button button-primary" onClick={onClose}>
            {text(WORDS.close)}
          </button>
        </>
      }
    >
      {curve.data ? (
        <TripCurves curve={curve.data} />
      ) : curve.isError || delivery === null ? (
        <ReadFailed words={curve.error?.message ?? text(WORDS.failed)} onAgain={() => void curve.refetch()} />
      ) : (
        <p className="waiting">{text(WORDS.loading)}</p>
      )}
    </Dialog>
  )
}
