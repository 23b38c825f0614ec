import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { limitAlarms } from './alarm-limits.ts'
import { DETECTORS, type OwnState } from './all-detectors.ts'
import type { Fact } from './fact.ts'
import { refillWindows } from './refill-windows.ts'
import { Moment } from './moment.ts'
import { runDetectors } from './run-detectors.ts'
import { type Declaration, part, type State, type Values } from './state/state-fields.ts'
import { stateOf } from './state/state-of.ts'
import { truckBytes } from './truck-bytes.ts'
import { truckState } from './truck-state.ts'

export type Step = { readonly state: TruckState; readonly facts: readonly Fact[] }

/** JT/T 808 terminal heartbeat: it has no device time and no position, only contact. */
const heartbeat = 0x0002
const checkpointMs = 30 * 60_000
const quietCheckpointMs = 10 * 60_000

/** What detectors share, and what each one alone remembers. */
export type TruckState = Values<typeof truckState.fields> & OwnState

const own: Declaration = Object.fromEntries(
  DETECTORS.flatMap(({ name, state }) => (state === undefined ? [] : [[name, part(state as State)]])),
)
const wholeState = stateOf({ ...truckState.fields, ...own }) as unknown as State<typeof truckState.fields>
const wholeBytes = truckBytes(wholeState)
const detectors = runDetectors(DETECTORS)

/** State of a truck without readings. */
export const createTruckState = (): TruckState => wholeState.initial() as TruckState

/**
 * One reading of one truck. Called in device-time order: a reading older than `state.newestAt` is not stepped,
 * its period is rebuilt instead (rebuild.ts). The given state may be changed in place: do not use it afterwards.
 */
export function step(state: TruckState, reading: Reading, context: TruckContext): Step {
  const moment = new Moment(state, reading.at, reading.receivedAt, context)
  if (state.lastContactAt !== 0) detectors.onClock(moment, state, null)
  detectors.onFrame(moment, state)
  if (reading.at > state.lastContactAt) state.lastContactAt = reading.at
  if (reading.at > state.newestAt) state.newestAt = reading.at
  if (reading.kind === heartbeat) {
    if (moment.facts.length > 0) limitAlarms(moment)
    return { state, facts: moment.facts }
  }

  const { position, tilt } = reading
  moment.altitudeM = Math.round(position.altitudeM)
  moment.tiltDeg = tilt === undefined ? 0 : Math.max(Math.abs(tilt.axialDeg), Math.abs(tilt.lateralDeg))
  moment.resent = reading.resent
  detectors.step(moment, state, reading)
  if (moment.facts.length > 0) limitAlarms(moment)
  stepCheckpoint(state)
  return { state, facts: moment.facts }
}

/** Marks moments for a checkpoint: each half hour, and sooner when nothing is under way. */
function stepCheckpoint(state: TruckState): void {
  const sinceMs = state.newestAt - state.checkpointAt
  if (sinceMs < quietCheckpointMs) return
  const quiet = !state.motion.moving && state.process.state === 0
  if (quiet || sinceMs >= checkpointMs) state.checkpointAt = state.newestAt
}

/**
 * Facts due by time alone: the offline alarm and parking overtime. What later readings yield does not depend on how often it is called.
 * @param heardAt when the platform last received anything of the truck, ms; default the time of its newest reading
 */
export function stepClock(state: TruckState, now: number, context: TruckContext, heardAt = 0): Step {
  const moment = new Moment(state, now, now, context)
  if (state.lastContactAt !== 0) detectors.onClock(moment, state, heardAt)
  if (moment.facts.length > 0) limitAlarms(moment)
  return { state, facts: moment.facts }
}

/**
 * The state from its bytes, its windows refilled from the readings of the last quarter hour up to its newest time,
 * ascending. Without bytes, only what those readings show.
 */
export function restoreTruckState(bytes: Uint8Array | null, recentReadings: readonly Reading[], context: TruckContext): TruckState {
  const state = createTruckState()
  if (bytes !== null && wholeBytes.read(bytes, state, context)) {
    refillWindows(state, recentReadings, context)
    return state
  }
  const fresh = createTruckState()
  for (const reading of recentReadings) step(fresh, reading, context)
  return fresh
}

/** What cannot be recomputed from the last quarter hour of readings: about 300 bytes for a tanker on the road. */
export const encodeTruckState = (state: TruckState): Uint8Array => wholeBytes.write(state)
