import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import type { Fence } from '@tanker/domain/fences/fence'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import type { CustodyState } from './seals/custody-state.ts'
import type { Place } from '@tanker/domain/facts/place'
import type { Anchor } from './gauges/anchor.ts'
import type { JumpedLitres, JumpState } from './gauges/jump-state.ts'
import type { GaugeWindow } from './gauges/window-state.ts'

export type { Anchor } from './gauges/anchor.ts'

/**
 * Detection state of one truck. It is changed in place by `step`.
 * Times are ms of device time, 0 is never; volumes and levels carry two decimals, so that the bytes hold them exactly.
 * Only `window` and `flips` are not in the bytes: they are refilled from the last quarter hour of readings.
 */
export type TruckState = {
  newestAt: number
  lastContactAt: number
  /** Device time of the last checkpoint. */
  checkpointAt: number
  fix: FixState
  motion: MotionState
  membership: MembershipState
  /** By compartment, ascending. */
  gauges: GaugeState[]
  probes: ProbeState[]
  loaded: boolean
  process: ProcessState
  trip: TripState | null
  unfinished: UnfinishedState | null
  /** Times of the last abnormal openings (at most `blackOpenings` are kept). */
  abnormalOpenings: number[]
  authorisedUntil: number
  overspeed: OverspeedState
  parking: ParkingState
  hours: HoursState
  emergency: { bits: number; openAt: number; trigger: number; place: Place | null }
  offline: { openAt: number; place: Place | null; loaded: boolean; limitMin: number }
  power: PowerState
  shutdown: { consoleAt: number; consolePlace: Place | null; controllerAt: number; controllerPlace: Place | null }
  silent: { openAt: number; place: Place | null; lastCargoAt: number }
  /** Open T/JSATL events, oldest first. */
  safety: SafetyState[]
  custody: CustodyState
}

export type FixState = {
  at: number
  lat: number
  lng: number
  speedKmh: number
  headingDeg: number
  /** Since when the speed sensor and the satellites disagree. */
  differSinceAt: number
}

export type MotionState = {
  moving: boolean
  accOn: boolean
  speedKmh: number
  fastFixes: number
  fastSinceAt: number
  slowSinceAt: number
  /** 0 while moving. */
  stoppedSinceAt: number
  /** 0 while standing. */
  movingSinceAt: number
  /** When the last drive began; kept while standing. */
  droveSinceAt: number
}

export type MembershipState = {
  fence: Fence | null
  enteredAt: number
  candidateId: number
  candidateFixes: number
  candidateSinceAt: number
  outFixes: number
  outSinceAt: number
  /** It was in its fence at this stop, by a fix or by what it did there. */
  rooted: boolean
  /** The site whose border the standing truck is near from outside. */
  edge: Fence | null
  edgeSeenAt: number
  /** How far outside its fence it works, metres; 0 when it does not, or has not shown it yet. */
  edgeM: number
}

export type GaugeState = {
  readonly compartment: number
  at: number
  oilCode: number
  fault: number
  levelMm: number
  waterMm: number
  volumeL: number
  v20L: number
  temperatureC: number
  loaded: boolean
  /** Whether a calm surface or a departure has decided on `loaded`; until then the last minute's mean does. */
  loadKnown: boolean
  loadedSinceAt: number
  emptySinceAt: number
  /** The newest calm value; `at` is 0 when there is none. */
  calm: Anchor
  calmNow: boolean
  /** The first calm value of this stop; `at` is 0 when there is none yet. */
  stopCalm: Anchor
  /** Volume when the truck last drove off. */
  stood: Anchor
  /** Volume at the last change of the process state, or at this stop on the road: the guards of the process count from it. */
  refL: number
  /** Since when the volume rises, falls (negative direction) as fast as an operation does. */
  risingSinceAt: number
  fallingSinceAt: number
  quietSinceAt: number
  lastFlowAt: number
  operation: OperationState | null
  /** Fall and rise at this stop that were reported (causes 23 and 24). */
  dischargeAt: number
  dischargeSinceAt: number
  loadingSinceAt: number
  abnormalLoadingAt: number
  waterSinceAt: number
  waterAlarmAt: number
  /** The tank table that the volumes come from, by its key; 0 is the console's own. */
  tableKey: number
  /** Value up to which the litre ledger is posted; `at` is 0 before its opening balance. */
  posted: Anchor
  /** Since when frames are held back because their step may be a jump; 0 is never. */
  heldSinceAt: number
  /** The newest jump of this gauge; null when there was none lately. */
  jump: JumpState | null
  /** Whether the newest frame counted the litres in the pipe, and when that changed in the last quarter hour. */
  pipeFull: boolean
  readonly pipeTurns: number[]
  /** Litres per minute over the last minute; not in the bytes. */
  flowLpm: number
  window: GaugeWindow
}

export type OperationState = {
  loading: boolean
  startedAt: number
  endedAt: number
  start: Anchor
  end: Anchor
  place: Place
  levelOnly: boolean
  top: boolean
  returned: boolean
  open: boolean
  /** The end was read from a calm surface and is final. */
  measured: boolean
  /** The other compartment of a transfer; 0 is none. */
  transferWith: number
  /** Loaded on top of what came from an earlier loading. */
  second: boolean
  /** Unloading of a residue. */
  emptying: boolean
  abnormal: boolean
  /** Start of its ledger entry; `at` is 0 until posted. */
  postedFrom: Anchor
  waterStartMm: number
  /** Steady rate of the last minute and when it was taken; L/min. */
  rateLpm: number
  lastRateLpm: number
  rateAt: number
  /** Since when the flow rests; 0 while it flows. */
  stoppedAt: number
}

