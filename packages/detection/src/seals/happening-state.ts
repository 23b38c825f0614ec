import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import { anchor, fixed, hundredths, int, list, oneOf, part, placeSet, type StateOf, time, uint } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

/** One probe of a happening. */
const happeningOpeningState = stateOf({
  compartment: fixed(uint()),
  type: fixed(uint()),
  /** Index in OPENING_WAYS. */
  how: fixed(uint()),
  openedAt: fixed(time()),
  /** 0 while it stands open, or is missing, or until the seals are armed again. */
  closedAt: time(),
  /** What the seal counted before and after. */
  oldCount: fixed(uint()),
  newCount: uint(),
})
export type HappeningOpening = StateOf<typeof happeningOpeningState>

/** The litres that one compartment lost in a happening. */
const happeningLossState = stateOf({
  compartment: fixed(uint()),
  oilCode: fixed(int()),
  /** What the compartment held before. */
  from: anchor(),
  /** Volume when the litres were last reported; `at` is 0 before that. */
  to: anchor(),
  lossL: hundredths(),
  lossV20L: hundredths(),
  sigmaL: hundredths(),
  /** Litres that went into another compartment of the truck instead (negative: came from one). */
  movedL: hundredths(),
})
export type HappeningLoss = StateOf<typeof happeningLossState>

/**
 * One happening of seals, doors and litres: everything that belongs together at one place and time. It is one alarm
 * (domain rule "One happening, one alarm"), whose key is what was seen first. Times are ms of device time, 0 is never.
 */
export const happeningState = stateOf({
  /** Alarm type of its key: 1, 202, 210, 320 or 322. */
  type: fixed(uint()),
  object: fixed(uint()),
  startedAt: fixed(time()),
  /** When something of it was last seen. */
  lastAt: time(),
  grade: oneOf(ALARM_GRADES, 'yellow'),
  place: fixed(placeSet()),
  /** Index in OPENING_PLACES. */
  placeKind: fixed(uint()),
  processState: fixed(uint<TransportState>()),
  /** Index in the reasons of its type. */
  reason: fixed(uint()),
  /** Openings, those of the same probe again among them. */
  count: uint(),
  openings: fixed(list(part(happeningOpeningState))),
  losses: fixed(list(part(happeningLossState))),
})
export type HappeningState = StateOf<typeof happeningState>
