import { AttributionControl, type LngLatBoundsLike, Map as MapLibre, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import './map-controls.css'
import { text } from '../language.ts'
import { FONT, type Palette } from '../ui/tokens.ts'
import { baseStyle, ROAD_SIGN } from './base-style.ts'
import { roadSign } from './map-icons.ts'
import { ABOVE_STREETS, addStreets, readStreetMap } from './streets/add-streets.ts'
import { withSession } from './streets/tile-requests.ts'

setWorkerUrl(workerUrl)

/** Jiangsu, until it is known where the fleet is. */
const FIRST_VIEW: LngLatBoundsLike = [
  [116.3, 30.7],
  [122.0, 35.2],
]

const WORDS = {
  map: { zh: '地图', en: 'Map' },
  zoomIn: { zh: '放大', en: 'Zoom in' },
  zoomOut: { zh: '缩小', en: 'Zoom out' },
} as const

/**
 * A map of the local base map; resolves when layers may be added. That is before land and roads are drawn: on a slow machine they come
 * seconds later, and trucks must not wait for them. Streets, where the installation has them, come below those layers.
 */
export const createMap = (container: HTMLElement, palette: Palette): Promise<MapLibre> => {
  const map = new MapLibre({
    container,
    style: baseStyle(palette),
    bounds: FIRST_VIEW,
    attributionControl: false,
    localIdeographFontFamily: FONT,
    fadeDuration: 0,
    dragRotate: false,
    pitchWithRotate: false,
    maxZoom: 18,
    transformRequest: withSession,
    locale: {
      'Map.Title': text(WORDS.map),
      'NavigationControl.ZoomIn': text(WORDS.zoomIn),
      'NavigationControl.ZoomOut': text(WORDS.zoomOut),
    },
  })
  let isRemoved = false
  map.once('remove', () => (isRemoved = true))
  const ready = new Promise<MapLibre>((resolve) =>
    map.once('style.load', () => {
      const { image, ...stretching } = roadSign(palette)
      map.addImage(ROAD_SIGN, image, stretching)
      map.addLayer({ id: ABOVE_STREETS, type: 'background', layout: { visibility: 'none' } })
      resolve(map)
    }),
  )
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-left')
  map.addControl(new ScaleControl(), 'bottom-left')
  void Promise.all([readStreetMap(), ready]).then(([streets]) => {
    if (!streets || isRemoved) return
    addStreets(map, streets, palette)
    if (streets.credit !== '') map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  })
  return ready
}
