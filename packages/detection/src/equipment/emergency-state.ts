import { mask, place, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

/** `bits`: triggers that are set, `trigger`: which began the alarm, an index. */
export const emergencyState = stateOf(
  when(['bits', 'openAt'], {
    bits: mask(),
    openAt: time(),
    trigger: uint(),
    place: place(),
  }),
)

/** Gauges and seals are silent while positions come (214): since when it is an alarm, and when they were last heard. */
export const silentState = stateOf({ ...when('openAt', { openAt: time(), place: place() }), lastCargoAt: time() })
