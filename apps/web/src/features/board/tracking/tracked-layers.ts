import type { TruckTrail } from '@tanker/contract/board'
import type { Feature, FeatureCollection, LineString } from 'geojson'
import { type GeoJSONSource, type Map as MapLibre, Marker } from 'maplibre-gl'
import { LiveTrail } from '../../../platform/map/live-trail.ts'
import { MarkerAnimation } from '../../../platform/map/marker-animation.ts'
import { addTrailLines } from '../../../platform/map/trail-layers.ts'
import { truckArrow } from '../../../platform/map/truck-arrow.ts'
import type { Palette } from '../../../platform/ui/tokens.ts'
import type { Tracked } from './use-tracked.ts'

/** How long the line behind a truck is. */
const TAIL_MS = 30 * 60_000

/** A truck with its colour. */
export type Coloured = Tracked & { readonly colour: string; readonly isOffline: boolean }

type Mark = { readonly marker: Marker; readonly arrow: HTMLElement; readonly colour: string }

const collection = (features: Feature<LineString>[]): FeatureCollection<LineString> => ({ type: 'FeatureCollection', features })

/** The followed trucks on a map, each in its colour with its plate and the line of its last half hour. */
export class TrackedLayers {
  private readonly map: MapLibre
  private readonly palette: Palette
  private readonly animation: MarkerAnimation
  private readonly marks = new Map<number, Mark>()
  private readonly trails = new Map<number, LiveTrail>()
  private shown: readonly Coloured[] = []

  constructor(map: MapLibre, palette: Palette) {
    this.map = map
    this.palette = palette
    this.animation = new MarkerAnimation(() => this.drawMarks())
    this.addLayers()
  }

  show(trucks: readonly Coloured[]): void {
    this.shown = trucks
    const colours = new Map(trucks.map(({ truckId, colour }) => [truckId, colour]))
    for (const [truckId, { marker, colour }] of this.marks) {
      if (colours.get(truckId) === colour) continue
      marker.remove()
      this.marks.delete(truckId)
    }
    for (const truckId of this.trails.keys()) if (!colours.has(truckId)) this.trails.delete(truckId)
    for (const { truckId, place, at, speedKmh } of trucks)
      if (place && at !== null) this.trailOf(truckId).extend({ at, lng: place[0], lat: place[1], speedKmh })
    const placeOfId = new Map(trucks.map(({ truckId, place }) => [truckId, place]))
    this.animation.towards([...placeOfId.keys()], (truckId) => placeOfId.get(truckId) ?? null)
    this.drawMarks()
    this.drawTails()
  }

  /** Takes the trail of a truck as it was read. */
  read(truckId: number, trail: TruckTrail): void {
    this.trailOf(truckId).read(trail)
    this.drawTails()
  }

  remove(): void {
    this.animation.stop()
    for (const { marker } of this.marks.values()) marker.remove()
  }

  private trailOf(truckId: number): LiveTrail {
    const trail = this.trails.get(truckId) ?? new LiveTrail()
    this.trails.set(truckId, trail)
    return trail
  }

  private markOf({ truckId, plate, colour }: Coloured): Mark {
    const known = this.marks.get(truckId)
    if (known) return known
    const element = document.createElement('div')
    element.className = 'tracked-mark'
    element.dataset['truck'] = String(truckId)
    const arrow = truckArrow(colour, this.palette.mapHalo)
    const label = document.createElement('span')
    label.textContent = plate
    label.style.borderColor = colour
    element.append(arrow, label)
    const mark = { marker: new Marker({ element }), arrow, colour }
    this.marks.set(truckId, mark)
    return mark
  }

  private drawMarks(): void {
    const now = performance.now()
    for (const truck of this.shown) {
      if (!truck.place) continue
      const { marker, arrow } = this.markOf(truck)
      const [lng, lat] = this.animation.at(truck.truckId, truck.place, now)
      marker.setLngLat([lng, lat]).setOpacity(truck.isOffline ? '0.5' : '1')
      arrow.style.rotate = `${truck.headingDeg}deg`
      if (!marker.getElement().isConnected) marker.addTo(this.map)
    }
  }

  private drawTails(): void {
    const from = Date.now() - TAIL_MS
    const features = this.shown.flatMap(({ truckId, colour }) =>
      this.trailOf(truckId)
        .lines(from)
        .features.map((line) => ({ ...line, properties: { ...line.properties, colour } })),
    )
    void this.map.getSource<GeoJSONSource>('tails')?.setData(collection(features))
  }

  private addLayers(): void {
    const { map, palette } = this
    map.addSource('tails', { type: 'geojson', data: collection([]) })
    addTrailLines(map, palette, 'tails', ['get', 'colour'])
  }
}
