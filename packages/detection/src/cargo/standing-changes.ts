import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { roundHalfAway } from '@tanker/domain/loss/loss'
import { judgeLoss } from '@tanker/domain/loss/uncertainty'
import { HALF_UNLOADED, IDLE, IN_TRANSIT } from '@tanker/domain/trucks/transport-process'
import { abnormalLoadingFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { processFact } from '@tanker/domain/facts/cargo-facts'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { raiseEmptyingBreach, residueIsGone } from './emptying-exceptions.ts'
import { capacityL, loadedFromL } from '../gauges/compartment-sizes.ts'
import { maxBackdateMs } from '../fact.ts'
import { isDead } from '../gauges/dead-jump.ts'
import { readStretch } from '../gauges/flow-bounds.ts'
import { noticeableL } from '../gauges/gauge-noise.ts'
import { copyAnchor } from '../gauges/gauges.ts'
import type { HappeningState } from '../seals/happening-state.ts'
import { beginHappening, noteRefilled, reportDischarge, reportResidue } from '../seals/happenings.ts'
import { postDrain } from './ledger.ts'
import { anchorsSigmaL } from './loss-sigma.ts'
import { type Moment, note, placeNow, raise } from '../moment.ts'
import { findRefilled } from './refilled-fall.ts'
import { placeOfOpening, unsealForResidue } from '../seals/unsealing.ts'
import { placeOfStop, siteHere } from './site-work.ts'
import { fellSealedFrom } from './site-falls.ts'
import { loseAtStation } from './trip.ts'
import { isYardFall, judgeToppedUp, judgeYardFall } from './yard.ts'

/** Written and read within one call. */
const stretch = noAnchor()

/**
 * Causes 23 and 24 of domain rule D.3: changes in a standing truck outside its sites, calm to calm.
 * Never from flow while moving: sloshing would raise hundreds (domain D.11).
 */
export function stepStandingChanges(moment: Moment): void {
  const { state } = moment
  if (state.motion.moving) return
  const { fence } = state.membership
  const atSite = fence?.kind === 'depot' || fence?.kind === 'station'
  const inTransit = state.process.state === IN_TRANSIT || state.process.state === HALF_UNLOADED
  for (const gauge of state.gauges) {
    // What was transferred is taken out of the stop once it is measured: until then a fall may be just that.
    if (!gauge.calmNow || (gauge.operation !== null && !gauge.operation.measured)) {
      gauge.dischargeSinceAt = 0
      gauge.loadingSinceAt = 0
      continue
    }
    if (!atSite && isReportedResidue(moment, gauge)) {
      if (residueIsGone(moment, gauge)) judgeResidue(moment, gauge)
    } else if ((inTransit || carriesUnknown(moment, gauge)) && !atSite) {
      if ((moment.calmed & (1 << gauge.compartment)) !== 0) judgeRefilled(moment, gauge)
      judgeDischarge(moment, gauge, null, gauge.calm)
    } else if (atSite) {
      if ((moment.calmed & (1 << gauge.compartment)) !== 0) judgeToppedUp(moment, gauge, gauge.calm)
      judgeFallAtSite(moment, gauge, gauge.calm)
    } else if (!gauge.loaded && residueIsGone(moment, gauge)) judgeResidue(moment, gauge)
    if (fence?.kind !== 'depot') judgeRise(moment, gauge)
  }
}

/**
 * A fall so shortly before the departure that nothing was judged yet. In a depot or station: what it left with against the ledger, calm or
 * as its last frames here agree. Asked before the process, which posts the ledger when the truck has left its site in the same reading.
 */
export function stepDeparture(moment: Moment): void {
  const kind = siteHere(moment)?.kind
  if (kind !== 'depot' && kind !== 'station') return judgeStopOnRoad(moment)
  for (const gauge of moment.state.gauges) {
    const { posted, stood, calm, operation } = gauge
    if (!posted.calm || stood.at <= posted.at || (stood.calm ? stood.at !== calm.at : !leftAt(moment, gauge))) continue
    if (operation !== null && !operation.measured) continue
    judgeToppedUp(moment, gauge, stood)
    judgeFallAtSite(moment, gauge, stood)
  }
}

/** On the road only what rested counts; the rest is judged whole at the arrival. */
function judgeStopOnRoad(moment: Moment): void {
  const { state, thresholds } = moment
  if (state.process.state !== IN_TRANSIT && state.process.state !== HALF_UNLOADED) return
  for (const gauge of state.gauges) {
    const { compartment, posted, stood, calm, operation, jump } = gauge
    if ((moment.restedBriefly & (1 << compartment)) === 0 || stood.at !== calm.at || isDead(moment, gauge)) continue
    if (!posted.calm || stood.at <= posted.at || operation !== null || jump !== null || gauge.dischargeAt !== 0) continue
    if (isFall(moment, gauge, posted, stood, thresholds.dischargeBeforeCalmL)) judgeDischarge(moment, gauge, { ...posted }, { ...stood })
  }
}

/** Two frames or more that agree show what it left with: a single one may be of the first metres, which swing the surface. */
function leftAt({ state }: Moment, { window, posted, stood }: GaugeState): boolean {
  return readStretch(window, state.motion.movingSinceAt, posted.at + 1, stretch) > 1 && stretch.volumeL === stood.volumeL
}

/** What 208 reported stays a residue while the truck carries other compartments on. */
const isReportedResidue = ({ state: { unfinished }, context }: Moment, { compartment, stopCalm }: GaugeState): boolean =>
  unfinished !== null &&
  unfinished.emptyingAt !== 0 &&
  (unfinished.compartments & (1 << compartment)) !== 0 &&
  stopCalm.volumeL < loadedFromL(context, compartment)

/** One happening, one alarm: behind a seal that is open it is an abnormal unsealing, else an emptying in the wrong place. */
function judgeResidue(moment: Moment, gauge: GaugeState): void {
  unsealForResidue(moment, gauge)
  if (reportResidue(moment, gauge, placeNow(moment.state))) return
  raiseEmptyingBreach(moment, gauge.compartment, 'outside-station', gauge.calm.volumeL, null)
}

/** More than a residue aboard although the process says idle, as after a first contact: it counts as on the road. */
function carriesUnknown({ state, context, thresholds }: Moment, { compartment, loaded, stopCalm }: GaugeState): boolean {
  if (state.process.state !== IDLE || !loaded) return false
  return stopCalm.volumeL >= (capacityL(context, compartment) * thresholds.loadedGuessPercent) / 100
}

/** Behind seals that report shut nothing is unloaded: a fall is judged as on the road, unless the yard's rule names it. */
function judgeFallAtSite(moment: Moment, gauge: GaugeState, to: Anchor): void {
  const sealedFrom = isYardFall(moment, gauge, to) ? null : fellSealedFrom(moment, gauge, to)
  if (sealedFrom === null) judgeYardFall(moment, gauge, to)
  else judgeDischarge(moment, gauge, { ...sealedFrom }, to)
}

/** `knownFrom`: what it fell from; else the rules of a stop on the road find it. `to`: what it fell to. */
function judgeDischarge(moment: Moment, gauge: GaugeState, knownFrom: Anchor | null, to: Anchor): void {
  const { at, thresholds } = moment
  const { posted } = gauge
  const wasReported = gauge.dischargeAt !== 0
  // A slow tap counts as calm: it is reported again each time the same amount is gone.
  const grown = wasReported && isFall(moment, gauge, posted, to, thresholds.dischargeL)
  const first = knownFrom !== null || !wasReported || at - gauge.dischargeAt >= maxBackdateMs
  if (grown && first) {
    copyAnchor(posted, gauge.stopCalm)
    copyAnchor(posted, gauge.stood)
  }
  const from = knownFrom ?? (!wasReported ? fallenFrom(moment, gauge) : grown ? reportedFrom(moment, gauge) : null)
  gauge.dischargeSinceAt = from === null ? 0 : gauge.dischargeSinceAt || at
  if (from === null || (!moment.droveOff && at - gauge.dischargeSinceAt < thresholds.dischargeCalmS * 1000)) return
  if (first) gauge.dischargeAt = at
  if (knownFrom !== null) loseAtStation(moment, gauge, knownFrom, to)
  reportFall(moment, gauge, from, to, gauge.dischargeAt)
}

/** What fell behind shut seals just before an outlet was opened for the unloading is no part of it. */
export function judgeFallBeforeOpening(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): void {
  if (isYardFall(moment, gauge, to)) return
  loseAtStation(moment, gauge, from, to)
  reportFall(moment, gauge, from, to, moment.at)
}

/** Litres that left at this stop and were replaced: the account of the compartment has them, the alarm names what left. */
function judgeRefilled(moment: Moment, gauge: GaugeState): void {
  const refilled = findRefilled(moment, gauge)
  if (refilled === null) return
  const to = { ...refilled.to }
  raiseFall(moment, gauge, { ...refilled.from }, to, to.at)
  noteRefilled(moment, gauge, to)
}

/** Posts a fall, notes it and raises its alarm. */
function reportFall(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor, startedAt: number): void {
  postDrain(moment, gauge, from, to)
  raiseFall(moment, gauge, from, to, startedAt)
}

/** Unauthorised unloading (322), or high loss (202) from its litres on. */
function raiseFall(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor, startedAt: number): void {
  const { at, thresholds } = moment
  const lossL = roundHalfAway(from.v20L - to.v20L, 2)
  const place = placeOfStop(moment)
  const sigmaL = anchorsSigmaL(moment, gauge, from, to)
  const properties = {
    compartment: gauge.compartment,
    oilCode: gauge.oilCode,
    cause: '23',
    from: moment.state.process.state,
    to: moment.state.process.state,
    abnormal: 'private-discharge' as const,
    lossV20L: lossL,
    uncertaintyL: sigmaL,
    judge: judgeLoss(lossL, sigmaL),
    startVolumeL: from.volumeL,
    endVolumeL: to.volumeL,
    startLevelMm: from.levelMm,
    endLevelMm: to.levelMm,
    fromAt: from.at,
  }
  note(moment, processFact, {
    name: 'private-discharge',
    startedAt,
    object: 2300 + gauge.compartment,
    endedAt: at,
    place,
    properties,
  })
  const begin = (): HappeningState =>
    beginHappening(moment, {
      type: lossL >= thresholds.highLossStopL ? ALARM.highLoss : ALARM.privateDischarge,
      object: gauge.compartment,
      startedAt,
      grade: 'red',
      place,
      placeKind: placeOfOpening(moment, startedAt),
      processState: moment.state.process.state,
    })
  reportDischarge(moment, gauge, from, to, begin, place)
}

/** What the compartment fell from: the stop's first calm value, or the last departure's when it fell before that. */
export function fallenFrom(moment: Moment, gauge: GaugeState): Anchor | null {
  const { thresholds } = moment
  if (isFall(moment, gauge, gauge.stopCalm, gauge.calm, thresholds.dischargeL)) return gauge.stopCalm
  const { stood } = gauge
  return stood.calm && isFall(moment, gauge, stood, gauge.calm, thresholds.dischargeBeforeCalmL) ? stood : null
}

/** Less is aboard than at an earlier value, by more than a limit and than the gauge's noise. */
export const isFall = (moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor, leastL: number): boolean => {
  const fellL = from.v20L - to.v20L
  return fellL >= leastL && fellL >= noticeableL(moment, gauge, leastL)
}

/** The same for a loss that was already reported and goes on. */
const reportedFrom = (moment: Moment, { stopCalm, stood, posted }: GaugeState): Anchor =>
  stopCalm.v20L - posted.v20L >= moment.thresholds.dischargeL ? stopCalm : stood

function judgeRise(moment: Moment, gauge: GaugeState): void {
  const { at, thresholds } = moment
  const roseL = gauge.calm.volumeL - gauge.stopCalm.volumeL
  const rose = roseL >= thresholds.abnormalLoadingL && roseL >= noticeableL(moment, gauge, thresholds.abnormalLoadingL)
  gauge.loadingSinceAt = rose ? gauge.loadingSinceAt || at : 0
  if (!rose || at - gauge.loadingSinceAt < thresholds.dischargeCalmS * 1000) return
  if (gauge.abnormalLoadingAt > gauge.stopCalm.at) return
  gauge.abnormalLoadingAt = at
  const place = placeNow(moment.state)
  const properties = {
    compartment: gauge.compartment,
    oilCode: gauge.oilCode,
    cause: '24' as const,
    kind: 'outside-depot' as const,
    startVolumeL: gauge.stopCalm.volumeL,
    endVolumeL: gauge.calm.volumeL,
    roseL: roundHalfAway(roseL, 2),
    fromAt: gauge.stopCalm.at,
  }
  note(moment, processFact, {
    name: 'abnormal-loading',
    startedAt: at,
    object: 2400 + gauge.compartment,
    endedAt: at,
    place,
    properties,
  })
  raise(moment, abnormalLoadingFact, {
    name: 'abnormal-loading',
    startedAt: at,
    object: gauge.compartment,
    endedAt: at,
    grade: 'red',
    place,
    properties,
  })
}
