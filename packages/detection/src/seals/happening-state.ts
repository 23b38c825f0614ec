import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import type { Place } from '@tanker/domain/facts/place'
import type { Anchor } from '../gauges/anchor.ts'

/**
 * One happening of seals, doors and litres: everything that belongs together at one place and time. It is one alarm
 * (domain rule "One happening, one alarm"), whose key is what was seen first. Times are ms of device time, 0 is never.
 */
export type HappeningState = {
  /** Alarm type of its key: 1, 202, 210, 320 or 322. */
  readonly type: number
  readonly object: number
  readonly startedAt: number
  /** When something of it was last seen. */
  lastAt: number
  grade: AlarmGrade
  readonly place: Place
  /** Index in OPENING_PLACES. */
  readonly placeKind: number
  readonly processState: TransportState
  /** Index in the reasons of its type. */
  readonly reason: number
  /** Openings, those of the same probe again among them. */
  count: number
  readonly openings: HappeningOpening[]
  readonly losses: HappeningLoss[]
}

/** One probe of a happening. */
export type HappeningOpening = {
  readonly compartment: number
  readonly type: number
  /** Index in OPENING_WAYS. */
  readonly how: number
  readonly openedAt: number
  /** 0 while it stands open, or is missing, or until the seals are armed again. */
  closedAt: number
  /** What the seal counted before and after. */
  readonly oldCount: number
  newCount: number
}

/** The litres that one compartment lost in a happening. */
export type HappeningLoss = {
  readonly compartment: number
  readonly oilCode: number
  /** What the compartment held before. */
  from: Anchor
  /** Volume when the litres were last reported; `at` is 0 before that. */
  to: Anchor
  lossL: number
  lossV20L: number
  sigmaL: number
  /** Litres that went into another compartment of the truck instead (negative: came from one). */
  movedL: number
}
