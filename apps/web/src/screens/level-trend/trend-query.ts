import { cargoCalls } from '@tanker/contract/endpoints/cargo'
import { MAX_LEVEL_TREND_DAYS } from '@tanker/contract/level-trend'
import { keepPreviousData } from '@tanstack/react-query'
import { useEndpoint } from '../../calls/use-endpoint.ts'

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

/** What the address says: truck, period, compartments; nonsense in it counts as absent, a period too long is cut. */
export const readAsked = (search: Readonly<Record<string, string>>, now: number): TrendAsked | ({ readonly truckId: null } & Window) => {
  const to = Date.parse(search['to'] ?? '') || Math.ceil(now / hourMs) * hourMs
  const from = Date.parse(search['from'] ?? '') || to - dayMs
  const period = from < to && to - from <= MAX_LEVEL_TREND_DAYS * dayMs ? { from, to } : { from: to - dayMs, to }
  const truck = /^\d{1,9}$/.test(search['truck'] ?? '') ? Number(search['truck']) : null
  if (truck === null) return { truckId: null, ...period }
  const compartments = (search['compartments'] ?? '').split(',').flatMap((one) => (/^([1-9]|10)$/.test(one) ? Number(one) : []))
  return { truckId: truck, ...period, compartments }
}
