import { coverKind } from '@tanker/domain/devices/probe-type'
import type { Moment } from '../moment.ts'

/**
 * Whether product can flow: 'open' when a cover of the compartment, or one of the whole truck, is open or was just now;
 * 'shut' when valves that can be believed say that none is; 'unknown' without such valves while nothing is handled.
 */
export function sealOf({ state }: Moment, compartment: number): 'open' | 'shut' | 'unknown' {
  let valves = 0
  let believed = true
  for (const probe of state.probes) {
    if (probe.compartment !== compartment && probe.compartment !== 0) continue
    const kind = coverKind(probe.type)
    if (kind !== 'api' && kind !== 'manhole' && kind !== 'bottom-valve') continue
    if (probe.open || probe.rawOpen || probe.cover !== null) return 'open'
    if (probe.fault !== 0 || !probe.answering) believed = false
    else if (kind !== 'manhole' && probe.compartment === compartment) valves += 1
  }
  if (believed && valves > 0) return 'shut'
  const process = state.process.state
  return (process >= 1 && process <= 4) || (process >= 7 && process <= 10) ? 'open' : 'unknown'
}
