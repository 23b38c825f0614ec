import type { MapPlaces } from '@tanker/contract/trucks'
import { Marker } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { createMap } from './create-map.ts'
import { addMapIcons } from './map-icons.ts'
import { addPlaceLayers, showPlaces } from './place-layers.ts'

export type PlaceMap = {
  /** Puts the pin there and looks at it. */
  show(place: { readonly lng: number; readonly lat: number }): void
  showPlaces(places: MapPlaces): void
  remove(): void
}

/** Near enough for the names of places and the outlines of fences, far enough for a road or a town to be in sight. */
const nearZoom = 11.5

/** A map of one place with a pin. */
export const placeMap = async (container: HTMLElement, palette: Palette): Promise<PlaceMap> => {
  const map = await createMap(container, palette)
  addMapIcons(map, palette)
  addPlaceLayers(map, palette)
  const pin = new Marker({ color: palette.action })
  return {
    show(place) {
      pin.setLngLat([place.lng, place.lat]).addTo(map)
      map.jumpTo({ center: [place.lng, place.lat], zoom: nearZoom })
    },
    showPlaces: (places) => showPlaces(map, places),
    remove: () => map.remove(),
  }
}
