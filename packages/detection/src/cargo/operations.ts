import {
  HALF_UNLOADED,
  IN_TRANSIT,
  LOADING_BOTTOM,
  LOADING_TOP,
  type TransportState,
  UNLOADING,
  UNLOADING_PIPE,
} from '@tanker/domain/trucks/transport-process'
import { operationFact } from '@tanker/domain/facts/cargo-facts'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { OperationState } from './operation-state.ts'
import { fallAfterShut } from './fall-after-shut.ts'
import { fallBeforeOpening } from './fall-before-opening.ts'
import { cutFallOff } from './fall-in-loading.ts'
import { stepFlowRate } from './flow-steps.ts'
import { capacityL } from '../gauges/compartment-sizes.ts'
import { calmBefore, readCalmUntil } from '../gauges/before-flow.ts'
import { copyAnchor, flowingSince, gaugeOf, maySwing, settledSince } from '../gauges/gauges.ts'
import { readFlowEnd, readFlowStart } from '../gauges/flow-bounds.ts'
import { hundredth, readFirst, readMean } from '../gauges/gauge-window.ts'
import { isRolling } from '../motion/rolling.ts'
import { noteMoved } from '../seals/happenings.ts'
import { judgeEmptied } from '../gauges/jumped-litres.ts'
import { postOperation } from './ledger.ts'
import { judgeDelivered, judgeLoading } from './loading-judgement.ts'
import { type Moment, note, placeNow } from '../moment.ts'
import { anyOpen, outletOpenedAt } from '../seals/probes.ts'
import { fallsSealed } from './sealed-fall.ts'
import { judgeFallBeforeOpening } from './standing-changes.ts'
import { readLowLevel } from './topped-up-fall.ts'
import { volumeMethodOf, volumeSourceOf } from '../gauges/standard-volume.ts'
import { isStuck } from '../gauges/stuck-gauge.ts'
import { arrivalOf } from './arrival-of.ts'
import { carryTransfer } from './trip.ts'
import { judgeFallInYard, judgeToppedUp, judgeYardOperation } from './yard.ts'

const minuteMs = 60_000
/** The states in which an unloading may begin. */
const awaitingFlow: readonly TransportState[] = [IN_TRANSIT, UNLOADING_PIPE, HALF_UNLOADED]
/** Written and read within one call. */
const reference = noAnchor()
const opened = noAnchor()
const shut = noAnchor()

/** Rising, falling and quiet volumes of a standing truck, from which the process and the operations are judged. */
export function stepFlow(moment: Moment): void {
  const { at, state, thresholds } = moment
  const standing = !state.motion.moving
  const awaitsFlow = standing && awaitingFlow.includes(state.process.state)
  const settledAt = settledSince(moment)
  for (const gauge of state.gauges) {
    const flow = gauge.flowLpm
    // An unloading is measured from the volume at this stop: a loss on the way is not part of it.
    if (awaitsFlow && Math.abs(flow) < thresholds.flowStartLpm) {
      const settled = readMean(gauge.window, at, Math.max(at - minuteMs, settledAt), 10, reference)
      gauge.refL = settled ? reference.volumeL : gauge.volumeL
    }
    const changeL = gauge.volumeL - gauge.refL
    const rises = standing && flow >= thresholds.flowStartLpm && changeL >= thresholds.flowStartL
    const falls = standing && flow <= -thresholds.flowStartLpm && changeL <= -thresholds.flowStartL
    gauge.risingSinceAt = rises ? gauge.risingSinceAt || flowingSince(moment, gauge) : 0
    gauge.fallingSinceAt = falls ? gauge.fallingSinceAt || flowingSince(moment, gauge) : 0
    const quiet = Math.abs(flow) < thresholds.flowZeroLpm
    gauge.quietSinceAt = quiet ? gauge.quietSinceAt || at : 0
    const began = gauge.risingSinceAt === at || gauge.fallingSinceAt === at
    if (began && maySwing(moment, gauge)) continue
    if (rises || falls || (!quiet && gauge.operation !== null && gauge.operation.open)) {
      gauge.lastFlowAt = at
      state.process.lastFlowAt = at
    }
  }
}

