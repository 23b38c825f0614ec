import { IDLE } from '@tanker/domain/trucks/transport-process'
import type { Moment } from '../moment.ts'

export const carriesWater = ({ context }: Moment): boolean => context.carries === 'water'

/**
 * A truck that carries water (domain D.2): its levels and seals are shown and watched as devices, but nothing of it is
 * cargo. It has no load, no delivery and no operation; what a former product left in the state is forgotten.
 */
export function stepWaterTruck({ state }: Moment): void {
  state.loaded = false
  state.trip = null
  state.unfinished = null
  state.process.state = IDLE
  state.custody.emptied = 0
  for (const gauge of state.gauges) {
    gauge.loaded = false
    gauge.operation = null
    gauge.jump = null
  }
  for (const probe of state.probes) probe.cover = null
  state.custody.happenings = []
}
