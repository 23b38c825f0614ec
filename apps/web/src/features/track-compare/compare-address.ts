import { MAX_INTEGER } from '@tanker/contract/input-bounds'
import { MAX_TRACK_DAYS, MAX_TRACKS } from '@tanker/contract/track'
import type { ScreenSearch } from '../../platform/screen-frame/screen-address.ts'

/** One of the compared tracks: a truck over a time, ms UTC. */
export type ComparedTrack = { readonly truckId: number; readonly from: number; readonly to: number }
/** As it is chosen: without a truck at first. */
export type TypedTrack = Omit<ComparedTrack, 'truckId'> & { readonly truckId: number | null }

export const DAY_MS = 86_400_000
/** Years have four digits. */
const END = Date.UTC(10_000, 0)

function trackIn(written: string): ComparedTrack | null {
  const [, id, start, end] = /^(\d{1,10})_(\d{1,15})_(\d{1,15})$/.exec(written) ?? []
  const [truckId, from, to] = [Number(id), Number(start), Number(end)]
  const isSound = truckId >= 1 && truckId <= MAX_INTEGER && from > 0 && to < END && from < to && to - from <= MAX_TRACK_DAYS * DAY_MS
  return isSound ? { truckId, from, to } : null
}

/** What the address asks for; nonsense counts as absent. */
export const readCompared = (search: ScreenSearch): ComparedTrack[] =>
  (search['tracks'] ?? '')
    .split(',')
    .flatMap((one) => trackIn(one) ?? [])
    .slice(0, MAX_TRACKS)

export const searchOf = (tracks: readonly ComparedTrack[]): ScreenSearch => ({
  tracks: tracks.map(({ truckId, from, to }) => `${truckId}_${from}_${to}`).join(),
})

/** The start of the local day of a moment. */
const dayOf = (now: number): number => new Date(new Date(now).setHours(0, 0, 0, 0)).getTime()

/** Before anything is chosen: the truck that was looked at last, its last two whole days. */
export function firstTracks(truckId: number | null, now: number): TypedTrack[] {
  const today = dayOf(now)
  // Half a day back, since a day may have 23 or 25 hours.
  const yesterday = dayOf(today - DAY_MS / 2)
  return [
    { truckId, from: yesterday, to: today },
    { truckId, from: dayOf(yesterday - DAY_MS / 2), to: yesterday },
  ]
}

/** Another track to compare: the last one a day earlier. */
export const dayBefore = ({ truckId, from, to }: TypedTrack): TypedTrack => ({ truckId, from: from - DAY_MS, to: to - DAY_MS })
