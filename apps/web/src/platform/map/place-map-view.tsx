import { placeCalls } from '@tanker/contract/endpoints/places'
import { useEffect, useRef, useState } from 'react'
import { useEndpoint } from '../calls/use-endpoint.ts'
import { paletteOf, useTheme } from '../ui/theme.ts'
import './place-map.css'
import type { PlaceMap } from './place-map.ts'

type PlaceMapViewProps = {
  readonly lng: number
  readonly lat: number
  /** The way that a truck drove there: degrees, oldest first. */
  readonly way?: readonly (readonly [lng: number, lat: number])[]
  /** Drawn thin below the way. */
  readonly circle?: { readonly lng: number; readonly lat: number; readonly radiusM: number } | null
}

const NO_WAY: readonly (readonly [number, number])[] = []

/** A map of one place, with the places and fences around it; the map library is loaded when it is first needed. */
export const PlaceMapView = ({ lng, lat, way = NO_WAY, circle = null }: PlaceMapViewProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<PlaceMap | null>(null)
  const theme = useTheme()
  const places = useEndpoint(placeCalls.list, null, { purpose: 'silent', staleTime: 300_000 }).data
  useEffect(() => {
    let made: PlaceMap | null = null
    let left = false
    void import('./place-map.ts').then(async ({ placeMap }) => {
      if (left || !container.current) return
      made = await placeMap(container.current, paletteOf(theme))
      if (left) return made.remove()
      setMap(made)
    })
    return () => {
      left = true
      made?.remove()
      setMap(null)
    }
  }, [theme])
  useEffect(() => map?.show({ lng, lat }), [map, lng, lat])
  useEffect(() => map?.showWay(way), [map, way, lng, lat])
  useEffect(() => map?.showCircle(circle), [map, circle])
  useEffect(() => map?.showPlaces(places ?? []), [map, places])
  return <div ref={container} className="place-map" aria-busy={map === null} />
}
