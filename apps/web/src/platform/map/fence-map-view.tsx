import { placeCalls } from '@tanker/contract/endpoints/places'
import type { LngLat } from '@tanker/domain/fences/fence'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEndpoint } from '../calls/use-endpoint.ts'
import type { FenceView } from './fence-features.ts'
import type { FenceActions, FenceMap } from './fence-map.ts'
import { paletteOf, useTheme } from '../ui/theme.ts'

type FenceMapViewProps = {
  readonly view: FenceView
  readonly actions: FenceActions | null
  /** Looked at while nothing is drawn. */
  readonly near: LngLat | null
  /** Counts up: what is drawn is to be brought into sight. */
  readonly fits: number
}

/** The map of a fence with the places and fences around it; the map library is loaded with it. */
export const FenceMapView = ({ view, actions, near, fits }: FenceMapViewProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<FenceMap | null>(null)
  const newest = useRef(actions)
  newest.current = actions
  const isDrawn = actions !== null
  const theme = useTheme()
  const places = useEndpoint(placeCalls.list, null, { purpose: 'poll', staleTime: 60_000 })
  useEffect(() => {
    let left = false
    let made: FenceMap | null = null
    void import('./fence-map.ts').then(async ({ fenceMap }) => {
      if (left || !container.current) return
      made = await fenceMap(
        container.current,
        paletteOf(theme),
        isDrawn
          ? {
              onClick: (at) => newest.current?.onClick(at),
              onMove: (index, at) => newest.current?.onMove(index, at),
              onInsert: (after, at) => newest.current?.onInsert(after, at),
              onRemove: (index) => newest.current?.onRemove(index),
              onBorder: (at) => newest.current?.onBorder(at),
            }
          : null,
      )
      if (left) return made.remove()
      setMap(made)
    })
    return () => {
      left = true
      made?.remove()
      setMap(null)
    }
  }, [theme, isDrawn])
  useEffect(() => map?.show(view), [map, view])
  useEffect(() => map?.showPlaces(places.data ?? []), [map, places.data])
  const fit = useEffectEvent((made: FenceMap | null) => made?.fit(near))
  const [lng, lat] = near ?? []
  useEffect(() => fit(map), [map, fits, lng, lat])
  return <div ref={container} className="fence-map" aria-busy={map === null} />
}
