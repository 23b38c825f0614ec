import type { BoardScreen, TruckTrail } from '@tanker/contract/board'
import type { MapPlaces } from '@tanker/contract/trucks'
import type { FoundOnMap } from './use-board-address.ts'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { createMap } from '../../platform/map/create-map.ts'
import { FleetLayers } from '../../platform/map/fleet-layers.ts'
import { addFoundLayer, placeBounds, showFound } from '../../platform/map/found-layer.ts'
import { addMapIcons } from '../../platform/map/map-icons.ts'
import { type Measured, MeasureLayers } from '../../platform/map/measure-layers.ts'
import { addPlaceLayers, showPlaces } from '../../platform/map/place-layers.ts'
import { TrailLayers } from '../../platform/map/trail-layers.ts'
import { fleetBounds, placeOf, type TruckLook } from '../../platform/map/truck-features.ts'
import { paletteOf, type Theme } from '../../platform/ui/theme.ts'
import { BoardCamera } from './board-camera.ts'
import { fixOf, placeOfTruck } from './truck-fix.ts'
import { usePanels } from './use-panels.ts'
import { markWords } from './mark-words.ts'
import type { BoardFilter } from './use-fleet.ts'

type Camera = { readonly center: [number, number]; readonly zoom: number }

/** Where the user left the map of each board, for coming back and for a change of theme. */
const leftAt: Partial<Record<BoardScreen, Camera>> = {}

/** Where to fly; a new object each time. */
export type Sight = { readonly lng: number; readonly lat: number; readonly isPicked: boolean }

type FleetMapProps = {
  readonly screen: BoardScreen
  readonly theme: Theme
  readonly places: MapPlaces | undefined
  /** Whether the truck at a position of the fleet is to be seen; a new function when the answer may differ. */
  readonly shown: (position: number) => boolean
  /** The colour of a truck; a new function when it may differ. */
  readonly look: TruckLook
  readonly pickedTruck: number | null
  /** Of the picked truck, once it is read. */
  readonly trail: TruckTrail | undefined
  /** The place that is looked for; it is flown to when it changes, or `flights` does. */
  readonly found: FoundOnMap | null
  readonly flights: number
  readonly isMeasuring: boolean
  readonly isFollowing: boolean
  readonly sight: Sight | null
  /** Changes when panels over the map come or go. */
  readonly panels: string
  readonly onPick: (truckId: number) => void
  readonly onMeasured: (measured: Measured) => void
  /** The user moved the map away from the truck that it followed. */
  readonly onLetGo: () => void
}

const settleMs = 150

const WORDS = { label: { zh: '车辆地图', en: 'Map of the trucks' } } as const

type Drawn = {
  readonly map: MapLibre
  readonly layers: FleetLayers
  readonly trail: TrailLayers
  readonly measure: MeasureLayers
  readonly camera: BoardCamera
  /** Call when trucks have other places. */
  readonly showWhole: () => void
}

const CLOSE_UP_ZOOM = 12.5
const FLEET_ZOOM = 11
const PLACE_ZOOM = 15.5
const flyMs = 900

const fitFleet = (camera: BoardCamera, shown: BoardFilter): void => {
  const bounds = fleetStore.fleet && fleetBounds(fleetStore.fleet, shown)
  if (bounds) camera.fit(bounds, FLEET_ZOOM, 0)
}

/** Of how many trucks that are to be seen a place is known. */
const placedTrucks = (shown: BoardFilter): number => {
  const { fleet } = fleetStore
  return fleet?.truckId.filter((_, position) => shown(position) && placeOf(fleet, position) !== null).length ?? 0
}

/**
 * Shows the whole fleet until the user or something that is looked for leads the map elsewhere: at once, and when trucks have their first
 * place, as after a start. A map that only gets another size has not been led anywhere.
 */
