import { placeCalls } from '@tanker/contract/endpoints/places'
import { useEffect, useRef, useState } from 'react'
import { useEndpoint } from '../calls/use-endpoint.ts'
import { text } from '../language.ts'
import { paletteOf, useTheme } from '../ui/theme.ts'
import type { TrackMap } from './track-map.ts'
import './track-map.css'
import type { Flag } from './track-flags.ts'
import { momentAt, type TrackLine } from './track-line.ts'
import type { Feature, LineString } from 'geojson'

const WORDS = { label: { zh: '轨迹地图', en: 'Map of the track' } } as const

const NONE: readonly Feature<LineString>[] = []

type TrackMapViewProps = {
  readonly lines: readonly TrackLine[]
  /** One for each line; null: coloured by speed. */
  readonly colours: readonly (string | null)[]
  readonly flags: readonly Flag[]
  /** Stretches on which a water truck sprayed. */
  readonly sprayed?: readonly Feature<LineString>[]
  /** The moment at which the trucks are shown, or one for each line, ms UTC. */
  readonly at: number | readonly number[]
  readonly follows: boolean
  /** Where to fly; a new object each time. */
  readonly sight: { readonly lng: number; readonly lat: number } | null
  readonly onPick: (at: number) => void
}

/** The map library is loaded when it is first needed. */
export const TrackMapView = ({ lines, colours, flags, sprayed = NONE, at, follows, sight, onPick }: TrackMapViewProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<TrackMap | null>(null)
  const theme = useTheme()
  const places = useEndpoint(placeCalls.list, null, { purpose: 'silent', staleTime: 300_000 }).data
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  useEffect(() => {
    let made: TrackMap | null = null
    let left = false
    void import('./track-map.ts').then(async ({ trackMap }) => {
      if (left || !container.current) return
      made = await trackMap(container.current, paletteOf(theme), (moment) => pick.current(moment))
      if (left) return made.remove()
      setMap(made)
    })
    return () => {
      left = true
      made?.remove()
      setMap(null)
    }
  }, [theme])
  useEffect(() => map?.showTracks(lines, colours, true), [map, lines, colours])
  useEffect(() => map?.showSprayed(sprayed), [map, sprayed])
  useEffect(() => map?.showFlags(flags), [map, flags])
  useEffect(() => map?.showPlaces(places ?? []), [map, places])
  useEffect(() => {
    map?.showMoments(
      lines.map((line, index) => momentAt(line, typeof at === 'number' ? at : (at[index] ?? 0))),
      follows,
    )
  }, [map, lines, colours, at, follows])
  useEffect(() => {
    if (sight) map?.flyTo(sight)
  }, [map, sight])
  return <div ref={container} className="track-map" aria-busy={map === null} aria-label={text(WORDS.label)} role="region" />
}
