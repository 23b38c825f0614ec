import type { Thresholds } from '@tanker/domain/thresholds'
import {
  EMPTYING,
  HALF_UNLOADED,
  IDLE,
  IN_TRANSIT,
  LOADING_BOTTOM,
  LOADING_COVER,
  LOADING_PIPE,
  LOADING_STOP,
  LOADING_TOP,
  type TransportState,
  UNLOADING,
  UNLOADING_PIPE,
  UNLOADING_STOP,
} from '@tanker/domain/trucks/transport-process'
import { unloadedInTheDark } from '../cargo/dark-unloading.ts'
import { carriesAny } from '../gauges/gauges.ts'
import type { Moment } from '../moment.ts'
import {
  allCalm,
  apiOpen,
  atDepot,
  covered,
  coupledAtDepot,
  coupledAtStation,
  drained,
  drainedUnseen,
  dryProven,
  falls,
  fellQuiet,
  flowsSince,
  leftDepot,
  leftDryUnseen,
  leftEmptyUnseen,
  leftFirstDepot,
  leftHalfUnseen,
  leftProvenDry,
  leftSite,
  loadsByLevel,
  manholeOpen,
  quiet,
  rises,
  unloads,
} from './process-guards.ts'

/** What a row does besides the change of state; the machine knows each. */
export type ProcessAct = 'open-trip' | 'arrive' | 'finish-leg' | 'emptied' | 'not-emptied' | 'left-half' | 'return-loaded' | 'end-trip'

export type ProcessRow = {
  /** The number in domain rule D.3, kept with every change. */
  readonly cause: string
  readonly from: readonly TransportState[]
  readonly guard: (moment: Moment) => boolean
  /** Since when the guard holds at the reading that shows it first; without it, since that reading. */
  readonly since?: (moment: Moment) => number
  /** For how long the guard must hold, seconds. */
  readonly heldS: (thresholds: Thresholds) => number
  readonly to: (moment: Moment) => TransportState
  readonly act?: ProcessAct
}

const at = (state: TransportState) => () => state
const atOnce = () => 0
const transit = (moment: Moment): TransportState => moment.state.process.transitState
const emptyOrHalf = (moment: Moment): TransportState => (carriesAny(moment) ? HALF_UNLOADED : IDLE)
const idleOrLoaded = (moment: Moment): TransportState => (carriesAny(moment) ? LOADING_STOP : IDLE)
const bottomOrTop = (moment: Moment): TransportState => (!apiOpen(moment) && manholeOpen(moment) ? LOADING_TOP : LOADING_BOTTOM)

