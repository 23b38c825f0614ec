import type { MapPlaces } from '@tanker/contract/trucks'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { createMap } from '../../platform/map/create-map.ts'
import { FleetLayers } from '../../platform/map/fleet-layers.ts'
import { addMapIcons } from '../../platform/map/map-icons.ts'
import { addPlaceLayers, showPlaces } from '../../platform/map/place-layers.ts'
import { fleetBounds } from '../../platform/map/truck-features.ts'
import { paletteOf, type Theme } from '../../platform/ui/theme.ts'
import { middleOfFree } from './free-middle.ts'

type Camera = { readonly center: [number, number]; readonly zoom: number }

/** Where the user left the map, for coming back and for a change of theme. */
let leftAt: Camera | null = null

export type Sight = { readonly lng: number; readonly lat: number }

type FleetMapProps = {
  readonly theme: Theme
  readonly places: MapPlaces | undefined
  /** Whether the truck at a position of the fleet is to be seen; a new function when the answer may differ. */
  readonly shown: (position: number) => boolean
  readonly pickedTruck: number | null
  /** Where to fly; a new object each time. */
  readonly sight: Sight | null
  readonly onPick: (truckId: number) => void
}

const settleMs = 150

const WORDS = { label: { zh: '车辆地图', en: 'Map of the trucks' } } as const

type Drawn = { readonly map: MapLibre; readonly layers: FleetLayers }

const fitFleet = (map: MapLibre): void => {
  const bounds = fleetStore.fleet && fleetBounds(fleetStore.fleet)
  if (!bounds) return
  map.fitBounds(bounds, {
    padding: innerWidth > 900 ? { left: 360, right: 80, top: 60, bottom: 60 } : 40,
    maxZoom: 11,
    animate: false,
  })
}

const CLOSE_UP_ZOOM = 12.5

/** From the middle of the map to the middle of what the list and the card leave free of it. */
const offsetIn = (container: HTMLElement): [number, number] =>
  middleOfFree(
    container.getBoundingClientRect(),
    [...(container.parentElement?.querySelectorAll('.panel') ?? [])].map((panel) => panel.getBoundingClientRect()),
  )

/** One map for one theme: give it the theme as `key`. */
export const FleetMap = ({ theme, places, shown, pickedTruck, sight, onPick }: FleetMapProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const shownNow = useRef(shown)
  const pick = useRef(onPick)
  useEffect(() => {
    shownNow.current = shown
    pick.current = onPick
  })

  useEffect(() => {
    if (!container.current) return
    let left = false
    let made: Drawn | null = null
    const palette = paletteOf(theme)
    void createMap(container.current, palette).then((map) => {
      if (left) return map.remove()
      addMapIcons(map, palette)
      addPlaceLayers(map, palette)
      const layers = new FleetLayers(
        map,
        palette,
        () => fleetStore.fleet,
        (position) => shownNow.current(position),
        (truckId) => pick.current(truckId),
      )
      made = { map, layers }
      if (leftAt) map.jumpTo(leftAt)
      else fitFleet(map)
      map.on('moveend', () => (leftAt = { center: map.getCenter().toArray() as [number, number], zoom: map.getZoom() }))
      setDrawn(made)
    })
    return () => {
      left = true
      made?.layers.remove()
      made?.map.remove()
      // Out of sight and back again, the other effects must not meet a map that is gone.
      setDrawn(null)
    }
  }, [theme])

  useEffect(() => {
    if (!drawn) return
    return fleetStore.listen((changed) => {
      if (changed) return drawn.layers.update(changed)
      drawn.layers.redraw()
      if (!leftAt) fitFleet(drawn.map)
    })
  }, [drawn])

  // After the last key of a search, not at each.
  useEffect(() => {
    const timer = setTimeout(() => drawn?.layers.redraw(), settleMs)
    return () => clearTimeout(timer)
  }, [drawn, shown])
  useEffect(() => drawn?.layers.pick(pickedTruck), [drawn, pickedTruck])
  useEffect(() => {
    if (drawn && places) showPlaces(drawn.map, places)
  }, [drawn, places])
  useEffect(() => {
    if (!drawn || !sight) return
    drawn.map.easeTo({
      center: [sight.lng, sight.lat],
      zoom: Math.max(drawn.map.getZoom(), CLOSE_UP_ZOOM),
      duration: 600,
      offset: offsetIn(drawn.map.getContainer()),
    })
  }, [drawn, sight])

  return <div ref={container} className="fleet-map" role="region" aria-label={text(WORDS.label)} />
}
