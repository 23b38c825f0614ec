import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { hundredth, readFirst } from '../gauges/gauge-window.ts'
import type { Moment } from '../moment.ts'
import { firstOutletOpenedAt } from '../seals/probes.ts'
import { isSealsAwaited, readBeforeDark, shutInTheDark } from './dark-stop.ts'
import { isSiteFall } from './site-falls.ts'

const minuteMs = 60_000

/**
 * Litres that left behind shut seals while the terminal was dark at a station, when an outlet is opened afterwards: by their own counters the
 * seals were shut all the time, so none of it was unloaded. Returns what the compartment held before, and writes what the first frame after
 * the dark shows into `into`; null when nothing fell.
 */
export function fallInTheDark(moment: Moment, gauge: GaugeState, into: Anchor): Anchor | null {
  const { dark, membership } = moment.state
  const { compartment, window, operation } = gauge
  if (dark.endedAt === 0 || membership.fence?.kind !== 'station' || (operation !== null && !operation.measured)) return null
  // Opened unseen, or before the seals were heard again: what was unloaded in the dark is not known to be none.
  if ((dark.opened & (1 << compartment)) !== 0 || isSealsAwaited(moment, compartment)) return null
  const from = noAnchor()
  if (!readBeforeDark(moment, gauge, from) || !shutInTheDark(moment, compartment, from.at) || !readFirst(window, dark.endedAt, into))
    return null
  // A frame that comes after the opening shows what was unloaded since as well.
  const flowedMs = Math.max(0, into.at - firstOutletOpenedAt(moment.state, compartment))
  const flowedL = (Math.max(0, -gauge.flowLpm) * flowedMs) / minuteMs
  into.v20L = hundredth(into.v20L * (1 + flowedL / into.volumeL))
  into.volumeL = hundredth(into.volumeL + flowedL)
  return isSiteFall(moment, gauge, from, into) ? from : null
}
