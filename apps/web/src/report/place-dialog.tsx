import { text } from '../platform/language.ts'
import { PlaceMapView } from '../platform/map/place-map-view.tsx'
import { Dialog } from '../platform/ui/dialog.tsx'
import type { Place } from './cells.tsx'

const WORDS = { close: { zh: '关闭', en: 'Close' }, place: { zh: '位置', en: 'Place' } } as const

/** Where a row happened, on the map. */
export const PlaceDialog = ({ place, onClose }: { place: Place; onClose: () => void }) => {
  return (
    <Dialog
      className="place-dialog"
      title={place.name || text(WORDS.place)}
      onEscape={onClose}
      actions={
        <button className="button button-primary" data-first onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      <PlaceMapView lng={place.lng} lat={place.lat} />
      <p className="place-coordinates">
        {place.lat.toFixed(6)}, {place.lng.toFixed(6)}
      </p>
    </Dialog>
  )
}