function showWholeFleet(screen: BoardScreen, map: MapLibre, camera: BoardCamera, isLed: () => boolean, shown: BoardFilter): () => void {
  let fitted = 0
  const left = leftAt[screen]
  let isFree = left === undefined
  if (left) map.jumpTo(left)
  map.on('moveend', (event) => {
    const { originalEvent } = event as { readonly originalEvent?: unknown }
    if (originalEvent !== undefined || isLed()) isFree = false
    if (fitted > 0 || !isFree) leftAt[screen] = { center: map.getCenter().toArray() as [number, number], zoom: map.getZoom() }
  })
  return () => {
    if (!isFree || isLed()) return
    const placed = placedTrucks(shown)
    if (placed <= fitted) return
    fitted = placed
    fitFleet(camera, shown)
  }
}

/** One map for one theme: give it the theme as `key`. */
export const FleetMap = (props: FleetMapProps) => {
  const { screen, theme, places, shown, look, pickedTruck, trail, found, flights, isMeasuring, isFollowing, sight, panels } = props
  const container = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
  })

  // Before the one that makes the map: what it takes away must still be there.
  useEffect(() => {
    if (!drawn || !isMeasuring) return
    drawn.layers.isPassive = true
    drawn.measure.start()
    return () => {
      drawn.layers.isPassive = false
      drawn.measure.stop()
    }
  }, [drawn, isMeasuring])

  useEffect(() => {
    if (!container.current) return
    let left = false
    let made: Drawn | null = null
    const palette = paletteOf(theme)
    void createMap(container.current, palette).then((map) => {
      if (left) return map.remove()
      addMapIcons(map, palette)
      addPlaceLayers(map, palette)
      addFoundLayer(map, palette)
      const trail = new TrailLayers(map, palette, markWords)
      const layers = new FleetLayers(
        map,
        palette,
        () => fleetStore.fleet,
        (position) => newest.current.shown(position),
        (fleet, position) => newest.current.look(fleet, position),
        (truckId) => newest.current.onPick(truckId),
      )
      const measure = new MeasureLayers(map, palette, (measured) => newest.current.onMeasured(measured))
      const camera = new BoardCamera(
        map,
        () => placeOfTruck(newest.current.pickedTruck),
        () => newest.current.onLetGo(),
      )
      const isLed = (): boolean => newest.current.found !== null || newest.current.sight !== null
      const showWhole = showWholeFleet(screen, map, camera, isLed, (position) => newest.current.shown(position))
      made = { map, layers, trail, measure, camera, showWhole }
      showWhole()
      setDrawn(made)
    })
    return () => {
      left = true
      made?.layers.remove()
      made?.map.remove()
      // Out of sight and back again, the other effects must not meet a map that is gone.
      setDrawn(null)
    }
  }, [screen, theme])

  useEffect(() => {
    if (!drawn) return
    return fleetStore.listen((changed) => {
      if (changed) drawn.layers.update(changed)
      else drawn.layers.redraw()
      drawn.showWhole()
    })
  }, [drawn])

  // After the last key of a search, not at each.
  useEffect(() => {
    const timer = setTimeout(() => {
      drawn?.layers.redraw()
      drawn?.showWhole()
    }, settleMs)
    return () => clearTimeout(timer)
  }, [drawn, shown, look])
  useEffect(() => {
    if (!drawn) return
    drawn.layers.pick(pickedTruck)
    if (pickedTruck === null) return drawn.camera.letGo()
    return fleetStore.listenTo(pickedTruck, () => {
      drawn.camera.pickedMoved()
      const now = fixOf(pickedTruck)
      if (now) drawn.trail.extend(now)
    })
  }, [drawn, pickedTruck])
  useEffect(() => drawn?.trail.show(trail), [drawn, trail])
  useEffect(() => {
    if (drawn && places) showPlaces(drawn.map, places)
  }, [drawn, places])
  useEffect(() => {
    if (drawn && sight) drawn.camera.flyTo([sight.lng, sight.lat], CLOSE_UP_ZOOM, sight.isPicked)
  }, [drawn, sight])
  useEffect(() => {
    if (!drawn) return
    showFound(drawn.map, found)
    if (found) drawn.camera.fit(placeBounds(found), found.zoom ?? PLACE_ZOOM, flyMs)
  }, [drawn, found, flights])
  useEffect(() => drawn?.camera.follow(isFollowing), [drawn, isFollowing])
  usePanels(container.current, panels, drawn?.camera)

  return <div ref={container} className="fleet-map" role="region" aria-label={text(WORDS.label)} aria-busy={drawn === null} />
}
