import type { TruckTrail } from '@tanker/contract/board'
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { Popup } from 'maplibre-gl'
import { type Palette, SPEED_COLOUR } from '../ui/tokens.ts'
import { LiveTrail } from './live-trail.ts'
import { markFeatures, type MarkGroup, markGroups, type TailPoint } from './trail-features.ts'

const isGap: ExpressionSpecification = ['==', ['get', 'kind'], 'gap']

/** The lines of a source of trails: a halo, gaps dashed, and the line in its colour, by the name of the source. */
export function addTrailLines(map: MapLibre, palette: Palette, source: string, colour: ExpressionSpecification): void {
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  map.addLayer({
    id: `${source}-case`,
    type: 'line',
    source,
    filter: ['!', isGap],
    layout,
    paint: { 'line-color': palette.mapHalo, 'line-width': 7.5 },
  })
  map.addLayer({
    id: `${source}-gaps`,
    type: 'line',
    source,
    filter: isGap,
    paint: { 'line-color': palette.muted, 'line-width': 2, 'line-dasharray': [2, 2.5] },
  })
  map.addLayer({
    id: source,
    type: 'line',
    source,
    filter: ['!', isGap],
    layout,
    paint: { 'line-color': colour, 'line-width': 4.5 },
  })
}

/** The trail of the picked truck with its marks, under the trucks. `describe` words what a mark stands for, a line each. */
export class TrailLayers {
  private readonly map: MapLibre
  private readonly describe: (group: MarkGroup) => readonly string[]
  private readonly trail = new LiveTrail()
  private groups: readonly MarkGroup[] = []
  private popup: Popup | null = null

  constructor(map: MapLibre, palette: Palette, describe: (group: MarkGroup) => readonly string[]) {
    this.map = map
    this.describe = describe
    this.addLayers(palette)
    map.on('mouseenter', 'trail-marks', ({ features }) => {
      map.getCanvas().style.cursor = 'pointer'
      this.openPopup(features?.[0]?.properties['index'] as number | undefined)
    })
    map.on('mouseleave', 'trail-marks', () => {
      map.getCanvas().style.cursor = ''
      this.popup?.remove()
    })
    // A finger does not hover.
    map.on('click', 'trail-marks', ({ features }) => this.openPopup(features?.[0]?.properties['index'] as number | undefined))
  }

  /** Shows a trail as it was read, or none. */
  show(trail: TruckTrail | undefined): void {
    if (trail === undefined) this.popup?.remove()
    this.trail.read(trail)
    this.groups = markGroups(this.trail.marks)
    void this.map.getSource<GeoJSONSource>('trail-marks')?.setData(markFeatures(this.groups))
    this.draw()
  }

  /** The truck is at another place now. */
  extend(point: TailPoint): void {
    if (this.trail.extend(point)) this.draw()
  }

  private draw(): void {
    void this.map.getSource<GeoJSONSource>('trail')?.setData(this.trail.lines())
  }

  private openPopup(index: number | undefined): void {
    const group = index === undefined ? undefined : this.groups[index]
    if (!group) return
    const content = document.createElement('ul')
    content.append(
      ...this.describe(group).map((words) => {
        const line = document.createElement('li')
        line.textContent = words
        return line
      }),
    )
    this.popup?.remove()
    this.popup = new Popup({ closeButton: false, offset: 14, className: 'map-popup', maxWidth: '300px' })
      .setLngLat([group.lng, group.lat])
      .setDOMContent(content)
      .addTo(this.map)
  }

  private addLayers(palette: Palette): void {
    const { map } = this
    const colour = [
      'match',
      ['get', 'kind'],
      ...SPEED_COLOUR.flatMap((name) => [name, palette[name]]),
      palette.muted,
    ] as unknown as ExpressionSpecification
    map.addSource('trail', { type: 'geojson', data: this.trail.lines() })
    map.addSource('trail-marks', { type: 'geojson', data: markFeatures([]) })
    addTrailLines(map, palette, 'trail', colour)
    map.addLayer({
      id: 'trail-marks',
      type: 'symbol',
      source: 'trail-marks',
      layout: {
        'icon-image': ['get', 'icon'],
        // Kinds at one place stand side by side above the line.
        'icon-offset': ['match', ['get', 'side'], 0, ['literal', [-21, -20]], 1, ['literal', [0, -20]], ['literal', [21, -20]]],
        'icon-allow-overlap': true,
        'text-field': ['get', 'count'],
        'text-size': 10,
        'text-offset': ['match', ['get', 'side'], 0, ['literal', [-1.2, -3]], 1, ['literal', [0.9, -3]], ['literal', [3, -3]]],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': palette.ink, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.6 },
    })
  }
}
