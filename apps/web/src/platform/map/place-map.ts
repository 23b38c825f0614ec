import { Marker } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { createMap } from './create-map.ts'

/** A map of one place with a pin; the answer removes it. */
export const showPlaceMap = (
  container: HTMLElement,
  palette: Palette,
  place: { readonly lng: number; readonly lat: number },
): (() => void) => {
  let left = false
  let remove: (() => void) | null = null
  void createMap(container, palette).then((map) => {
    if (left) return map.remove()
    map.jumpTo({ center: [place.lng, place.lat], zoom: 11.5 })
    new Marker({ color: palette.action }).setLngLat([place.lng, place.lat]).addTo(map)
    remove = () => map.remove()
  })
  return () => {
    left = true
    remove?.()
  }
}