/** Opens and closes one operation per compartment and contiguous flow (domain rule D.4). */
export function stepOperations(moment: Moment): void {
  const { at, state, thresholds } = moment
  const process = state.process.state
  const loading = process === LOADING_BOTTOM || process === LOADING_TOP
  const sustainedMs = thresholds.flowStartS * 1000
  for (const gauge of state.gauges) {
    const { operation } = gauge
    const fall = operation === null || operation.measured ? 'none' : fallAfterShut(moment, gauge, operation, shut)
    if (operation !== null && fall === 'fell') endWhereShut(moment, gauge, operation)
    else if (operation !== null && operation.open) {
      stepFlowRate(moment, gauge, operation)
      if (operationOver(moment, gauge, operation)) closeOperation(moment, gauge, operation)
    } else if (loading && gauge.risingSinceAt !== 0 && at - gauge.risingSinceAt >= sustainedMs) {
      openOperation(moment, gauge, true, 0)
    } else if (
      process === UNLOADING &&
      gauge.fallingSinceAt !== 0 &&
      at - gauge.fallingSinceAt >= sustainedMs &&
      !fallsSealed(moment, gauge)
    ) {
      openOperation(moment, gauge, false, 0)
    } else if (operation !== null && fall === 'none') {
      measureOperation(moment, gauge, operation)
    }
  }
}

function operationOver(moment: Moment, gauge: GaugeState, operation: OperationState): boolean {
  const { at, state, thresholds } = moment
  const process = state.process.state
  if (state.motion.moving) return true
  // Its end is not read from the first metres, which swing the surface.
  if (isRolling(moment)) return false
  if (operation.transferWith !== 0) {
    return gauge.quietSinceAt !== 0 && at - gauge.quietSinceAt >= thresholds.flowEndClosedS * 1000
  }
  const flows = operation.loading ? process === LOADING_BOTTOM || process === LOADING_TOP : process === UNLOADING
  if (!flows) return true
  if (gauge.quietSinceAt === 0) return false
  const closed = state.probes.length > 0 && !anyOpen(state, 'api') && !anyOpen(state, 'manhole')
  return at - gauge.quietSinceAt >= (closed ? thresholds.flowEndClosedS : thresholds.flowEndS) * 1000
}

/** `transferWith`: the compartment that it flows into or from; 0 is none. */
export function openOperation(moment: Moment, gauge: GaugeState, loading: boolean, transferWith: number): void {
  const { state, thresholds } = moment
  const bit = 1 << gauge.compartment
  const fellFrom = loading || transferWith !== 0 ? null : fallBeforeOpening(moment, gauge, opened)
  if (fellFrom !== null) judgeFallBeforeOpening(moment, gauge, fellFrom, { ...opened })
  const isFirst = (state.process.flowed & bit) === 0
  if (transferWith === 0) state.process.flowed |= bit
  if (loading) state.custody.emptied &= ~bit
  const last = gauge.operation
  const place = placeNow(state)
  if (loading && transferWith === 0 && (last === null || last.measured)) judgeToppedUp(moment, gauge, gauge)
  const again =
    last !== null &&
    fellFrom === null &&
    last.loading === loading &&
    last.transferWith === transferWith &&
    last.place.fenceId === place.fenceId &&
    // The ledger entries posted since then lie between the two; before its surface came to rest again there are none.
    (last.postedFrom.at === 0 || !last.measured || gauge.posted.at === last.end.at) &&
    mayGoOn(moment, last)
  if (again) {
    if (last.measured && transferWith !== 0) noteMoved(moment, gauge, last, -1)
    last.open = true
    last.measured = false
    last.endedAt = 0
    noteOperation(moment, gauge, last, 'reopened')
    return
  }
  // The direction changed before the surface was calm: the former flow is measured at its end.
  if (last !== null && !last.measured) settleOperation(moment, gauge, last)
  const start = noAnchor()
  const startedAt = readStart(moment, gauge, loading, isFirst && transferWith === 0, start)
  if (fellFrom !== null) copyAnchor({ ...opened, at: Math.max(startedAt, opened.at) }, start)
  const capacity = capacityL(moment.context, gauge.compartment)
  const fence = state.membership.fence?.kind
  // Of one and the same loading, also where what it replaces was reported.
  const toppedUp = last !== null && (last.loading || last.abnormal) && last.place.fenceId === place.fenceId && mayGoOn(moment, last)
  gauge.operation = {
    loading,
    startedAt: fellFrom === null ? startedAt : start.at,
    endedAt: 0,
    start,
    end: noAnchor(),
    place,
    levelOnly: state.probes.length === 0,
    top: state.process.state === LOADING_TOP,
    returned: !loading && state.membership.fence?.kind === 'depot',
    open: true,
    measured: false,
    transferWith,
    second: loading && !toppedUp && transferWith === 0 && start.volumeL > (capacity * thresholds.residuePercent) / 100,
    emptying: !loading && transferWith === 0 && start.volumeL < (capacity * thresholds.residuePercent) / 100,
    abnormal: transferWith !== 0 && fence !== 'depot' && fence !== 'station',
    postedFrom: noAnchor(),
    waterStartMm: gauge.waterMm,
    rateLpm: 0,
    lastRateLpm: 0,
    rateAt: 0,
    stoppedAt: 0,
  }
  noteOperation(moment, gauge, gauge.operation, 'began')
}

