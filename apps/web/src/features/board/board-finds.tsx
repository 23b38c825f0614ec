import type { MapPlaces } from '@tanker/contract/trucks'
import { findNames } from '../../platform/find/find-names.ts'
import { placeWords } from '../../platform/find/place-kinds.ts'
import type { NamedDriver, NamedPlace } from '../../platform/find/use-named.ts'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'

const WORDS = {
  found: { zh: '场所和驾驶员', en: 'Places and drivers' },
  driver: { zh: '驾驶员', en: 'Driver' },
  noTruck: { zh: '没有车辆', en: 'no truck' },
} as const

/** Lines above the trucks: the list below must stay in sight. */
const MAX_FINDS = 4

type Place = MapPlaces[number]

const findPlaces = (places: readonly NamedPlace[], typed: string): readonly NamedPlace[] => findNames(places, typed, MAX_FINDS)
/** Drivers of a truck that the user sees; the others have no place on the map. */
const findDrivers = (drivers: readonly NamedDriver[], typed: string): readonly NamedDriver[] =>
  findNames(
    drivers.filter(({ truckId }) => truckId !== null && fleetStore.positionOf(truckId) !== undefined),
    typed,
    MAX_FINDS,
  )

/** The first line above the trucks; null: none. */
export function firstFind(
  { places, drivers }: { readonly places: readonly NamedPlace[]; readonly drivers: readonly NamedDriver[] },
  typed: string,
): { readonly place: Place } | { readonly truckId: number } | null {
  const [place] = findPlaces(places, typed)
  if (place) return { place }
  const truckId = findDrivers(drivers, typed)[0]?.truckId ?? null
  return truckId === null ? null : { truckId }
}

type BoardFindsProps = {
  readonly typed: string
  readonly places: readonly NamedPlace[]
  readonly drivers: readonly NamedDriver[]
  readonly onPlace: (place: Place) => void
  readonly onPick: (truckId: number) => void
}

/** What else the search of the board has found: stations, depots and fences, and drivers with their trucks. */
export const BoardFinds = ({ typed, places, drivers, onPlace, onPick }: BoardFindsProps) => {
  const [foundPlaces, foundDrivers] = [findPlaces(places, typed), findDrivers(drivers, typed)]
  if (foundPlaces.length + foundDrivers.length === 0) return null
  return (
    <ul className="board-finds" aria-label={text(WORDS.found)}>
      {foundPlaces.map((place) => (
        <li key={place.id}>
          <button type="button" onClick={() => onPlace(place)}>
            <span>{place.name}</span>
            <small>{placeWords(place)}</small>
          </button>
        </li>
      ))}
      {foundDrivers.map(({ id, name, truckId }) => (
        <li key={`driver ${id}`}>
          <button type="button" onClick={() => truckId !== null && onPick(truckId)}>
            <span>
              {name} · {fleetStore.fleet?.signCode[fleetStore.positionOf(truckId ?? 0) ?? -1] ?? text(WORDS.noTruck)}
            </span>
            <small>{text(WORDS.driver)}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}
