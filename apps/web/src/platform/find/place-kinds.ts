import type { MapPlaces } from '@tanker/contract/trucks'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../language.ts'

/** What a place on the map is; a fence without a place is named as what it is. */
export const PLACE_KIND_NAMES: Readonly<Record<MapPlaces[number]['kind'], Text>> = {
  depot: { zh: '油库', en: 'Depot' },
  station: { zh: '油站', en: 'Station' },
  park: { zh: '停车场', en: 'Parking lot' },
  repair: { zh: '维修厂', en: 'Repair shop' },
  custom: { zh: '电子围栏', en: 'Fence' },
}

/** What a place is, and the name of its fence where that is another. */
export const placeWords = ({ kind, fenceName }: Pick<MapPlaces[number], 'kind' | 'fenceName'>): string =>
  fenceName === undefined ? text(PLACE_KIND_NAMES[kind]) : `${text(PLACE_KIND_NAMES[kind])} · ${fenceName}`
