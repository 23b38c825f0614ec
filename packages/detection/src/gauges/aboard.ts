import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import type { TruckState } from '../truck-state.ts'
import { hundredth } from './gauge-window.ts'

/**
 * Litres in all compartments; null without gauges. A surface that came to rest since `calmSinceAt` (ms) counts with its calm value,
 * another with its newest reading: on the road it swings.
 */
export function aboardL({ gauges }: Pick<TruckState, 'gauges'>, calmSinceAt = Number.POSITIVE_INFINITY): number | null {
  if (gauges.length === 0) return null
  let sum = 0
  for (const { calm, volumeL } of gauges) sum += calm.at >= calmSinceAt ? calm.volumeL : volumeL
  return hundredth(sum)
}

/** Share of the whole capacity that is filled, per cent; null without gauges. */
export function fillPercent(state: Pick<TruckState, 'gauges'>, { compartments }: Pick<TruckContext, 'compartments'>): number | null {
  const held = aboardL(state)
  let capacity = 0
  for (const { capacityL } of compartments) capacity += capacityL
  return held === null || capacity === 0 ? null : (held / capacity) * 100
}
