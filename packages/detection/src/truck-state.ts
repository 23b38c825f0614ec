import { darkState } from './cargo/dark-state.ts'
import { tripState, unfinishedState } from './cargo/trip-state.ts'
import { emergencyState, silentState } from './equipment/emergency-state.ts'
import { gaugeState } from './gauges/gauge-state.ts'
import { fixState, membershipState, motionState, parkingState } from './motion/motion-state.ts'
import { processState } from './process/process-state.ts'
import { custodyState } from './seals/custody-state.ts'
import { probeState } from './seals/probe-state.ts'
import { baseTime, flag, list, nullable, part, type StateOf, time } from './state/state-fields.ts'
import { stateOf } from './state/state-of.ts'

/**
 * Detection state of one truck that several detectors read; what one detector alone remembers is declared beside it. It is
 * changed in place by `step`. Times are ms of device time, 0 is never; volumes and levels carry two decimals, so that the
 * bytes hold them exactly. Fields that are `kept` are not in the bytes: they are refilled from the last quarter hour of readings.
 */
export const truckState = stateOf({
  newestAt: baseTime(),
  lastContactAt: time(),
  /** Device time of the last checkpoint. */
  checkpointAt: time(),
  // Before what names fences, which are found near it.
  fix: part(fixState),
  motion: part(motionState),
  membership: part(membershipState),
  /** By compartment, ascending. */
  gauges: list(part(gaugeState)),
  probes: list(part(probeState)),
  loaded: flag(),
  process: part(processState),
  trip: nullable(tripState),
  unfinished: nullable(unfinishedState),
  /** Times of the last abnormal openings (at most `blackOpenings` are kept). */
  abnormalOpenings: list(time()),
  authorisedUntil: time(),
  parking: part(parkingState),
  emergency: part(emergencyState),
  silent: part(silentState),
  custody: part(custodyState),
  dark: part(darkState),
})
export type TruckState = StateOf<typeof truckState>
