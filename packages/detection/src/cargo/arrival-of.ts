import type { Anchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { Moment } from '../moment.ts'

/** What a compartment arrived with at this station (A2); null without a leg or before a reading. */
export function arrivalOf({ state: { trip } }: Moment, { compartment }: GaugeState): Anchor | null {
  if (trip === null || trip.legStartedAt === 0) return null
  const line = trip.lines.find((one) => one.compartment === compartment)
  return line === undefined || line.arrive.at === 0 ? null : line.arrive
}
