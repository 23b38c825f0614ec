import { boardCalls } from '@tanker/contract/endpoints/board'
import { placeCalls } from '@tanker/contract/endpoints/places'
import type { MapPlaces } from '@tanker/contract/trucks'
import { useMemo } from 'react'
import { useEndpoint } from '../calls/use-endpoint.ts'
import { searchedText, type Spell } from './find-names.ts'

type Searched = { readonly searched: string }
export type NamedPlace = Searched & MapPlaces[number]
export type NamedDriver = Searched & { readonly id: number; readonly name: string; readonly truckId: number | null }

const placesKeptMs = 300_000
const NO_PLACES: MapPlaces = []
const NO_DRIVERS: readonly { readonly id: number; readonly name: string; readonly truckId: number | null }[] = []

/** What a place is found by: its name, its short name and the name of its fence, each also by its pinyin and initials. */
export const placeText = (
  { name, shortName, fenceName }: Pick<MapPlaces[number], 'name' | 'shortName' | 'fenceName'>,
  spell: Spell,
): string =>
  searchedText(
    [name, shortName, fenceName].filter((one) => one !== undefined),
    spell,
  )

/** The places and drivers that a user may look for. `mayAsk`: the user has the map board. */
export function useNamed(mayAsk: boolean, spell: Spell) {
  const options = { purpose: 'silent', enabled: mayAsk, staleTime: placesKeptMs } as const
  const placesAsked = useEndpoint(placeCalls.list, null, options)
  const driversAsked = useEndpoint(boardCalls.drivers, null, options)
  const [places, drivers] = [placesAsked.data ?? NO_PLACES, driversAsked.data ?? NO_DRIVERS]
  return {
    places: useMemo((): readonly NamedPlace[] => places.map((place) => ({ ...place, searched: placeText(place, spell) })), [places, spell]),
    drivers: useMemo(
      (): readonly NamedDriver[] => drivers.map((driver) => ({ ...driver, searched: searchedText([driver.name], spell) })),
      [drivers, spell],
    ),
    isLoading: mayAsk && (placesAsked.isPending || driversAsked.isPending),
  }
}