/** What fell between the calm value and the coupling was not unloaded. */
const fellBefore = ({ thresholds }: Moment, calm: Anchor, arrive: Anchor): boolean =>
  calm.calm && arrive.at > calm.at && calm.volumeL - arrive.volumeL >= thresholds.yardFallL

/**
 * Writes what the compartment held before this flow into `start` and returns when it began. A flow is noticed late, and may have begun
 * between two frames: the first one at a station is measured from the arrival.
 */
function readStart(moment: Moment, gauge: GaugeState, loading: boolean, isFirst: boolean, start: Anchor): number {
  const { at, state } = moment
  const { operation: last, posted, calm } = gauge
  if (!readFlowStart(gauge.window, at, state.motion.stoppedSinceAt, loading, start)) copyLatest(gauge, start)
  // An operation cut in two by a short move: litres already reported are not part of it, though the level fell all the way.
  const isPosted = posted.at > start.at
  if (isPosted) copyAnchor(posted, start)
  const openedAt = loading ? 0 : outletOpenedAt(state, gauge.compartment)
  const startedAt = Math.max(start.at, isFirst ? openedAt : 0)
  const calmHolds = calmBefore(gauge, startedAt) && (last === null || calm.at > last.endedAt)
  const arrive = loading || !isFirst ? null : arrivalOf(moment, gauge)
  const settledAt = settledSince(moment)
  const isSame = arrive !== null && Math.abs(calm.v20L - arrive.v20L) < moment.thresholds.dischargeL && !fellBefore(moment, calm, arrive)
  if (arrive !== null && posted.at <= arrive.at && !(calmHolds && isSame)) copyAnchor(arrive, start)
  else if (calmHolds) readCalmUntil(moment, gauge, startedAt, start)
  else if (!isPosted && startedAt < settledAt) readFirst(gauge.window, settledAt, start)
  start.at = startedAt
  return startedAt
}

function copyLatest(gauge: GaugeState, into: { at: number; levelMm: number; volumeL: number; v20L: number; temperatureC: number }): void {
  into.at = gauge.at
  into.levelMm = gauge.levelMm
  into.volumeL = gauge.volumeL
  into.v20L = gauge.v20L
  into.temperatureC = gauge.temperatureC
}

function closeOperation(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  const { at, state } = moment
  operation.open = false
  if (state.motion.moving) {
    const movingSince = state.motion.movingSinceAt
    copyAnchor(gauge.stood, operation.end)
    operation.end.at = Math.min(gauge.lastFlowAt || movingSince, movingSince)
    operation.measured = true
  } else if (
    !(isReturn(moment, operation) && readLowLevel(moment, gauge, gauge.posted.at || operation.startedAt, gauge, operation.end)) &&
    !readFlowEnd(gauge.window, at, operation.end)
  )
    copyLatest(gauge, operation.end)
  operation.endedAt = Math.max(operation.end.at, operation.startedAt)
  gauge.lastFlowAt = operation.endedAt
  if (operation.transferWith !== 0) gauge.refL = gauge.volumeL
  if (operation.measured) settleOperation(moment, gauge, operation)
  noteOperation(moment, gauge, operation, 'ended')
}

/** An unloading whose compartment falls on behind shut seals was over when they were shut: the rest is judged as a fall at the station. */
function endWhereShut(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  const wasOpen = operation.open
  copyAnchor(shut, operation.end)
  operation.open = false
  operation.measured = true
  operation.endedAt = Math.max(shut.at, operation.startedAt)
  gauge.lastFlowAt = operation.endedAt
  // Frames that come seldom showed no calm surface before: a fall at this stop counts from here.
  if (gauge.stopCalm.at === 0) copyAnchor(shut, gauge.stopCalm)
  settleOperation(moment, gauge, operation)
  noteOperation(moment, gauge, operation, wasOpen ? 'ended' : 'measured')
}

/** What flows out in the depot may be replaced before the surface rests: what rises then is no part of it. */
const isReturn = ({ state }: Moment, { loading, transferWith }: OperationState): boolean =>
  !loading && transferWith === 0 && state.membership.fence?.kind === 'depot'

/** The volumes of a closed operation are reported again once the surface is calm. */
function measureOperation(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  // Driving off ends it: it can only go on at the same stop.
  if (moment.state.motion.moving) {
    if (!operation.measured) settleOperation(moment, gauge, operation)
    gauge.operation = null
  } else if (!operation.measured) {
    if (gauge.calmNow && moment.at - operation.endedAt >= moment.thresholds.calmAfterS * 1000) {
      const risesL = gauge.calm.volumeL - operation.end.volumeL
      if (!isReturn(moment, operation) || risesL < moment.thresholds.yardFallL) copyAnchor(gauge.calm, operation.end)
      operation.measured = true
      settleOperation(moment, gauge, operation)
      noteOperation(moment, gauge, operation, 'measured')
    }
  } else if (!mayGoOn(moment, operation)) gauge.operation = null
}

