import type { MapPlaces } from '@tanker/contract/trucks'
import type { Feature, FeatureCollection, LineString, Point } from 'geojson'
import { type ExpressionSpecification, type GeoJSONSource, type Map as MapLibre, Marker, Popup } from 'maplibre-gl'
import { createMap } from '../map/create-map.ts'
import { addMapIcons } from '../map/map-icons.ts'
import { addPlaceLayers, showPlaces } from '../map/place-layers.ts'
import { truckArrow } from '../map/truck-arrow.ts'
import { type Palette, SPEED_COLOUR } from '../ui/tokens.ts'
import { boundsOf, featuresOf } from './track-features.ts'
import type { Flag } from './track-flags.ts'
import type { Moment, TrackLine } from './track-line.ts'

export type TrackMap = {
  /** Draws tracks; one truck is coloured by its speed, several each in its own colour. `isNew`: the whole of them is shown. */
  showTracks(lines: readonly TrackLine[], colours: readonly (string | null)[], isNew: boolean): void
  /** Stretches on which a water truck sprayed, as a wide band under the line. */
  showSprayed(stretches: readonly Feature<LineString>[]): void
  /** What happened, and the stops, along the tracks. */
  showFlags(flags: readonly Flag[]): void
  showPlaces(places: MapPlaces): void
  /** Where the trucks are at the moment that is shown; `follows`: the first stays in sight. */
  showMoments(moments: readonly (Moment | null)[], follows: boolean): void
  flyTo(place: { readonly lng: number; readonly lat: number }): void
  remove(): void
}

const PADDING_PX = 60
const MOST_ZOOM = 16
const FLY_MS = 500
/** A truck nearer to the edge than this share of the map is brought to the middle. */
const EDGE_SHARE = 0.12

const nothing = (): FeatureCollection<Point> => ({ type: 'FeatureCollection', features: [] })

function addLayers(map: MapLibre, palette: Palette): void {
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  const bySpeed = ['match', ['get', 'stretch'], ...SPEED_COLOUR.flatMap((name) => [name, palette[name]]), palette.muted]
  const colour = ['coalesce', ['get', 'colour'], bySpeed] as unknown as ExpressionSpecification
  const isUnknown: ExpressionSpecification = ['in', ['get', 'stretch'], ['literal', ['gap', 'jump']]]
  const isResent: ExpressionSpecification = ['==', ['get', 'stretch'], 'resent']
  map.addSource('tracks', { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, tolerance: 0.3 })
  map.addSource('sprayed', { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, tolerance: 0.3 })
  map.addLayer({
    id: 'tracks-sprayed',
    type: 'line',
    source: 'sprayed',
    layout,
    paint: { 'line-color': palette.info, 'line-width': 16, 'line-opacity': 0.4 },
  })
  map.addLayer({
    id: 'tracks-case',
    type: 'line',
    source: 'tracks',
    filter: ['!', isUnknown],
    layout,
    paint: { 'line-color': palette.mapHalo, 'line-width': 7 },
  })
  map.addLayer({
    id: 'tracks-unknown',
    type: 'line',
    source: 'tracks',
    filter: isUnknown,
    paint: {
      'line-color': ['match', ['get', 'stretch'], 'jump', palette.alarm, palette.muted],
      'line-width': 2,
      'line-dasharray': [2, 2.5],
    },
  })
  map.addLayer({
    id: 'tracks',
    type: 'line',
    source: 'tracks',
    filter: ['all', ['!', isUnknown], ['!', isResent]],
    layout,
    paint: { 'line-color': colour, 'line-width': 4 },
  })
  map.addLayer({
    id: 'tracks-resent',
    type: 'line',
    source: 'tracks',
    filter: isResent,
    paint: { 'line-color': ['coalesce', ['get', 'colour'], palette.speed3], 'line-width': 4, 'line-dasharray': [0.8, 1] },
  })
  map.addSource('track-flags', { type: 'geojson', data: nothing() })
  map.addLayer({
    id: 'track-dots',
    type: 'circle',
    source: 'track-flags',
    filter: ['!', ['has', 'icon']],
    paint: {
      'circle-radius': ['match', ['get', 'what'], 'stop', 7, 6],
      'circle-color': ['get', 'colour'],
      'circle-stroke-color': palette.mapHalo,
      'circle-stroke-width': 2,
    },
  })
  map.addLayer({
    id: 'track-icons',
    type: 'symbol',
    source: 'track-flags',
    filter: ['has', 'icon'],
    layout: { 'icon-image': ['get', 'icon'], 'icon-offset': [0, -20], 'icon-allow-overlap': true },
  })
}

