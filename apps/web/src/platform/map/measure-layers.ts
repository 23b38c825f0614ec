import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { isSamePoint, measureFeatures, segmentsOf } from './measure-features.ts'

type LngLat = readonly [lng: number, lat: number]

/** Points of one measured line. */
const MAX_MEASURED_POINTS = 100
const SOURCE = 'measure'

export type Measured = { readonly totalM: number; readonly segments: number }

/** A line over everything, measured while its points are clicked; a double click ends it. `onMeasured` hears of each change. */
export class MeasureLayers {
  private readonly map: MapLibre
  private readonly onMeasured: (measured: Measured) => void
  private points: LngLat[] = []
  /** The pointer, while the line is drawn. */
  private ahead: LngLat | null = null
  private isDrawing = false

  constructor(map: MapLibre, palette: Palette, onMeasured: (measured: Measured) => void) {
    this.map = map
    this.onMeasured = onMeasured
    this.addLayers(palette)
  }

  /** Begins a new line. */
  start(): void {
    this.stop()
    this.isDrawing = true
    this.map.doubleClickZoom.disable()
    this.map.getCanvas().style.cursor = 'crosshair'
    this.map.on('click', this.add)
    this.map.on('mousemove', this.move)
    this.map.on('dblclick', this.finish)
  }

  /** Ends measuring and takes the line away. */
  stop(): void {
    this.end()
    this.points = []
    this.show([])
  }

  private readonly add = ({ lngLat, point }: MapMouseEvent): void => {
    this.ahead = null
    if (this.isLastPoint(point) || this.points.length >= MAX_MEASURED_POINTS) return
    this.points.push([lngLat.lng, lngLat.lat])
    this.draw()
  }

  private readonly move = ({ lngLat, point }: MapMouseEvent): void => {
    this.ahead = this.isLastPoint(point) ? null : [lngLat.lng, lngLat.lat]
    if (this.points.length > 0) this.draw()
  }

  private isLastPoint(point: MapMouseEvent['point']): boolean {
    const last = this.points.at(-1)
    return last !== undefined && isSamePoint(this.map.project([last[0], last[1]]), point)
  }

  private readonly finish = (): void => {
    this.end()
    this.draw()
  }

  private end(): void {
    this.ahead = null
    if (!this.isDrawing) return
    this.isDrawing = false
    this.map.off('click', this.add)
    this.map.off('mousemove', this.move)
    this.map.off('dblclick', this.finish)
    this.map.getCanvas().style.cursor = ''
    // The double click that ended the line is not to zoom.
    setTimeout(() => this.map.doubleClickZoom.enable(), 0)
  }

  private draw(): void {
    const points = this.ahead && this.points.length > 0 ? [...this.points, this.ahead] : this.points
    this.show(points)
    const segments = segmentsOf(points)
    this.onMeasured({ totalM: segments.reduce((sum, one) => sum + one, 0), segments: segments.length })
  }

  private show(points: readonly LngLat[]): void {
    void this.map.getSource<GeoJSONSource>(SOURCE)?.setData(measureFeatures(points))
  }

  private addLayers(palette: Palette): void {
    const { map } = this
    const isPart = (part: string) => ['==', ['get', 'part'], part] as ['==', ['get', string], string]
    map.addSource(SOURCE, { type: 'geojson', data: measureFeatures([]) })
    map.addLayer({
      id: 'measure-line',
      type: 'line',
      source: SOURCE,
      filter: isPart('line'),
      paint: { 'line-color': palette.ink, 'line-width': 2, 'line-dasharray': [3, 1.5] },
    })
    map.addLayer({
      id: 'measure-points',
      type: 'circle',
      source: SOURCE,
      filter: isPart('point'),
      paint: { 'circle-radius': 4, 'circle-color': palette.surface, 'circle-stroke-color': palette.ink, 'circle-stroke-width': 2 },
    })
    map.addLayer({
      id: 'measure-lengths',
      type: 'symbol',
      source: SOURCE,
      filter: isPart('length'),
      layout: { 'text-field': ['get', 'length'], 'text-size': 12, 'text-allow-overlap': true },
      paint: { 'text-color': palette.ink, 'text-halo-color': palette.mapHalo, 'text-halo-width': 2 },
    })
  }
}
