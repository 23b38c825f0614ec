import { placeWords } from '../../platform/find/place-kinds.ts'
import { text } from '../../platform/language.ts'
import { CloseIcon } from '../../platform/ui/icons.tsx'
import type { FoundOnMap } from './use-board-address.ts'

const ON_THE_MAP = { zh: '地图', en: 'On the map' } as const
const CLOSE = { zh: '取消定位', en: 'Clear the place' } as const

/** Which place the map shows, and what takes it away again. */
export const FoundPlace = ({ place, onClose }: { place: FoundOnMap; onClose: () => void }) => (
  <p className="found-place" role="status">
    <span className="card-muted">{place.zoom === undefined ? placeWords(place) : text(ON_THE_MAP)}</span>
    <b>{place.name}</b>
    <button className="icon-button" onClick={onClose} aria-label={text(CLOSE)} title={text(CLOSE)}>
      <CloseIcon />
    </button>
  </p>
)
