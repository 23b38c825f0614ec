import { levelCurveCalls } from '@tanker/contract/endpoints/level-curve'
import { useMemo } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import type { ChartModel } from '../platform/charts/chart-model.ts'
import { Chart } from '../platform/charts/chart.tsx'
import { text } from '../platform/language.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { ReadFailed } from '../platform/ui/read-failed.tsx'
import type { ActionProps } from './actions.ts'
import { cellText, type NamedPlace, unknownText } from './cell-text.ts'
import type { Place } from './cells.tsx'
import { columnTitle } from './column-widths.ts'
import { PlaceMap } from './place-dialog.tsx'
import { happened, periodAround } from './row-times.ts'

const WORDS = {
  close: { zh: '关闭', en: 'Close' },
  detail: { zh: '详情', en: 'Details' },
  curve: { zh: '液位曲线（前后10分钟）', en: 'Levels, 10 minutes before and after' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '液位曲线加载失败', en: 'The levels could not be loaded' },
} as const

const Curve = ({ truckId, from, to }: { truckId: number; from: number; to: number }) => {
  const values = { truckId, ...periodAround(from, to) }
  const curve = useEndpoint(levelCurveCalls.read, values, { purpose: 'poll' })
  const model = useMemo(
    (): ChartModel => ({
      kind: 'time',
      unit: 'mm',
      marks: from === to ? [from] : [from, to],
      series: (curve.data ?? []).map(({ compartment, at, levelMm }) => ({
        name: text({ zh: `${compartment}仓`, en: `No. ${compartment}` }),
        points: at.map((one, index) => [one, levelMm[index] ?? null]),
      })),
    }),
    [curve.data, from, to],
  )
  if (curve.isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void curve.refetch()} />
  return curve.isPending ? (
    <p className="waiting">{text(WORDS.loading)}</p>
  ) : (
    <Chart title={text(WORDS.curve)} model={model} heightPx={180} />
  )
}

/** Everything that is known of one row: its columns, where it happened, and the levels around it; or the levels alone. */
export const RowDrawer = ({ name, view, row, onClose }: ActionProps) => {
  const isDetail = name === 'open-detail'
  const truck = row['plate'] as { truckId: number; plate: string } | undefined
  const when = happened(view, row)
  const place = view.columns
    .filter(({ kind }) => kind === 'place')
    .map(({ name }) => row[name] as NamedPlace | null)
    .find((one) => one !== null && one.lat !== null && one.lng !== null)
  return (
    <Dialog
      className="row-drawer"
      title={`${truck?.plate ?? ''} ${isDetail ? text(WORDS.detail) : ''}`.trim()}
      onEscape={onClose}
      actions={
        <button className="button button-primary" onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      {isDetail && (
        <dl className="row-values">
          {view.columns.map((column) => (
            <div key={column.name}>
              <dt>{columnTitle(column)}</dt>
              <dd>{unknownText(row, column) ?? (cellText(row[column.name], column) || '–')}</dd>
            </div>
          ))}
        </dl>
      )}
      {truck && when && <Curve truckId={truck.truckId} {...when} />}
      {isDetail && place && <PlaceMap place={place as Place} />}
    </Dialog>
  )
}
