import type { FleetSnapshot } from '@tanker/contract/trucks'
import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { type Palette, LOOK_COLOUR } from '../ui/tokens.ts'
import { MarkerAnimation } from './marker-animation.ts'
import { placeOf, RANK_OF_LOOK, truckFeature, type TruckLook } from './truck-features.ts'

/** Trucks are clustered below this zoom; from it on those in the window are drawn one by one and glide. */
const SINGLE_FROM_ZOOM = 12

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features })

const rankColour = (palette: Palette, rank: ExpressionSpecification): ExpressionSpecification =>
  [
    'match',
    rank,
    ...RANK_OF_LOOK.flatMap((of, look) => [of, palette[LOOK_COLOUR[look] ?? 'offline']]),
    palette.offline,
  ] as unknown as ExpressionSpecification

/** The fleet on a map. `shown` says whether the truck at a position is to be seen; call `redraw` when its answer changes. */
export class FleetLayers {
  private readonly map: MapLibre
  private readonly readFleet: () => FleetSnapshot | null
  private readonly shown: (position: number) => boolean
  private readonly look: TruckLook
  private readonly animation: MarkerAnimation
  /** Clicks on trucks and clusters are for something else. */
  isPassive = false
  private pickedTruck: number | null = null
  /** Positions in the fleet's arrays. */
  private nearby: number[] = []

  constructor(
    map: MapLibre,
    palette: Palette,
    readFleet: () => FleetSnapshot | null,
    shown: (position: number) => boolean,
    look: TruckLook,
    onPick: (truckId: number) => void,
  ) {
    this.map = map
    this.readFleet = readFleet
    this.shown = shown
    this.look = look
    this.animation = new MarkerAnimation(() => this.drawNearby())
    this.addLayers(palette)
    this.listen(onPick)
  }

  /** Redraws everything: after a snapshot, or when other trucks are shown. */
  redraw(): void {
    const fleet = this.readFleet()
    const features: Feature[] = []
    fleet?.truckId.forEach((_, position) => {
      const at = placeOf(fleet, position)
      if (at && this.isCounted(position, fleet)) features.push(truckFeature(fleet, position, at, this.look))
    })
    void this.source('fleet').setData(collection(features))
    this.findNearby()
  }

  /** After a live batch: only what changed goes to the map's worker. */
  update(changed: readonly number[]): void {
    const fleet = this.readFleet()
    if (!fleet) return
    const add: Feature[] = []
    const remove: number[] = []
    for (const position of changed) {
      const at = placeOf(fleet, position)
      if (at && this.isCounted(position, fleet)) add.push(truckFeature(fleet, position, at, this.look))
      else remove.push(fleet.truckId[position] ?? 0)
    }
    void this.source('fleet').updateData({ add, remove })
    if (this.map.getZoom() < SINGLE_FROM_ZOOM && this.pickedTruck === null) return
    this.animation.towards(changed, (position) => placeOf(fleet, position))
    this.findNearby()
  }

  pick(truckId: number | null): void {
    if (truckId === this.pickedTruck) return
    this.pickedTruck = truckId
    this.redraw()
  }

  remove(): void {
    this.animation.stop()
  }

  /** The picked truck is drawn by itself, not hidden in a cluster. */
  private isCounted(position: number, fleet: FleetSnapshot): boolean {
    return fleet.truckId[position] !== this.pickedTruck && this.shown(position)
  }

  private source(id: string): GeoJSONSource {
    const source = this.map.getSource<GeoJSONSource>(id)
    if (!source) throw new Error(`the map has no source ${id}`)
    return source
  }

  /** Which trucks are drawn one by one: the picked one, and close up all in the window. */
  private findNearby(): void {
    const fleet = this.readFleet()
    const single = this.map.getZoom() >= SINGLE_FROM_ZOOM
    const bounds = this.map.getBounds()
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
    const inWindow = ([lng, lat]: readonly [number, number]): boolean => lng >= west && lng <= east && lat >= south && lat <= north
    this.nearby = []
    fleet?.truckId.forEach((truckId, position) => {
      const at = placeOf(fleet, position)
      if (at && (truckId === this.pickedTruck || (single && inWindow(at) && this.shown(position)))) this.nearby.push(position)
    })
    this.drawNearby()
  }

  private drawNearby(): void {
    const fleet = this.readFleet()
    if (!fleet) return
    const now = performance.now()
    const features = this.nearby.flatMap((position) => {
      const target = placeOf(fleet, position)
      return target ? [truckFeature(fleet, position, this.animation.at(position, target, now), this.look)] : []
    })
    // The picked truck and its plate lie on top of those that stand where it stands.
    void this.source('nearby').setData(collection(features.filter(({ id }) => id !== this.pickedTruck)))
    void this.source('picked').setData(collection(features.filter(({ id }) => id === this.pickedTruck)))
  }

