import type { LngLat } from '@tanker/domain/fences/fence'
import type { MapPlaces } from '@tanker/contract/trucks'
import { type GeoJSONSource, type Map as MapLibre, Marker } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { createMap } from './create-map.ts'
import { boundsOf, fenceFeatures, type FenceView } from './fence-features.ts'
import { addMapIcons } from './map-icons.ts'
import { addPlaceLayers, showPlaces } from './place-layers.ts'

/** What is done with the mouse or a finger; without it the map only shows. */
export type FenceActions = {
  onClick(at: LngLat): void
  onMove(index: number, at: LngLat): void
  onInsert(after: number, at: LngLat): void
  onRemove(index: number): void
  onBorder(at: LngLat): void
}

export type FenceMap = {
  show(view: FenceView): void
  showPlaces(places: MapPlaces): void
  /** Brings what is drawn into sight, or a point when nothing is. */
  fit(point: LngLat | null): void
  remove(): void
}

const SOURCE = 'fence'
const nearZoom = 14.5

const addFenceLayers = (map: MapLibre, palette: Palette): void => {
  map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  const isPart = (part: string) => ['==', ['get', 'part'], part] as ['==', ['get', string], string]
  map.addLayer({
    id: 'fence-old',
    type: 'line',
    source: SOURCE,
    filter: isPart('old'),
    paint: { 'line-color': palette.muted, 'line-width': 2, 'line-dasharray': [3, 2] },
  })
  map.addLayer({
    id: 'fence-wanted-area',
    type: 'fill',
    source: SOURCE,
    filter: ['all', isPart('wanted'), ['==', ['geometry-type'], 'Polygon']],
    paint: { 'fill-color': palette.info, 'fill-opacity': 0.16 },
  })
  map.addLayer({
    id: 'fence-wanted',
    type: 'line',
    source: SOURCE,
    filter: isPart('wanted'),
    paint: { 'line-color': palette.info, 'line-width': 2.4 },
  })
  map.addLayer({
    id: 'fence-stops',
    type: 'circle',
    source: SOURCE,
    filter: isPart('stop'),
    paint: {
      'circle-radius': ['case', ['get', 'outside'], 6, 4.5],
      'circle-color': ['case', ['get', 'outside'], palette.alarm, palette.good],
      'circle-stroke-color': palette.surface,
      'circle-stroke-width': 1.5,
    },
  })
}

/** The handles of one kind; they stay the same elements while one of them is dragged. */
class Handles {
  private readonly markers: Marker[] = []
  private readonly map: MapLibre
  private readonly className: string
  private readonly onDrag: (index: number, at: LngLat) => void
  private readonly onContext: ((index: number) => void) | null
  private dragged: number | null = null

  constructor(map: MapLibre, className: string, onDrag: (index: number, at: LngLat) => void, onContext: ((index: number) => void) | null) {
    this.map = map
    this.className = className
    this.onDrag = onDrag
    this.onContext = onContext
  }

  show(points: readonly LngLat[]): void {
    while (this.markers.length > points.length) this.markers.pop()?.remove()
    for (const [index, [lng, lat]] of points.entries()) {
      const marker = this.markers[index] ?? this.add(index, [lng, lat])
      if (index !== this.dragged) marker.setLngLat([lng, lat])
    }
  }

  private add(index: number, at: LngLat): Marker {
    const element = document.createElement('div')
    element.className = this.className
    const marker = new Marker({ element, draggable: true }).setLngLat([at[0], at[1]]).addTo(this.map)
    // What the points do by mouse the list beside the map does by keyboard.
    element.removeAttribute('tabindex')
    element.setAttribute('aria-hidden', 'true')
    const place = (): LngLat => {
      const { lng, lat } = marker.getLngLat()
      return [lng, lat]
    }
    marker.on('dragstart', () => (this.dragged = index))
    marker.on('drag', () => this.onDrag(index, place()))
    marker.on('dragend', () => (this.dragged = null))
    element.addEventListener('click', (event) => event.stopPropagation())
    element.addEventListener('contextmenu', (event) => {
      event.preventDefault()
      event.stopPropagation()
      this.onContext?.(index)
    })
    this.markers[index] = marker
    return marker
  }
}

/** A map on which a fence is drawn, or two are compared. */
export const fenceMap = async (container: HTMLElement, palette: Palette, actions: FenceActions | null): Promise<FenceMap> => {
  const map = await createMap(container, palette)
  addMapIcons(map, palette)
  addPlaceLayers(map, palette)
  addFenceLayers(map, palette)
  let shown: FenceView = { wanted: null, old: null, points: [], middles: [], border: null }
  // A point that is put in is dragged on from where the handle was: the handle of the side becomes that of the point when it is let go.
  let inserting: { readonly after: number; at: LngLat } | null = null
  const points = actions && new Handles(map, 'fence-point', actions.onMove, actions.onRemove)
  const border = actions && new Handles(map, 'fence-border', (_, at) => actions.onBorder(at), null)
  const middles =
    actions &&
    new Handles(
      map,
      'fence-middle',
      (index, at) => {
        const after = shown.middles[index]?.after
        if (after !== undefined) inserting = { after, at }
      },
      null,
    )
  if (actions) {
    map.doubleClickZoom.disable()
    map.getCanvas().style.cursor = 'crosshair'
    map.on('click', ({ lngLat }) => actions.onClick([lngLat.lng, lngLat.lat]))
    container.addEventListener('pointerup', () => {
      if (inserting) actions.onInsert(inserting.after, inserting.at)
      inserting = null
    })
  }
  return {
    show(view) {
      shown = view
      map.getSource<GeoJSONSource>(SOURCE)?.setData(fenceFeatures(view))
      points?.show(view.points)
      middles?.show(view.middles.map(({ at }) => at))
      border?.show(view.border ? [view.border] : [])
    },
    showPlaces: (places) => showPlaces(map, places),
    fit(point) {
      const bounds = boundsOf(shown)
      if (bounds) map.fitBounds(bounds, { padding: 40, maxZoom: 16, animate: false })
      else if (point) map.jumpTo({ center: [point[0], point[1]], zoom: nearZoom })
    },
    remove: () => map.remove(),
  }
}
