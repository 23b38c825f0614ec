import { airtightCalls } from '@tanker/contract/endpoints/airtight'
import { MAX_PRESSURE_MINUTES } from '@tanker/contract/airtight'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { type ActionProps, idOf } from '../../report/actions.ts'
import { PressureCurve } from './pressure-curve.tsx'

const WORDS = {
  title: { zh: `最近${MAX_PRESSURE_MINUTES}分钟压力`, en: `Pressure of the last ${MAX_PRESSURE_MINUTES} minutes` },
  close: { zh: '关闭', en: 'Close' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '压力曲线加载失败', en: 'The pressures could not be loaded' },
  none: { zh: '这段时间检测仪没有上报压力。', en: 'The box has reported no pressure in this time.' },
} as const

/** A box says its pressure every ten seconds while it tests. */
const POLL_MS = 5_000

/** The pressure of the truck's test box as it goes on. */
export const PressureDialog = ({ row, onClose }: ActionProps) => {
  const pressure = useEndpoint(airtightCalls.pressure, { truckId: Number(idOf(row)) }, { purpose: 'poll', refetchInterval: POLL_MS })
  return (
    <Dialog
      className="row-drawer"
      title={`${pressure.data?.plate ?? ''} ${text(WORDS.title)}`.trim()}
      onEscape={onClose}
      actions={
        <button type="button" className="button button-primary" onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      {pressure.data ? (
        pressure.data.curve.at.length === 0 ? (
          <p className="waiting">{text(WORDS.none)}</p>
        ) : (
          <PressureCurve curve={pressure.data.curve} />
        )
      ) : pressure.isError ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void pressure.refetch()} />
      ) : (
        <p className="waiting">{text(WORDS.loading)}</p>
      )}
    </Dialog>
  )
}