/** Domain rule D.3. Leaving a fence is tested before all else; otherwise the first row whose guard held long enough. */
export const PROCESS_ROWS: readonly ProcessRow[] = [
  { cause: '9', from: [LOADING_STOP, IDLE, 1, 2, 3, 4], guard: leftDepot, heldS: atOnce, to: at(IN_TRANSIT), act: 'open-trip' },
  { cause: '16', from: [EMPTYING], guard: leftProvenDry, heldS: atOnce, to: emptyOrHalf, act: 'emptied' },
  { cause: '17', from: [EMPTYING], guard: leftSite, heldS: atOnce, to: emptyOrHalf, act: 'not-emptied' },
  // What was let out in the depot was no delivery: the trip begins as after a loading.
  { cause: '9', from: [UNLOADING_STOP, UNLOADING], guard: leftFirstDepot, heldS: atOnce, to: at(IN_TRANSIT), act: 'open-trip' },
  {
    cause: '18',
    from: [UNLOADING_STOP, UNLOADING],
    guard: (moment) => leftSite(moment) && carriesAny(moment),
    heldS: atOnce,
    to: at(HALF_UNLOADED),
    act: 'left-half',
  },
  { cause: '18b', from: [UNLOADING_STOP, UNLOADING], guard: leftProvenDry, heldS: atOnce, to: at(IDLE), act: 'emptied' },
  { cause: '18b', from: [UNLOADING_STOP, UNLOADING], guard: leftSite, heldS: atOnce, to: at(IDLE), act: 'not-emptied' },
  // Without gauges no flow is seen, but what was aboard is gone.
  { cause: '18', from: [UNLOADING_PIPE], guard: leftHalfUnseen, heldS: atOnce, to: at(HALF_UNLOADED), act: 'left-half' },
  { cause: '18b', from: [UNLOADING_PIPE], guard: leftDryUnseen, heldS: atOnce, to: at(IDLE), act: 'emptied' },
  {
    cause: '18b',
    from: [UNLOADING_PIPE, IN_TRANSIT, HALF_UNLOADED],
    guard: leftEmptyUnseen,
    heldS: atOnce,
    to: at(IDLE),
    act: 'end-trip',
  },
  { cause: '18c', from: [UNLOADING_PIPE], guard: leftSite, heldS: atOnce, to: transit, act: 'finish-leg' },

  {
    cause: '2',
    from: [IDLE, LOADING_PIPE],
    guard: (moment) => atDepot(moment) && manholeOpen(moment),
    since: flowsSince,
    heldS: (t) => t.coupledS,
    to: at(LOADING_COVER),
  },
  { cause: '1', from: [IDLE], guard: coupledAtDepot, since: flowsSince, heldS: (t) => t.coupledS, to: at(LOADING_PIPE) },
  { cause: '3', from: [LOADING_PIPE], guard: rises, since: flowsSince, heldS: (t) => t.flowStartS, to: at(LOADING_BOTTOM) },
  { cause: '4', from: [LOADING_COVER], guard: rises, since: flowsSince, heldS: (t) => t.flowStartS, to: at(LOADING_TOP) },
  {
    cause: '5',
    from: [IDLE],
    guard: loadsByLevel,
    heldS: (t) => t.levelOnlyStartS,
    to: at(LOADING_BOTTOM),
  },
  {
    cause: '6',
    from: [LOADING_BOTTOM, LOADING_TOP],
    guard: (moment) => fellQuiet(moment) && !apiOpen(moment) && !manholeOpen(moment) && covered(moment),
    heldS: (t) => t.flowEndClosedS,
    to: at(LOADING_STOP),
  },
  { cause: '6', from: [LOADING_BOTTOM, LOADING_TOP], guard: quiet, heldS: (t) => t.flowEndS, to: at(LOADING_STOP) },
  { cause: '7', from: [LOADING_STOP], guard: rises, since: flowsSince, heldS: (t) => t.flowStartS, to: bottomOrTop },
  {
    cause: '7',
    from: [UNLOADING, UNLOADING_STOP],
    guard: (moment) => atDepot(moment) && rises(moment),
    since: flowsSince,
    heldS: (t) => t.flowStartS,
    to: bottomOrTop,
  },
  {
    cause: '21b',
    from: [LOADING_STOP],
    guard: (moment) => atDepot(moment) && falls(moment),
    since: flowsSince,
    heldS: (t) => t.flowStartS,
    to: at(UNLOADING),
  },
  {
    cause: '8',
    from: [LOADING_PIPE, LOADING_COVER],
    guard: (moment) => !apiOpen(moment) && !manholeOpen(moment) && quiet(moment),
    heldS: (t) => t.loadingDroppedMin * 60,
    to: idleOrLoaded,
  },

  {
    cause: '11',
    from: [UNLOADING_PIPE, IN_TRANSIT, HALF_UNLOADED],
    guard: unloadedInTheDark,
    heldS: atOnce,
    to: at(UNLOADING),
    act: 'arrive',
  },
  {
    cause: '11',
    from: [UNLOADING_PIPE, IN_TRANSIT, HALF_UNLOADED],
    guard: unloads,
    since: flowsSince,
    heldS: (t) => t.flowStartS,
    to: at(UNLOADING),
    act: 'arrive',
  },
  {
    cause: '10',
    from: [IN_TRANSIT, HALF_UNLOADED],
    guard: coupledAtStation,
    since: flowsSince,
    heldS: (t) => t.coupledS,
    to: at(UNLOADING_PIPE),
    act: 'arrive',
  },
  {
    cause: '12',
    from: [UNLOADING],
    guard: (moment) => fellQuiet(moment) && !apiOpen(moment) && covered(moment),
    heldS: (t) => t.flowEndClosedS,
    to: at(UNLOADING_STOP),
  },
  { cause: '12', from: [UNLOADING], guard: quiet, heldS: (t) => t.flowEndS, to: at(UNLOADING_STOP) },
  { cause: '13', from: [UNLOADING_STOP, EMPTYING], guard: unloadedInTheDark, heldS: atOnce, to: at(UNLOADING) },
  { cause: '13', from: [UNLOADING_STOP, EMPTYING], guard: falls, since: flowsSince, heldS: (t) => t.flowStartS, to: at(UNLOADING) },
  { cause: '14', from: [UNLOADING_PIPE], guard: drainedUnseen, heldS: (t) => t.drainedS, to: at(EMPTYING) },
  { cause: '14', from: [UNLOADING_STOP], guard: drained, heldS: (t) => t.drainedS, to: at(EMPTYING) },
  { cause: '15', from: [EMPTYING], guard: dryProven, heldS: (t) => t.emptyProofS, to: emptyOrHalf, act: 'emptied' },
  {
    cause: '17',
    from: [EMPTYING],
    guard: (moment) => !moment.state.motion.moving,
    heldS: (t) => t.emptyTimeoutMin * 60,
    to: emptyOrHalf,
    act: 'not-emptied',
  },
  {
    cause: '19',
    from: [UNLOADING_PIPE],
    guard: (moment) => !apiOpen(moment) && quiet(moment),
    heldS: (t) => t.unloadingDroppedMin * 60,
    to: transit,
    act: 'finish-leg',
  },
  {
    cause: '20',
    from: [HALF_UNLOADED],
    guard: (moment) => !carriesAny(moment) && allCalm(moment),
    heldS: (t) => t.tripEndCalmS,
    to: at(IDLE),
    act: 'end-trip',
  },
  {
    cause: '21',
    from: [IN_TRANSIT, HALF_UNLOADED],
    guard: (moment) => atDepot(moment) && carriesAny(moment),
    heldS: (t) => t.returnedLoadedMin * 60,
    to: at(LOADING_STOP),
    act: 'return-loaded',
  },
  {
    cause: '22',
    from: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    guard: (moment) => quiet(moment) && !carriesAny(moment),
    heldS: (t) => t.idleAfterMin * 60,
    to: at(IDLE),
    act: 'end-trip',
  },
]
