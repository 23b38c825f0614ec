import { MAX_TRACK_DAYS, MAX_TRACKS } from '@tanker/contract/track'
import { type ScreenSearch, trucksIn } from '../../platform/screen-frame/screen-address.ts'

/** What is played: up to four trucks over a time, ms UTC. */
export type PlaybackAsked = { readonly truckIds: readonly number[]; readonly from: number; readonly to: number }

const dayMs = 86_400_000
/** Years have four digits. */
const END = Date.UTC(10_000, 0)

const momentIn = (written: string | undefined): number | null => {
  const at = Date.parse(written ?? '')
  return at > 0 && at < END ? at : null
}

/** The hours up to now that a screen without an address shows. */
const FIRST_HOURS = 12

/** The next full minute, so that the same address does not ask for another time with every drawing. */
const minuteMs = 60_000

/** What the address asks for; nonsense counts as absent, a time too long is cut to its last days. `atFirst`: the truck where none is named. */
export function readPlayback(search: ScreenSearch, now: number, atFirst: number | null): PlaybackAsked {
  const truckIds = trucksIn(search, MAX_TRACKS)
  const to = momentIn(search['to']) ?? Math.ceil(now / minuteMs) * minuteMs
  const from = momentIn(search['from']) ?? to - FIRST_HOURS * 3_600_000
  const period = from < to ? { from: Math.max(from, to - MAX_TRACK_DAYS * dayMs), to } : { from: to - dayMs, to }
  return { truckIds: truckIds.length === 0 && atFirst !== null ? [atFirst] : truckIds, ...period }
}

/** The second that a link opens at; null without one. */
export const readMoment = (search: ScreenSearch): number | null => momentIn(search['at'])

export const searchOf = ({ truckIds, from, to }: PlaybackAsked, at: number | null = null): ScreenSearch => ({
  ...(truckIds.length === 0 ? {} : { trucks: truckIds.join(',') }),
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  ...(at === null ? {} : { at: new Date(Math.round(at / 1000) * 1000).toISOString() }),
})
