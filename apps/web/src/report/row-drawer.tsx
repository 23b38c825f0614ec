import { text } from '../platform/language.ts'
import { PlaceMapView } from '../platform/map/place-map-view.tsx'
import { Dialog } from '../platform/ui/dialog.tsx'
import type { ActionProps } from './actions.ts'
import { cellText, type NamedPlace, unknownText } from './cell-text.ts'
import { columnTitle } from './column-widths.ts'
import { LevelCurve } from './level-curve.tsx'
import { happened, periodAround, speedsAroundMs } from './row-times.ts'
import { SpeedCurve } from './speed-curve.tsx'
import { limitsOf } from './speed-lines.ts'

const WORDS = {
  close: { zh: '关闭', en: 'Close' },
  detail: { zh: '详情', en: 'Details' },
  curve: { zh: '液位曲线（前后10分钟）', en: 'Levels, 10 minutes before and after' },
} as const

/** Everything that is known of one row: its columns, where it happened, and the levels or speeds around it; or the levels alone. */
export const RowDrawer = ({ name, view, row, onClose }: ActionProps) => {
  const isDetail = name !== 'open-curve'
  const ofSpeed = name === 'open-speed'
  const truck = row['plate'] as { truckId: number; plate: string } | undefined
  const when = happened(view, row)
  const marks = when === null ? [] : when.from === when.to ? [when.from] : [when.from, when.to]
  // Ten minutes of a trip of hours prove nothing; it has a curve of its own.
  const hasTrip = view.actions.some((action) => action.name === 'open-trip-curve')
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
      {truck && when && ofSpeed && (
        <SpeedCurve
          truckId={truck.truckId}
          limits={limitsOf(view, row)}
          radiusM={typeof row['radius'] === 'number' ? row['radius'] : null}
          period={periodAround(when.from, when.to, speedsAroundMs)}
          marks={marks}
          place={place?.lat != null && place.lng != null ? { lat: place.lat, lng: place.lng } : null}
        />
      )}
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
      {truck && when && !hasTrip && !ofSpeed && (
        <LevelCurve truckId={truck.truckId} title={text(WORDS.curve)} period={periodAround(when.from, when.to)} marks={marks} />
      )}
      {isDetail && !ofSpeed && place && <PlaceMapView lng={place.lng ?? 0} lat={place.lat ?? 0} />}
    </Dialog>
  )
}