export type ProbeState = {
  readonly compartment: number
  readonly type: number
  at: number
  answering: boolean
  rawOpen: boolean
  rawWet: boolean
  uncertain: boolean
  sealCount: number
  /** What the seal counted when the truck departed, and what of it is accounted for since; -1 while it is not in transit. */
  frozenCount: number
  /** What it counted before an opening that the switch never showed, -1 is none; of the newest reading only. */
  unseenFrom: number
  /** Bus that it answers on. */
  line: number
  open: boolean
  openedAt: number
  openFrames: number
  openPendingAt: number
  closePendingAt: number
  wet: boolean
  wetSinceAt: number
  drySinceAt: number
  /** Since when it is wet although its tank is empty; 0 is not. */
  wetEmptySinceAt: number
  wetPendingAt: number
  dryPendingAt: number
  uncertainSinceAt: number
  silentSinceAt: number
  /** Index in PROBE_FAULTS; 0 is sound. */
  fault: number
  faultSinceAt: number
  goodSinceAt: number
  cover: CoverState | null
  /** Water alarm 3 of this probe. */
  alarmAt: number
  alarmPlace: Place | null
  /** Times of the last changes of the switch or of wetness; not in the bytes. */
  flips: number[]
}

export type CoverState = {
  startedAt: number
  openedAt: number
  /** 0 while open. */
  closedAt: number
  place: Place
  fixAt: number
  /** Index in OPENING_PLACES. */
  placeKind: number
  processState: TransportState
  loaded: boolean
  /** The truck had stood for half a minute when it was opened. */
  standing: boolean
  before: Anchor
  /** The final judgement was made. */
  judged: boolean
  abnormal: boolean
  sealCount: number
  altitudeM: number
  /** How far the loaded truck moved while it was open. */
  movedOpen: boolean
  movedM: number
}

export type ProcessState = {
  state: TransportState
  sinceAt: number
  /** By row of the machine; 0 is not running. */
  readonly timers: Float64Array
  /** The state that an unloading pipe was connected in: 6 or 11. */
  transitState: TransportState
  /** Bits of compartments that flowed at this place. */
  flowed: number
  lastFlowAt: number
  /** When state 9 was entered. */
  unloadedAt: number
  /** Fence where the depot or station work happens; 0 is none. */
  fenceId: number
  manualProofAt: number
}

export type TripLine = {
  readonly compartment: number
  oilCode: number
  load: Anchor
  /** At the last departure. */
  depart: Anchor
  /** At the newest arrival. */
  arrive: Anchor
  transitLossV20L: number
  /** One sigma of it, over all legs so far. */
  transitSigmaL: number
  unloadedV20L: number
  unloadedL: number
  /** Jumps of the gauge on this leg: neither loss nor gain. */
  gaugeL: number
  gaugeV20L: number
  /** Jumps of the gauge on this trip that are not yet known to be the gauge's fault or lost litres; null is none. */
  jumped: JumpedLitres | null
  /** Free water at the departure. */
  waterMm: number
  /** Stations where it was unloaded, by fence id. */
  stations: number[]
}

export type TripState = {
  startedAt: number
  place: Place
  depotFenceId: number
  distanceM: number
  legs: number
  legStartedAt: number
  legPlace: Place | null
  legFenceId: number
  /** Bits of the slip's stops, by index, that the truck has left. */
  stopsLeft: number
  /** The loss on the way to this station is judged; it waits for a calm surface or for the flow. */
  legJudged: boolean
  lines: TripLine[]
  unfinishedRaised: boolean
}

/** Alarms 207 and 208 that wait for 213. */
export type UnfinishedState = {
  unloadingAt: number
  unloadingPlace: Place | null
  emptyingAt: number
  emptyingPlace: Place | null
  compartments: number
  residualL: number
  proofSinceAt: number
}

export type OverspeedState = {
  overSinceAt: number
  underSinceAt: number
  openAt: number
  place: Place | null
  limitKmh: number
  maxKmh: number
  /** Sum of speed × ms, for the mean. */
  speedMs: number
  overMs: number
  distanceM: number
  lastAt: number
  grade: AlarmGrade
  /** 0 unknown, 1 expressway, 2 other. */
  road: number
  /** Candidate values from the first fix over the limit. */
  startPlace: Place | null
  /** Since when the device reports overspeed; 0 while it does not. */
  deviceAt: number
  /** Index in DEVICE_PARTS: what happened to the device's report. */
  devicePart: number
  /** The device reported it too, within the open alarm 2. */
  deviceToo: boolean
  devicePlace: Place | null
  deviceMaxKmh: number
}

export type ParkingState = {
  startedAt: number
  place: Place | null
  recorded: boolean
  alarmAt: number
  hoursNoted: number
  loaded: boolean
}

export type HoursState = {
  /** Driver that the sums belong to; 0 is none. */
  driverId: number
  startedAt: number
  lastAt: number
  continuousMs: number
  nightMs: number
  warned: boolean
  openAt: number
  night: boolean
  dayOpenAt: number
  dayPlace: Place | null
  place: Place | null
  /** ms driven in each of the last 96 quarter hours, the slot is the quarter's number modulo 96. */
  readonly quarters: Int32Array
  quarter: number
  dayMs: number
}

export type PowerState = {
  /** The supply was once seen above 18 V. */
  is24V: boolean
  cutSinceAt: number
  cutPlace: Place | null
  movedM: number
  lowestV: number
  alarmAt: number
  backSinceAt: number
  underSinceAt: number
  underAt: number
  underPlace: Place | null
  underEndSinceAt: number
}

export type SafetyState = {
  code: number
  startedAt: number
  lastAt: number
  count: number
  place: Place
  grade: AlarmGrade
  alarmId: number
  attachments: number
  begun: boolean
}
