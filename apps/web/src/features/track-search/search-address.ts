import { shapeOf, shapeValue } from '@tanker/contract/base-data/shape-field'
import { MAX_INTEGER } from '@tanker/contract/input-bounds'
import type { FilterValue } from '@tanker/contract/report-view'
import { MAX_TRACK_DAYS } from '@tanker/contract/track'
import { MAX_SEARCH_DAYS, type TrackPass } from '@tanker/contract/track-search'
import { idIn, type ScreenSearch } from '../../platform/screen-frame/screen-address.ts'

/** What is searched: a fence or what was drawn, a period, and some trucks or organisations; none of them: all. */
export type Search = {
  readonly fenceId: number | null
  /** A shape as text; empty while nothing is drawn, and for a fence. */
  readonly area: string
  readonly period: FilterValue<'period'>
  readonly scope: FilterValue<'truck-or-organisation'>
}

const DAY_MS = 86_400_000
/** Ids of one address. */
const MAX_IDS = 1_000

const idsIn = (written: string | undefined): number[] =>
  (written ?? '')
    .split(',')
    .flatMap((one) => (/^\d{1,10}$/.test(one) && Number(one) >= 1 && Number(one) <= MAX_INTEGER ? [Number(one)] : []))
    .slice(0, MAX_IDS)

function periodIn({ from, to }: ScreenSearch): FilterValue<'period'> | null {
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')]
  const isSound = start > 0 && end < Date.UTC(10_000, 0) && start <= end && end - start <= MAX_SEARCH_DAYS * DAY_MS
  return isSound ? { from: new Date(start).toISOString(), to: new Date(end).toISOString() } : null
}

/** What the address asks for; nonsense counts as absent. `atFirst`: the period where it names none. */
export function readSearch(search: ScreenSearch, atFirst: FilterValue<'period'>): Search {
  const fenceId = idIn(search, 'fence')
  const shape = fenceId === null ? shapeOf(search['area']) : null
  return {
    fenceId,
    area: shape ? shapeValue(shape) : '',
    period: periodIn(search) ?? atFirst,
    scope: { truckIds: idsIn(search['trucks']), organisationIds: idsIn(search['organisations']) },
  }
}

const listed = (name: string, ids: readonly number[]): ScreenSearch => (ids.length === 0 ? {} : { [name]: ids.join() })

export const searchOf = ({ fenceId, area, period, scope }: Search): ScreenSearch => ({
  ...(fenceId === null ? (area === '' ? {} : { area }) : { fence: String(fenceId) }),
  ...period,
  ...listed('trucks', scope.truckIds),
  ...listed('organisations', scope.organisationIds),
})

/** A playback shows what came before and after. */
const AROUND_MS = 300_000

/** The playback of a pass, from where it came in; of a stay of more days than a track has, the first ones. */
export function playbackOf({ truckId, enteredAt, leftAt }: Pick<TrackPass, 'truckId' | 'enteredAt' | 'leftAt'>): ScreenSearch {
  const from = Date.parse(enteredAt) - AROUND_MS
  const to = Math.min(Date.parse(leftAt) + AROUND_MS, from + MAX_TRACK_DAYS * DAY_MS)
  return { truck: String(truckId), from: new Date(from).toISOString(), to: new Date(to).toISOString(), at: enteredAt }
}
