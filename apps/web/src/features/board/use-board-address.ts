import { placeCalls } from '@tanker/contract/endpoints/places'
import type { MapPlaces } from '@tanker/contract/trucks'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { useKeptTruck } from '../../platform/feed/looked-at-truck.ts'
import { spotIn } from '../../platform/find/spot-address.ts'
import { idIn, type ScreenSearch, useScreenAddress } from '../../platform/screen-frame/screen-address.ts'

type Place = MapPlaces[number]

/** The place that the address names; fences without a place have negative ids. */
const placeIn = (written: string | undefined, places: MapPlaces | undefined): Place | null =>
  (written !== undefined && places?.find(({ id }) => String(id) === written)) || null

/** What the map shows because it was looked for. */
export type FoundOnMap = Place & { /** Of a name of the map, which is no place of the base data. */ readonly zoom?: number }

/** No place has it. */
const SPOT_ID = Number.MIN_SAFE_INTEGER

const foundSpot = (search: ScreenSearch): FoundOnMap | null => {
  const spot = spotIn(search)
  return spot && { ...spot, id: SPOT_ID, kind: 'custom', outline: [] }
}

/** What the address of the board says, and what changes it: the picked truck, the place that is looked for, and whether it hangs on a wall. */
export function useBoardAddress() {
  const { search, ask } = useScreenAddress()
  const isWall = 'wall' in search
  const places = useEndpoint(placeCalls.list, null, { purpose: 'poll', staleTime: 300_000 }).data
  const { at, named } = search
  const spot = useMemo(() => foundSpot({ ...(at === undefined ? {} : { at }), ...(named === undefined ? {} : { named }) }), [at, named])
  const found: FoundOnMap | null = placeIn(search['place'], places) ?? spot
  // The wall view stays when another truck or place is asked for.
  const go = useCallback((next: ScreenSearch): void => ask(isWall ? { ...next, wall: '' } : next, { replace: true }), [ask, isWall])
  const pick = useCallback((truckId: number): void => go({ truck: String(truckId) }), [go])
  const close = useCallback((): void => go({}), [go])
  const [flights, setFlights] = useState(0)
  const pickedTruck = idIn(search, 'truck')
  useKeptTruck(pickedTruck)
  return {
    search,
    places,
    pickedTruck,
    found,
    isWall,
    /** Counts how often the place was asked for again. */
    flights,
    pick,
    close,
    showPlace: (place: Place): void => {
      if (place.id === found?.id) setFlights(flights + 1)
      else go({ place: String(place.id) })
    },
    toggleWall: (): void => {
      const { wall, ...others } = search
      ask(wall === undefined ? { ...others, wall: '' } : others)
    },
  }
}

/** Whether the map follows the picked truck; another truck is not followed. */
export function useFollowing(pickedTruck: number | null) {
  const [followed, setFollowed] = useState<number | null>(null)
  return {
    isFollowing: pickedTruck !== null && followed === pickedTruck,
    letGo: useCallback((): void => setFollowed(null), []),
    toggleFollowing: useCallback((): void => setFollowed((now) => (now === pickedTruck ? null : pickedTruck)), [pickedTruck]),
  }
}

/** When the card closes the focus goes back to the list; after the card has gone, for it may have covered the list. */
export function useFocusBack(list: RefObject<HTMLElement | null>, pickedTruck: number | null): void {
  const hadCard = useRef(false)
  useEffect(() => {
    if (hadCard.current && pickedTruck === null) {
      const home = list.current?.querySelector<HTMLElement>('[role="tree"]') ?? list.current?.querySelector('button')
      home?.focus()
    }
    hadCard.current = pickedTruck !== null
  }, [list, pickedTruck])
}
