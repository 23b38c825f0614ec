import { cargoCalls } from '@tanker/contract/endpoints/cargo'
import { MAX_LEVEL_TREND_DAYS } from '@tanker/contract/level-trend'
import { keepPreviousData } from '@tanstack/react-query'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { idIn, type ScreenSearch } from '../../platform/screen-frame/screen-address.ts'

/** A stretch of time, milliseconds UTC. */
export type Window = { readonly from: number; readonly to: number }

export type TrendAsked = Window & {
  readonly truckId: number
  /** Empty for all. */
  readonly compartments: readonly number[]
}

const STRETCHES = 400

const valuesOf = ({ truckId, from, to, compartments }: TrendAsked) => ({
  truckId,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  compartments,
})

/** Stands for what is not asked. */
const NOTHING: TrendAsked = { truckId: 0, from: 0, to: 0, compartments: [] }

/** The curves of a period; null asks for nothing. */
export const useTrend = (asked: TrendAsked | null, purpose: 'action' | 'silent' = 'action') =>
  useEndpoint(
    cargoCalls.levelTrend,
    { ...valuesOf(asked ?? NOTHING), stretches: STRETCHES },
    { purpose, enabled: asked !== null, placeholderData: keepPreviousData },
  )

export const useLedger = (asked: TrendAsked | null) =>
  useEndpoint(cargoCalls.litreLedger, valuesOf(asked ?? NOTHING), { purpose: 'action', enabled: asked !== null })

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The last moment that can be asked for: years have four digits. */
const END = Date.UTC(10_000, 0)

/** A moment of the address, milliseconds UTC; null for what is none, or none that any truck was read at. */
const momentIn = (written: string | undefined): number | null => {
  const at = Date.parse(written ?? '')
  return at > 0 && at < END ? at : null
}

/** What the address says: truck (else the one at first), period, compartments; nonsense in it counts as absent, a period too long is cut. */
export const readAsked = (
  search: ScreenSearch,
  now: number,
  atFirst: number | null = null,
): TrendAsked | ({ readonly truckId: null } & Window) => {
  const to = momentIn(search['to']) ?? Math.ceil(now / hourMs) * hourMs
  const from = momentIn(search['from']) ?? to - dayMs
  const period = from < to && to - from <= MAX_LEVEL_TREND_DAYS * dayMs ? { from, to } : { from: to - dayMs, to }
  const truckId = idIn(search, 'truck') ?? atFirst
  if (truckId === null) return { truckId, ...period }
  const compartments = (search['compartments'] ?? '').split(',').flatMap((one) => (/^([1-9]|10)$/.test(one) ? Number(one) : []))
  return { truckId, ...period, compartments: [...new Set(compartments)] }
}

/** From when on the address compares the truck with itself; null without a comparison. */
export const readCompareFrom = (search: ScreenSearch): number | null => momentIn(search['compare'])

/** What is asked, as it is chosen in the filters. */
export type TypedTrend = Window & {
  readonly truckId: number | null
  readonly compartments: readonly number[]
  readonly compareFrom: number | null
}

/** The address of what is asked. */
export const searchOf = ({ truckId, from, to, compartments, compareFrom }: TypedTrend): ScreenSearch => ({
  ...(truckId === null ? {} : { truck: String(truckId) }),
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  ...(compartments.length === 0 ? {} : { compartments: compartments.join(',') }),
  ...(compareFrom === null ? {} : { compare: new Date(compareFrom).toISOString() }),
})
