import { language } from './language.ts'
import { shownDecimal } from './shown-values.ts'

/** English readers may choose miles; everyone else reads kilometres. */
export type Units = 'km' | 'mi'

const KEPT_AS = 'playback-units'
const KM_PER_MILE = 1.609344

export const readUnits = (): Units => (language === 'en' && localStorage.getItem(KEPT_AS) === 'mi' ? 'mi' : 'km')
export const keepUnits = (units: Units): void => localStorage.setItem(KEPT_AS, units)

export const shownSpeed = (kmh: number, units: Units): string =>
  units === 'mi' ? `${shownDecimal(kmh / KM_PER_MILE, 0)} mph` : `${shownDecimal(kmh, 0)} km/h`

export const shownDistance = (km: number, units: Units): string =>
  units === 'mi' ? `${shownDecimal(km / KM_PER_MILE, 1)} mi` : `${shownDecimal(km, 1)} km`
