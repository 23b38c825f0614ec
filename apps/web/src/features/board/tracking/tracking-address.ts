import { MAX_TRACKS } from '@tanker/contract/track'
import { type ScreenSearch, trucksIn } from '../../../platform/screen-frame/screen-address.ts'

/** How often the map is drawn again: with each report, or every so many seconds. */
export const REFRESHES = ['live', '5', '10', '30'] as const
export type Refresh = (typeof REFRESHES)[number]

export type TrackingAsked = {
  readonly truckIds: readonly number[]
  readonly refresh: Refresh
  /** A card is one line. */
  readonly areFolded: boolean
  readonly isWall: boolean
}

/** What the address asks for; nonsense counts as absent. `atFirst`: the truck where the address has no word about trucks. */
export function readTracking(search: ScreenSearch, atFirst: number | null): TrackingAsked {
  const isNamed = search['trucks'] !== undefined || search['truck'] !== undefined
  return {
    truckIds: isNamed || atFirst === null ? trucksIn(search, MAX_TRACKS) : [atFirst],
    refresh: REFRESHES.find((one) => one === search['refresh']) ?? 'live',
    areFolded: search['cards'] === 'folded',
    isWall: 'wall' in search,
  }
}

export const searchOf = ({ truckIds, refresh, areFolded, isWall }: TrackingAsked): ScreenSearch => ({
  trucks: truckIds.join(','),
  ...(refresh === 'live' ? {} : { refresh }),
  ...(areFolded ? { cards: 'folded' } : {}),
  ...(isWall ? { wall: '' } : {}),
})
