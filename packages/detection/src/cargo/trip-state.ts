import { jumpedLitresState } from '../gauges/jump-state.ts'
import {
  anchor,
  fixed,
  flag,
  hundredths,
  int,
  list,
  nullable,
  part,
  place,
  placeSet,
  rare,
  type StateOf,
  time,
  uint,
} from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

/** What one compartment carries. */
const carried = stateOf({
  compartment: fixed(uint()),
  oilCode: int(),
  load: anchor(),
  /** At the last departure. */
  depart: anchor(),
  /** At the newest arrival. */
  arrive: anchor(),
  transitLossV20L: hundredths(),
  /** One sigma of it, over all legs so far. */
  transitSigmaL: hundredths(),
  unloadedV20L: hundredths(),
  unloadedL: hundredths(),
  /** Jumps of the gauge on this leg: neither loss nor gain. */
  ...rare({ gaugeL: hundredths(), gaugeV20L: hundredths() }),
  /** One sigma of the newest arrival, where it was read from a surface that swung; else 0. */
  ...rare({ swingL: hundredths() }),
  /** Jumps of the gauge on this trip that are not yet known to be the gauge's fault or lost litres; null is none. */
  jumped: nullable(jumpedLitresState),
  /** Free water at the departure. */
  waterMm: hundredths(),
  /** Stations where it was unloaded, by fence id. */
  stations: list(uint()),
})
export type TripLine = ReturnType<typeof carried.initial>

/** The running delivery. */
export const tripState = stateOf({
  startedAt: time(),
  place: placeSet(),
  depotFenceId: uint(),
  distanceM: hundredths(),
  legs: uint(),
  legStartedAt: time(),
  legPlace: place(),
  legFenceId: uint(),
  /** Bits of the slip's stops, by index, that the truck has left. */
  stopsLeft: uint(),
  /** The loss on the way to this station is judged; it waits for a calm surface or for the flow. */
  legJudged: flag(),
  lines: list(part(carried)),
  unfinishedRaised: flag(),
})
export type TripState = StateOf<typeof tripState>

/** Alarms 207 and 208 that wait for 213. */
export const unfinishedState = stateOf({
  unloadingAt: time(),
  unloadingPlace: place(),
  emptyingAt: time(),
  emptyingPlace: place(),
  compartments: uint(),
  residualL: hundredths(),
  proofSinceAt: time(),
})
export type UnfinishedState = StateOf<typeof unfinishedState>
