import { operationState } from '../cargo/operation-state.ts'
import { anchor, fixed, flag, hundredths, int, kept, list, nullable, rare, type StateOf, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'
import { createGaugeWindow } from './gauge-window.ts'
import { jumpState } from './jump-state.ts'

export const gaugeState = stateOf({
  compartment: fixed(uint()),
  at: time(),
  oilCode: int(),
  ...rare({ fault: uint() }),
  levelMm: hundredths(),
  ...rare({ waterMm: hundredths() }),
  volumeL: hundredths(),
  v20L: hundredths(),
  temperatureC: hundredths(),
  loaded: flag(),
  /** Whether a calm surface or a departure has decided on `loaded`; until then the last minute's mean does. */
  loadKnown: flag(),
  ...rare({ loadedSinceAt: time(), emptySinceAt: time() }),
  /** The newest calm value; `at` is 0 when there is none. */
  calm: anchor(),
  calmNow: kept(() => false),
  /** The first calm value of this stop; `at` is 0 when there is none yet. */
  stopCalm: anchor(),
  /** Volume when the truck last drove off. */
  stood: anchor(),
  /** Value up to which the litre ledger is posted; `at` is 0 before its opening balance. */
  posted: anchor(),
  /** Volume at the last change of the process state, or at this stop on the road: the guards of the process count from it. */
  refL: hundredths(),
  ...rare({
    /** Since when the volume rises, falls (negative direction) as fast as an operation does. */
    risingSinceAt: time(),
    fallingSinceAt: time(),
    /** Fall and rise at this stop that were reported (causes 23 and 24). */
    dischargeAt: time(),
    dischargeSinceAt: time(),
    loadingSinceAt: time(),
  }),
  lastFlowAt: time(),
  operation: nullable(operationState),
  // Only used during a flow; otherwise the next step starts it again.
  ...when('operation', { quietSinceAt: time() }),
  ...rare({ abnormalLoadingAt: time() }),
  ...rare({ waterSinceAt: time(), waterAlarmAt: time() }),
  /** The tank table that the volumes come from, by its key; 0 is the console's own. */
  ...rare({ tableKey: uint() }),
  ...rare({
    /** Since when frames are held back because their step may be a jump; 0 is never. */
    heldSinceAt: time(),
    /** Whether the newest frame counted the litres in the pipe, and when that changed in the last quarter hour. */
    pipeFull: flag(),
    pipeTurns: fixed(list(time())),
    /** The newest jump of this gauge; null when there was none lately. */
    jump: nullable(jumpState),
  }),
  /** Litres per minute over the last minute. */
  flowLpm: kept(() => 0),
  window: kept(createGaugeWindow),
})
export type GaugeState = StateOf<typeof gaugeState>
