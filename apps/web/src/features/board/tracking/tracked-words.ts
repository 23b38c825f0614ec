import type { TruckTrip } from '@tanker/contract/board'
import { text } from '../../../platform/language.ts'
import { shownDistance, shownSpeed, type Units } from '../../../platform/units.ts'
import { arrivalWords, clockTime, minutesWords } from '../trip-words.ts'

/** Since when a truck is offline, and for how long; `since`: ms UTC, null where it never reported. */
export function offlineWords(since: number | null, now: number): string {
  if (since === null) return text({ zh: '离线，从未上报', en: 'Offline, has never reported' })
  const [at, lasted] = [clockTime(since, now), minutesWords(Math.max(0, now - since))]
  return lasted === '0'
    ? text({ zh: `自 ${at} 起离线`, en: `Offline since ${at}` })
    : text({ zh: `自 ${at} 起离线，已 ${lasted}`, en: `Offline since ${at}, for ${lasted}` })
}

/** The station ahead: its name, how far it is in a straight line, and when the truck arrives or why that is not known. */
export type NextStop = {
  readonly name: string
  readonly distance: string | null
  readonly arrival: string | null
  /** How the arrival is estimated, or why it is not. */
  readonly how: string | null
}

/** Null without a trip, or where no station of it is ahead. */
export function nextStop(trip: TruckTrip['trip'], now: number, units: Units): NextStop | null {
  const ahead = trip?.stations.find(({ arrivedAt }) => arrivedAt === null)
  if (!trip || !ahead) return null
  const arrival = arrivalWords(trip, now, (kmh) => shownSpeed(kmh, units))
  return {
    name: ahead.name || text({ zh: '未知地点', en: 'Place not known' }),
    distance: ahead.distanceM === null ? null : shownDistance(ahead.distanceM / 1000, units),
    arrival: arrival?.time ?? null,
    how: arrival?.how ?? null,
  }
}
