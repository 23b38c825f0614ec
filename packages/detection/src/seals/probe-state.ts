import { API_WET, BOTTOM_VALVE_WATER, BOTTOM_VALVE_WET, COMPARTMENT_BOTTOM_WET, EMPTY_INDICATOR } from '@tanker/domain/devices/probe-type'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import {
  anchor,
  countLike,
  fixed,
  flag,
  hundredths,
  int,
  kept,
  nullable,
  place,
  placeSet,
  rare,
  type StateOf,
  time,
  uint,
  when,
} from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

const coverState = stateOf({
  startedAt: time(),
  openedAt: time(),
  /** 0 while open. */
  closedAt: time(),
  place: placeSet(),
  fixAt: time(),
  /** Index in OPENING_PLACES. */
  placeKind: uint(),
  processState: uint<TransportState>(),
  loaded: flag(),
  /** The truck had stood for half a minute when it was opened. */
  standing: flag(),
  before: anchor(),
  /** The final judgement was made. */
  judged: flag(),
  abnormal: flag(),
  sealCount: uint(),
  altitudeM: int(),
  /** How far the loaded truck moved while it was open. */
  movedOpen: flag(),
  ...when('movedOpen', { movedM: hundredths() }),
  /** The exemption that covers it; 0 is none. */
  ...rare({ exemption: uint() }),
})
export type CoverState = StateOf<typeof coverState>

export const watchesLiquid = (type: number): boolean =>
  type === BOTTOM_VALVE_WET ||
  type === BOTTOM_VALVE_WATER ||
  type === EMPTY_INDICATOR ||
  type === COMPARTMENT_BOTTOM_WET ||
  type === API_WET

type Moved = { rawOpen: boolean; open: boolean; cover: unknown; alarmAt: number }

/** Millivolts plus one; 0 is not known. */
export const sensedState = stateOf({ serial: uint(), line: uint(), sensor: uint(), gate: uint(), zero: uint(), max: uint() })
export type SensedState = StateOf<typeof sensedState>

/** From here on in PROBE_FAULTS: faults of the electronics, which consoles report. */
export const FIRST_ELECTRICAL = 6
const isElectrical = ({ fault }: { fault: number }): boolean => fault >= FIRST_ELECTRICAL

export const probeState = stateOf({
  compartment: fixed(uint()),
  type: fixed(uint()),
  at: time(),
  answering: flag(true),
  rawOpen: flag(),
  rawWet: flag(),
  uncertain: flag(),
  sealCount: uint(),
  /** What the seal counted when the truck departed, and what of it is accounted for since; -1 while it is not in transit. */
  frozenCount: countLike('sealCount'),
  /** What it counted before an opening that the switch never showed, -1 is none; of the newest reading only. */
  unseenFrom: kept(() => -1),
  /** Bus that it answers on. */
  ...rare({ line: uint() }),
  open: flag(),
  wet: flag(),
  ...rare({
    cover: nullable(coverState),
    /** Water alarm 3 of this probe. */
    alarmAt: time(),
    alarmPlace: place(),
  }),
  // The moments of a closed switch that nothing refers to are not read again; nor is how long a switch was dry.
  ...when(['open', 'cover', 'alarmAt'], { openedAt: time() }),
  ...when((probe: Moved) => !probe.rawOpen && (probe.open || probe.cover !== null || probe.alarmAt !== 0), { closePendingAt: time() }),
  ...when('wet', { wetSinceAt: time() }),
  ...when(({ wet, type }: { wet: boolean; type: number }) => !wet && watchesLiquid(type), { drySinceAt: time() }),
  /** Since when it is wet although its tank is empty; 0 is not. */
  ...rare({ wetEmptySinceAt: time() }),
  ...rare({ openFrames: uint(0, 2), openPendingAt: time(), wetPendingAt: time(), dryPendingAt: time() }),
  ...when(['fault', 'uncertainSinceAt', 'silentSinceAt'], {
    uncertainSinceAt: time(),
    silentSinceAt: time(),
    /** Index in PROBE_FAULTS; 0 is sound. */
    fault: uint(),
    faultSinceAt: time(),
    goodSinceAt: time(),
  }),
  /** Index in PROBE_FAULTS of what its console reports of its electronics; 0 is sound. */
  ...rare({ electrical: uint() }),
  // The values with which an electrical fault began.
  ...when(isElectrical, { faultSensed: nullable(sensedState) }),
  /** Of ten digits; 0 is not known. */
  ...rare({ serial: uint() }),
  /** What was recorded of its values last. */
  ...rare({ notedAt: time(), notedMv: uint(), notedSum: uint() }),
  /** Times of the last changes of the switch or of wetness. */
  flips: kept((): number[] => []),
})
export type ProbeState = StateOf<typeof probeState>
