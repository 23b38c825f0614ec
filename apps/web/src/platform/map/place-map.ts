import { placeCalls } from '@tanker/contract/endpoints/places'
import { Marker } from 'maplibre-gl'
import { call } from '../calls/call.ts'
import { queryClient } from '../calls/query-client.ts'
import { keyOf } from '../calls/use-endpoint.ts'
import type { Palette } from '../ui/tokens.ts'
import { createMap } from './create-map.ts'
import { addMapIcons } from './map-icons.ts'
import { addPlaceLayers, showPlaces } from './place-layers.ts'

const placesKeptMs = 300_000

/** The places of the user; without an answer the map is shown without them. */
const readPlaces = () =>
  queryClient
    .fetchQuery({
      queryKey: keyOf(placeCalls.list, null),
      queryFn: ({ signal }) => call(placeCalls.list, null, { purpose: 'silent', signal }),
      staleTime: placesKeptMs,
    })
    .catch(() => [])

/** A map of one place with a pin, and the depots, stations and fences around it; the answer removes it. */
export const showPlaceMap = (
  container: HTMLElement,
  palette: Palette,
  place: { readonly lng: number; readonly lat: number },
): (() => void) => {
  let left = false
  let remove: (() => void) | null = null
  void createMap(container, palette).then((map) => {
    if (left) return map.remove()
    map.jumpTo({ center: [place.lng, place.lat], zoom: 12 })
    addMapIcons(map, palette)
    addPlaceLayers(map, palette)
    new Marker({ color: palette.action }).setLngLat([place.lng, place.lat]).addTo(map)
    void readPlaces().then((places) => {
      if (!left) showPlaces(map, places)
    })
    remove = () => map.remove()
  })
  return () => {
    left = true
    remove?.()
  }
}