/**
 * Whether a flow into or out of the compartment would be the same operation. Compartments are loaded by turns: a loading goes on as long
 * as any other one of this stop does.
 */
function mayGoOn({ at, state, thresholds }: Moment, operation: OperationState): boolean {
  const within = ({ open, endedAt }: OperationState): boolean => open || at - endedAt <= thresholds.operationReopenMin * 60_000
  if (within(operation)) return true
  if (!operation.loading || operation.transferWith !== 0) return false
  return state.gauges.some(({ operation: other }) => other !== null && other.loading && other.transferWith === 0 && within(other))
}

/** Final litres of an operation: judged, posted to the ledger, and excluded from the trip's loss. */
export function settleOperation(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  const fall = cutFallOff(moment, gauge, operation)
  judgeLoading(moment, gauge, operation)
  judgeDelivered(moment, gauge, operation)
  judgeEmptied(moment, gauge, operation)
  judgeYardOperation(moment, gauge, operation)
  postOperation(moment, gauge, operation)
  if (fall !== null) judgeFallInYard(moment, gauge, fall.from, fall.to)
  if (operation.transferWith === 0) return
  moveAnchors(moment, gauge, operation)
  noteMoved(moment, gauge, operation, 1)
  carryTransfer(moment.state.trip, gauge, operation)
}

/** The stop is judged from what the transfer left; what fell without rising elsewhere is still a fall. */
function moveAnchors(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  const other = operation.loading ? gauge : gaugeOf(moment.state, operation.transferWith)
  const start = other.operation?.start ?? operation.start
  const sign = operation.loading ? 1 : -1
  for (const anchor of [gauge.stopCalm, gauge.stood]) {
    if (anchor.at === 0) continue
    anchor.volumeL = hundredth(anchor.volumeL + sign * (other.volumeL - start.volumeL))
    anchor.v20L = hundredth(anchor.v20L + sign * (other.v20L - start.v20L))
  }
}

/** The record of an operation as it is known now. */
export function noteOperation(
  moment: Moment,
  gauge: GaugeState,
  operation: OperationState,
  what: 'began' | 'reopened' | 'ended' | 'measured',
): void {
  const { start, end, loading } = operation
  const ended = operation.endedAt !== 0
  const changeL = ended ? Math.abs(end.volumeL - start.volumeL) : 0
  const minutes = (operation.endedAt - operation.startedAt) / 60_000
  const averageLpm = ended && minutes > 0 ? Math.round(changeL / minutes) : null
  note(moment, operationFact, {
    name: `${loading ? 'loading' : 'unloading'}-${what}`,
    startedAt: operation.startedAt,
    object: gauge.compartment,
    ...(ended ? { endedAt: operation.endedAt } : {}),
    place: operation.place,
    properties: {
      compartment: gauge.compartment,
      oilCode: gauge.oilCode,
      direction: loading ? 'loading' : 'unloading',
      way: wayOf(operation, averageLpm, moment.thresholds.gravityLpm),
      returned: operation.returned,
      levelOnly: operation.levelOnly,
      startVolumeL: start.volumeL,
      startV20L: start.v20L,
      startLevelMm: start.levelMm,
      startTemperatureC: start.temperatureC,
      startCalm: start.calm,
      endVolumeL: ended ? end.volumeL : null,
      endV20L: ended ? end.v20L : null,
      endLevelMm: ended ? end.levelMm : null,
      endTemperatureC: ended ? end.temperatureC : null,
      endCalm: ended && end.calm,
      averageLpm,
      v20Method: volumeMethodOf(moment.thresholds, gauge.oilCode, gauge.tableKey !== 0),
      volumeSource: volumeSourceOf(gauge),
      opKind: operation.transferWith !== 0 ? 'transfer' : loading ? 'loading' : operation.emptying ? 'emptying' : 'unloading',
      transferWith: operation.transferWith === 0 ? null : operation.transferWith,
      ...(isStuck(moment, gauge.compartment) ? { volumeKnown: false, reason: 'gauge-stuck' } : {}),
      judge: operation.abnormal ? 'abnormal' : 'normal',
      waterStartMm: operation.waterStartMm,
      waterEndMm: ended ? gauge.waterMm : null,
    },
  })
}

function wayOf(operation: OperationState, averageLpm: number | null, gravityLpm: number): 'top' | 'bottom' | 'gravity' | 'pump' | null {
  if (operation.loading) return operation.top ? 'top' : 'bottom'
  if (averageLpm === null) return null
  return averageLpm < gravityLpm ? 'gravity' : 'pump'
}
