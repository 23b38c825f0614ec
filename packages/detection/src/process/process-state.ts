import type { TransportState } from '@tanker/domain/trucks/transport-process'
import { fewTimes, type StateOf, time, uint } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

/** Room for the rows of the machine, and some to come. */
export const processTimers = 40

export const processState = stateOf({
  state: uint<TransportState>(),
  sinceAt: time(),
  /** The state that an unloading pipe was connected in: 6 or 11. */
  transitState: uint<TransportState>(6),
  /** Bits of compartments that flowed at this place. */
  flowed: uint(),
  lastFlowAt: time(),
  /** When state 9 was entered. */
  unloadedAt: time(),
  /** Fence where the depot or station work happens; 0 is none. */
  fenceId: uint(),
  manualProofAt: time(),
  /** By row of the machine; 0 is not running. */
  timers: fewTimes(processTimers),
})
export type ProcessState = StateOf<typeof processState>
