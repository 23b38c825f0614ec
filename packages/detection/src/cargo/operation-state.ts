import { anchor, flag, hundredths, placeSet, type StateOf, time, uint } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

/** A loading, unloading or transfer of one compartment, kept until the next one begins. */
export const operationState = stateOf({
  loading: flag(),
  startedAt: time(),
  endedAt: time(),
  start: anchor(),
  end: anchor(),
  place: placeSet(),
  levelOnly: flag(),
  top: flag(),
  returned: flag(),
  open: flag(),
  /** The end was read from a calm surface and is final. */
  measured: flag(),
  /** The other compartment of a transfer; 0 is none. */
  transferWith: uint(),
  /** Loaded on top of what came from an earlier loading. */
  second: flag(),
  /** Unloading of a residue. */
  emptying: flag(),
  abnormal: flag(),
  /** Start of its ledger entry; `at` is 0 until posted. */
  postedFrom: anchor(),
  waterStartMm: hundredths(),
  /** Steady rate of the last minute and when it was taken; L/min. */
  rateLpm: uint(),
  lastRateLpm: uint(),
  rateAt: time(),
  /** Since when the flow rests; 0 while it flows. */
  stoppedAt: time(),
})
export type OperationState = StateOf<typeof operationState>
