import type { MapPlaces } from '@tanker/contract/trucks'
import { fenceOutline } from '@tanker/domain/fences/fence-geometry'
import { type GeoJSONSource, LngLatBounds, Marker } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { createMap } from './create-map.ts'
import { addMapIcons } from './map-icons.ts'
import { addPlaceLayers, showPlaces } from './place-layers.ts'

export type PlaceMap = {
  /** Puts the pin there and looks at it. */
  show(place: { readonly lng: number; readonly lat: number }): void
  showPlaces(places: MapPlaces): void
  /** Draws the way and has all of it in sight; one of fewer than two places changes nothing. */
  showWay(way: readonly (readonly [lng: number, lat: number])[]): void
  /** A thin circle, as of a curve; null: none. */
  showCircle(circle: { readonly lng: number; readonly lat: number; readonly radiusM: number } | null): void
  remove(): void
}

/** Near enough for the names of places and the outlines of fences, far enough for a road or a town to be in sight. */
const nearZoom = 11.5
/** A curve of a hundred metres is as large as the map. */
const wayZoom = 17

const nothing = () => ({ type: 'FeatureCollection' as const, features: [] })

/** A map of one place with a pin. */
export const placeMap = async (container: HTMLElement, palette: Palette): Promise<PlaceMap> => {
  const map = await createMap(container, palette)
  addMapIcons(map, palette)
  addPlaceLayers(map, palette)
  map.addSource('circle', { type: 'geojson', data: nothing() })
  map.addLayer({
    id: 'circle',
    type: 'line',
    source: 'circle',
    paint: { 'line-color': palette.action, 'line-width': 2, 'line-dasharray': [2, 2] },
  })
  map.addSource('way', { type: 'geojson', data: nothing() })
  map.addLayer({
    id: 'way',
    type: 'line',
    source: 'way',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': palette.alarm, 'line-width': 3 },
  })
  const pin = new Marker({ color: palette.action })
  return {
    show(place) {
      pin.setLngLat([place.lng, place.lat]).addTo(map)
      map.jumpTo({ center: [place.lng, place.lat], zoom: nearZoom })
    },
    showPlaces: (places) => showPlaces(map, places),
    showWay(way) {
      const [first] = way
      if (!first || way.length < 2) return
      const coordinates = way.map(([lng, lat]) => [lng, lat])
      map.getSource<GeoJSONSource>('way')?.setData({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } })
      const all = new LngLatBounds([...first], [...first])
      for (const [lng, lat] of way) all.extend([lng, lat])
      map.fitBounds(all, { padding: 40, maxZoom: wayZoom, animate: false })
    },
    showCircle: (circle) => {
      const ring = circle === null ? [] : fenceOutline({ shape: 'circle', ...circle })
      const [first] = ring
      const coordinates = first ? [...ring, first] : []
      const drawn = { type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates } }
      map.getSource<GeoJSONSource>('circle')?.setData(first ? drawn : nothing())
    },
    remove: () => map.remove(),
  }
}
