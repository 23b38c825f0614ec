import { coverKind } from '@tanker/domain/devices/probe-type'
import type { Anchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { readMean } from '../gauges/gauge-window.ts'
import { copyAnchor, settledSince } from '../gauges/gauges.ts'
import type { Moment } from '../moment.ts'
import type { TruckState } from '../truck-state.ts'

const minuteMs = 60_000

/** The terminal said nothing for a while at this stop: it says so itself, or a seal counted an opening that nothing reported. */
export const wasDark = ({ dark }: TruckState): boolean => dark.endedAt !== 0 && (dark.restarted || dark.opened !== 0)

/** Writes what a compartment held at this stop when the terminal fell silent; false when it did not, or showed nothing before. */
export function readBeforeDark(moment: Moment, { window, posted, stopCalm }: GaugeState, into: Anchor): boolean {
  const { dark, motion } = moment.state
  if (!wasDark(moment.state) || motion.moving || motion.stoppedSinceAt > dark.fromAt) return false
  // What was posted since is accounted for.
  if (posted.at > dark.fromAt) return false
  const base = stopCalm.at > posted.at && stopCalm.at <= dark.fromAt ? stopCalm : posted
  if (base.at >= motion.stoppedSinceAt) copyAnchor(base, into)
  else if (!readMean(window, dark.fromAt, Math.max(settledSince(moment), dark.fromAt - minuteMs), 10, into)) return false
  into.calm = true
  return true
}

/**
 * Whether the seals of a compartment have said nothing since the terminal was dark at this stop: they may still report that it was opened.
 * Not for longer than a whole scan of all seals takes.
 */
export function isSealsAwaited({ at, state, thresholds }: Moment, of: number): boolean {
  const { endedAt, restarted } = state.dark
  if (!restarted || at - endedAt >= thresholds.gaugeSilentMin * 60_000) return false
  return state.probes.some(({ compartment, type, at: heardAt }) => {
    const kind = coverKind(type)
    return compartment === of && (kind === 'api' || kind === 'bottom-valve') && heardAt < endedAt
  })
}

/** All outlets of a compartment report, and none was seen open from a moment before the dark until it ended: what was opened later does not count. */
export function shutInTheDark({ state }: Moment, of: number, since: number): boolean {
  const { endedAt } = state.dark
  let outlets = 0
  for (const probe of state.probes) {
    const kind = coverKind(probe.type)
    if (probe.compartment !== of || (kind !== 'api' && kind !== 'bottom-valve')) continue
    if (probe.fault !== 0 || !probe.answering || probe.uncertain) return false
    const isOpen = probe.open || (!probe.rawOpen && probe.closePendingAt > since)
    if (isOpen ? probe.openedAt <= endedAt : probe.rawOpen && probe.openPendingAt <= endedAt) return false
    outlets += 1
  }
  return outlets > 0
}