/** A map of tracks. `onPick`: a flag was clicked. */
export async function trackMap(container: HTMLElement, palette: Palette, onPick: (at: number) => void): Promise<TrackMap> {
  const map = await createMap(container, palette)
  addMapIcons(map, palette)
  addPlaceLayers(map, palette)
  addLayers(map, palette)
  let flags: readonly Flag[] = []
  let markers: Marker[] = []
  const flagOf = (drawn: readonly { readonly id?: number | string | undefined }[] | undefined): Flag | undefined =>
    flags[Number(drawn?.[0]?.id ?? -1)]
  const popup = new Popup({ closeButton: false, offset: 12, className: 'map-popup', maxWidth: '320px' })
  for (const layer of ['track-dots', 'track-icons']) {
    map.on('mouseenter', layer, ({ features }) => {
      const flag = flagOf(features)
      if (!flag) return
      map.getCanvas().style.cursor = 'pointer'
      popup.setLngLat([flag.lng, flag.lat]).setText(flag.words).addTo(map)
    })
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = ''
      popup.remove()
    })
    map.on('click', layer, ({ features }) => {
      const flag = flagOf(features)
      if (flag) onPick(flag.at)
    })
  }
  const keepInSight = (place: [number, number]): void => {
    const { x, y } = map.project(place)
    const { clientWidth, clientHeight } = map.getContainer()
    const isInside =
      x > clientWidth * EDGE_SHARE &&
      x < clientWidth * (1 - EDGE_SHARE) &&
      y > clientHeight * EDGE_SHARE &&
      y < clientHeight * (1 - EDGE_SHARE)
    if (!isInside && !map.isMoving()) map.panTo(place, { duration: FLY_MS })
  }
  return {
    showTracks(lines, colours, isNew) {
      void map.getSource<GeoJSONSource>('tracks')?.setData(featuresOf(lines, colours))
      for (const marker of markers) marker.remove()
      markers = lines.map((_, index) => new Marker({ element: truckArrow(colours[index] ?? palette.action, palette.mapHalo) }))
      const bounds = isNew ? boundsOf(lines) : null
      if (bounds) map.fitBounds(bounds, { padding: PADDING_PX, maxZoom: MOST_ZOOM, animate: false })
    },
    showSprayed: (stretches) =>
      void map.getSource<GeoJSONSource>('sprayed')?.setData({ type: 'FeatureCollection', features: [...stretches] }),
    showFlags(shown) {
      flags = shown
      void map.getSource<GeoJSONSource>('track-flags')?.setData({
        type: 'FeatureCollection',
        features: shown.map(({ lng, lat, icon, what, grade }, index) => ({
          type: 'Feature',
          id: index,
          properties: {
            what,
            colour: what === 'stop' ? palette.parked : what === 'spray' ? palette.info : grade === null ? palette.muted : palette[grade],
            ...(icon === null ? {} : { icon: `mark-${icon}` }),
          },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      })
    },
    showPlaces: (places) => showPlaces(map, places),
    showMoments(moments, follows) {
      for (const [index, moment] of moments.entries()) {
        const marker = markers[index]
        if (!marker) continue
        if (!moment) {
          marker.remove()
          continue
        }
        marker
          .setLngLat([moment.lng, moment.lat])
          .setRotation(moment.headingDeg)
          .setOpacity(moment.isKnown ? '1' : '0.45')
        if (!marker.getElement().isConnected) marker.addTo(map)
      }
      const [first] = moments
      if (follows && first) keepInSight([first.lng, first.lat])
    },
    flyTo: ({ lng, lat }) => void map.easeTo({ center: [lng, lat], zoom: Math.max(map.getZoom(), 13), duration: FLY_MS }),
    remove: () => map.remove(),
  }
}
