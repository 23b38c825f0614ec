import { useEffect, useRef } from 'react'
import { text } from '../platform/language.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { paletteOf, useTheme } from '../platform/ui/theme.ts'
import type { Place } from './cells.tsx'

const WORDS = { close: { zh: '关闭', en: 'Close' }, place: { zh: '位置', en: 'Place' } } as const

/** A map of one place; the map library is loaded when it is first asked for. */
export const PlaceMap = ({ place }: { place: Place }) => {
  const container = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    let remove: (() => void) | null = null
    let left = false
    void import('../platform/map/place-map.ts').then(({ showPlaceMap }) => {
      if (!left && container.current) remove = showPlaceMap(container.current, paletteOf(theme), place)
    })
    return () => {
      left = true
      remove?.()
    }
  }, [place, theme])
  return <div ref={container} className="place-map" />
}

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
      <PlaceMap place={place} />
      <p className="place-coordinates">
        {place.lat.toFixed(6)}, {place.lng.toFixed(6)}
      </p>
    </Dialog>
  )
}
