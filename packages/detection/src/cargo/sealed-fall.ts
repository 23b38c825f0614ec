import { noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { Moment } from '../moment.ts'
import { readFirst, volumeAt } from '../gauges/gauge-window.ts'
import { allShutAt, firstOutletOpenedAt, shutSince } from '../seals/probes.ts'

/** Millimetres by which a level at rest differs: litres alone change with the pipe behind a valve that shuts. */
export const restMm = 2
/** Written and read within one call. */
const shut = noAnchor()

/** Its seals reported shut from the stop until it was read. */
export function readSealed(moment: Moment, compartment: number, readAt: number): boolean {
  const { state } = moment
  const openedAt = firstOutletOpenedAt(state, compartment)
  return openedAt === 0 ? shutSince(moment, compartment, state.motion.stoppedSinceAt) : readAt <= openedAt
}

/**
 * A compartment falls at a station although its seals report that it is shut: no unloading (domain rule D.3, row 11), or one whose seals
 * report a frame or two late; when they do, and product flows since, it becomes one.
 */
export function fallsSealed(moment: Moment, gauge: GaugeState): boolean {
  if (moment.state.membership.fence?.kind !== 'station' || gauge.fallingSinceAt === 0) return false
  const openedAt = firstOutletOpenedAt(moment.state, gauge.compartment)
  if (openedAt > gauge.fallingSinceAt) {
    const atOpeningL = volumeAt(gauge.window, openedAt)
    return atOpeningL !== null && atOpeningL - gauge.volumeL < moment.thresholds.flowStartL
  }
  const shutAt = allShutAt(moment, gauge.compartment)
  if (shutAt === null) return false
  // A flow is noticed up to a minute late: an outlet that was shut since may have let it out.
  if (shutAt <= gauge.fallingSinceAt - moment.thresholds.flowWindowS * 1000) return true
  if (!readFirst(gauge.window, shutAt, shut)) return false
  return shut.levelMm - gauge.levelMm > restMm && shut.volumeL - gauge.volumeL >= moment.thresholds.flowStartL
}

/** Its seals reported shut since the truck came to this station: what it lacks was not unloaded here. */
export const stoodSealed = (moment: Moment, { compartment, operation }: GaugeState): boolean =>
  moment.state.membership.fence?.kind === 'station' &&
  operation === null &&
  shutSince(moment, compartment, moment.state.motion.stoppedSinceAt)
