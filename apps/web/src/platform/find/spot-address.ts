import type { ScreenSearch } from '../screen-frame/screen-address.ts'
import type { MapName } from './map-names.ts'

/** A name of the map in the address of the board. */
export const searchOfSpot = ({ name, lng, lat, zoom }: MapName): ScreenSearch => ({
  at: `${lng.toFixed(5)},${lat.toFixed(5)},${zoom}`,
  named: name,
})

const MAX_NAME = 80

/** The spot that an address names; null where it names none, or one that is on no map. */
export function spotIn(search: ScreenSearch): MapName | null {
  const [lng, lat, zoom] = (search['at'] ?? '').split(',').map(Number)
  if (lng === undefined || lat === undefined || zoom === undefined) return null
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 85 && zoom >= 0 && zoom <= 20)) return null
  return { name: (search['named'] ?? '').slice(0, MAX_NAME), lng, lat, zoom }
}
