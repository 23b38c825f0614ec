import type { TruckTrail } from '@tanker/contract/board'
import { placeCalls } from '@tanker/contract/endpoints/places'
import { useEffect, useRef, useState } from 'react'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { createMap } from '../../../platform/map/create-map.ts'
import { addMapIcons } from '../../../platform/map/map-icons.ts'
import { addPlaceLayers, showPlaces } from '../../../platform/map/place-layers.ts'
import { boundsOfPlaces } from '../../../platform/map/truck-features.ts'
import { paletteOf, type Theme } from '../../../platform/ui/theme.ts'
import { BoardCamera } from '../board-camera.ts'
import { usePanels } from '../use-panels.ts'
import { type Coloured, TrackedLayers } from './tracked-layers.ts'
import type { Follows } from './use-follows.ts'

const WORDS = { label: { zh: '实时跟踪地图', en: 'Map of the followed trucks' } } as const

const ALL_ZOOM = 14
const CLOSE_UP_ZOOM = 13.5
/** The plate stands below its truck. */
const PADDING_PX = 80
const flyMs = 900

type TrackedMapProps = {
  readonly theme: Theme
  readonly trucks: readonly Coloured[]
  /** By truck, once it is read. */
  readonly trails: ReadonlyMap<number, TruckTrail>
  readonly follows: Follows
  /** Changes when panels over the map come or go. */
  readonly panels: string
  /** The user moved the map away from what it followed. */
  readonly onLetGo: () => void
}

type Drawn = { readonly layers: TrackedLayers; readonly camera: BoardCamera; readonly showPlaces: (places: Places) => void }
type Places = Parameters<typeof showPlaces>[1]

const placesOf = (trucks: readonly Coloured[]) => trucks.flatMap(({ place }) => (place ? [place] : []))

/** One map for one theme: give it the theme as `key`. */
export const TrackedMap = (props: TrackedMapProps) => {
  const { theme, trucks, trails, follows, panels } = props
  const container = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const places = useEndpoint(placeCalls.list, null, { purpose: 'silent', staleTime: 300_000 }).data
  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
  })

  useEffect(() => {
    if (!container.current) return
    let left = false
    let remove = (): void => {}
    const palette = paletteOf(theme)
    void createMap(container.current, palette).then((map) => {
      if (left) return map.remove()
      addMapIcons(map, palette)
      addPlaceLayers(map, palette)
      const layers = new TrackedLayers(map, palette)
      const camera = new BoardCamera(
        map,
        () => newest.current.trucks.find(({ truckId }) => truckId === newest.current.follows)?.place ?? null,
        () => newest.current.onLetGo(),
      )
      // Dragging, zooming and keys: who looks elsewhere is not brought back.
      map.on('movestart', (event) => {
        const { originalEvent } = event as { readonly originalEvent?: unknown }
        if (originalEvent !== undefined && newest.current.follows === 'all') newest.current.onLetGo()
      })
      remove = () => {
        layers.remove()
        map.remove()
      }
      setDrawn({ layers, camera, showPlaces: (shown) => showPlaces(map, shown) })
    })
    return () => {
      left = true
      remove()
      // Out of sight and back again, the other effects must not meet a map that is gone.
      setDrawn(null)
    }
  }, [theme])

  useEffect(() => {
    if (!drawn) return
    drawn.layers.show(trucks)
    if (newest.current.follows === 'all') drawn.camera.keepInSight(placesOf(trucks), ALL_ZOOM, PADDING_PX)
    else drawn.camera.pickedMoved()
  }, [drawn, trucks])
  useEffect(() => {
    if (drawn) for (const [truckId, trail] of trails) drawn.layers.read(truckId, trail)
  }, [drawn, trails])
  useEffect(() => {
    if (drawn && places) drawn.showPlaces(places)
  }, [drawn, places])

  // Other trucks, or the first place of one, are a new sight.
  const placed = trucks.flatMap(({ truckId, place }) => (place ? [truckId] : [])).join()
  const isFirst = useRef(true)
  useEffect(() => {
    if (!drawn || placed === '') return
    const { camera } = drawn
    const now = newest.current.trucks
    if (follows === 'all') {
      const bounds = boundsOfPlaces(placesOf(now))
      camera.follow(false)
      if (bounds) camera.fit(bounds, ALL_ZOOM, isFirst.current ? 0 : flyMs, PADDING_PX)
      isFirst.current = false
    } else if (follows === null) camera.letGo()
    else {
      const place = now.find(({ truckId }) => truckId === follows)?.place
      camera.follow(true)
      if (place) camera.flyTo(place, CLOSE_UP_ZOOM, true)
    }
  }, [drawn, follows, placed])
  usePanels(container.current, panels, drawn?.camera)

  return <div ref={container} className="fleet-map" role="region" aria-label={text(WORDS.label)} aria-busy={drawn === null} />
}
