import { hundredth } from '../gauges/gauge-window.ts'
import type { Moment } from '../moment.ts'

/** How far the running delivery has gone. */
export function stepTripDistance({ state: { trip }, movedM }: Moment): void {
  if (trip !== null) trip.distanceM = hundredth(trip.distanceM + movedM)
}
