import type { MapPlaces } from '@tanker/contract/trucks'
import { PLACE_KIND_NAMES } from '../../platform/find/place-kinds.ts'
import { text } from '../../platform/language.ts'
import { CloseIcon } from '../../platform/ui/icons.tsx'

const CLOSE = { zh: '取消定位', en: 'Clear the place' } as const

/** Which place the map shows, and what takes it away again. */
export const FoundPlace = ({ place, onClose }: { place: MapPlaces[number]; onClose: () => void }) => (
  <p className="found-place" role="status">
    <span className="card-muted">{text(PLACE_KIND_NAMES[place.kind])}</span>
    <b>{place.name}</b>
    <button className="icon-button" onClick={onClose} aria-label={text(CLOSE)} title={text(CLOSE)}>
      <CloseIcon />
    </button>
  </p>
)
