import { flag, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

/** The last time at this stop in which the terminal said nothing of gauges and seals; times are ms of device time. */
export const darkState = stateOf(
  when('endedAt', {
    fromAt: time(),
    /** When it spoke again; 0 is none. */
    endedAt: time(),
    /** Compartments (bits) whose outlets were opened unseen, by their seals' counters. */
    opened: uint(),
    /** The terminal said that it has started. */
    restarted: flag(),
  }),
)