  private addLayers(palette: Palette): void {
    const { map } = this
    map.addSource('fleet', {
      type: 'geojson',
      data: collection([]),
      cluster: true,
      clusterMaxZoom: SINGLE_FROM_ZOOM - 1,
      clusterRadius: 42,
      clusterProperties: { worst: ['max', ['get', 'rank']] },
    })
    map.addSource('nearby', { type: 'geojson', data: collection([]) })
    map.addSource('picked', { type: 'geojson', data: collection([]) })
    const plate = {
      'text-field': ['get', 'plate'] as ExpressionSpecification,
      'text-size': 12,
      'text-offset': [0, 1.3] as [number, number],
      'text-anchor': 'top' as const,
      'text-optional': true,
    }
    const truck = {
      'icon-image': ['get', 'icon'] as ExpressionSpecification,
      'icon-rotate': ['get', 'heading'] as ExpressionSpecification,
      'icon-allow-overlap': true,
      // The worst state lies on top.
      'symbol-sort-key': ['get', 'rank'] as ExpressionSpecification,
    }
    const words = { 'text-color': palette.ink, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.6 }
    map.addLayer({
      id: 'fleet-clusters',
      type: 'circle',
      source: 'fleet',
      filter: ['has', 'point_count'],
      maxzoom: SINGLE_FROM_ZOOM,
      paint: {
        'circle-color': palette.surface,
        'circle-stroke-color': rankColour(palette, ['get', 'worst']),
        'circle-stroke-width': 4,
        'circle-radius': ['step', ['get', 'point_count'], 13, 10, 16, 100, 20, 1000, 25],
      },
    })
    map.addLayer({
      id: 'fleet-cluster-counts',
      type: 'symbol',
      source: 'fleet',
      filter: ['has', 'point_count'],
      maxzoom: SINGLE_FROM_ZOOM,
      layout: { 'text-field': ['get', 'point_count'], 'text-size': 12, 'text-allow-overlap': true },
      paint: { 'text-color': palette.ink },
    })
    map.addLayer({
      id: 'fleet-trucks',
      type: 'symbol',
      source: 'fleet',
      filter: ['!', ['has', 'point_count']],
      maxzoom: SINGLE_FROM_ZOOM,
      layout: { ...truck, ...plate, 'text-field': ['step', ['zoom'], '', 9, ['get', 'plate']] },
      paint: words,
    })
    map.addLayer({
      id: 'picked-ring',
      type: 'circle',
      source: 'picked',
      paint: {
        'circle-radius': 19,
        'circle-color': palette.ink,
        'circle-opacity': 0.1,
        'circle-stroke-color': palette.ink,
        'circle-stroke-width': 2,
      },
    })
    map.addLayer({
      id: 'nearby-trucks',
      type: 'symbol',
      source: 'nearby',
      minzoom: SINGLE_FROM_ZOOM,
      layout: { ...truck, ...plate },
      paint: words,
    })
    map.addLayer({
      id: 'picked-truck',
      type: 'symbol',
      source: 'picked',
      layout: { ...truck, ...plate, 'text-offset': [0, 1.7], 'text-allow-overlap': true, 'icon-ignore-placement': true },
      paint: words,
    })
  }

  private listen(onPick: (truckId: number) => void): void {
    const { map } = this
    for (const layer of ['fleet-trucks', 'nearby-trucks', 'fleet-clusters']) {
      map.on('mouseenter', layer, () => (map.getCanvas().style.cursor = 'pointer'))
      map.on('mouseleave', layer, () => (map.getCanvas().style.cursor = ''))
    }
    for (const layer of ['fleet-trucks', 'nearby-trucks']) {
      map.on('click', layer, ({ features }) => {
        const truckId = features?.[0]?.properties['truckId'] as number | undefined
        if (truckId !== undefined && !this.isPassive) onPick(truckId)
      })
    }
    map.on('click', 'fleet-clusters', ({ features, lngLat }) => {
      const cluster = features?.[0]?.properties['cluster_id'] as number | undefined
      if (cluster === undefined || this.isPassive) return
      void this.source('fleet')
        .getClusterExpansionZoom(cluster)
        .then((zoom) => map.easeTo({ center: lngLat, zoom: zoom + 0.2 }))
    })
    map.on('moveend', () => this.findNearby())
  }
}
