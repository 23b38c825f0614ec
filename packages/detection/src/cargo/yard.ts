import { roundHalfAway } from '@tanker/domain/loss/loss'
import { judgeLoss } from '@tanker/domain/loss/uncertainty'
import type { Anchor } from '../gauges/anchor.ts'
import type { Place } from '@tanker/domain/facts/place'
import { privateDischargeFact, YARD_REASONS, type YardReason } from '@tanker/domain/facts/cargo-alarm-facts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { OperationState } from './operation-state.ts'
import { postDrain } from './ledger.ts'
import { anchorsSigmaL } from './loss-sigma.ts'
import { fallBase, isSiteFall } from './site-falls.ts'
import { type Moment, raise } from '../moment.ts'
import { placeOfStop } from './site-work.ts'
import { findToppedUp, type Now } from './topped-up-fall.ts'
import { arrivalOf } from './arrival-of.ts'
import { loseAtStation } from './trip.ts'
import { yardReason } from './yard-reason.ts'
import { addReported } from '../seals/custody-state.ts'

/** An alarm of a short operation bears its start, of a long one its end: rows may not start long before they are known. */
const shortMs = 10 * 60_000

/**
 * An unloading that is none (domain D, depot and station yard): in the depot it is a return only when a user allowed it, when
 * it takes the surplus over the slip back, or when nearly the whole compartment goes back; in a station only compartments that
 * the slip names for it are delivered.
 */
export function judgeYardOperation(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  const { start, end } = operation
  if (operation.loading || operation.transferWith !== 0 || start.volumeL - end.volumeL < moment.thresholds.yardFallL) return
  const reason = yardReason(moment, gauge.compartment, operation.startedAt, start, end)
  if (reason === null) return
  operation.abnormal = true
  operation.returned = false
  const { startedAt, endedAt } = operation
  report(moment, gauge, reason, start, end, endedAt - startedAt < shortMs ? startedAt : endedAt, operation.place)
}

/** A fall at this place that is one by the rule of the yard, however its seals stand. */
export const isYardFall = (moment: Moment, gauge: GaugeState, to: Anchor): boolean => {
  const from = fallBase(gauge)
  return yardReason(moment, gauge.compartment, from.at, from, to) !== null
}

/** The same, from one value to another, when frames are too far apart to see a flow. */
export function judgeYardFall(moment: Moment, gauge: GaugeState, to: Anchor): void {
  const { at, thresholds } = moment
  const from = fallBeforeCalm(moment, gauge, to) ?? fallBase(gauge)
  const fell = from.at === gauge.stood.at || isSiteFall(moment, gauge, from, to)
  const reason = fell ? yardReason(moment, gauge.compartment, from.at, from, to) : null
  gauge.dischargeSinceAt = reason === null ? 0 : gauge.dischargeSinceAt || at
  if (reason === null || (!moment.droveOff && at - gauge.dischargeSinceAt < thresholds.dischargeCalmS * 1000)) return
  const before = { ...from }
  postDrain(moment, gauge, before, to)
  if (reason === 'other-stop') {
    loseAtStation(moment, gauge, before, to)
    addReported(moment.state.custody, gauge.compartment, before.v20L - to.v20L)
  }
  report(moment, gauge, reason, before, to, at, placeOfStop(moment))
}

/** A fall in the depot that is one by its level alone. */
export function judgeFallInYard(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): void {
  const reason = yardReason(moment, gauge.compartment, from.at, from, to)
  if (reason === null) return
  if (gauge.posted.at === from.at) postDrain(moment, gauge, from, to)
  report(moment, gauge, reason, from, to, moment.at, placeOfStop(moment))
}

/** Litres that left in the depot and were replaced since: one loss, though the level is back to `now`. */
export function judgeToppedUp(moment: Moment, gauge: GaugeState, now: Now): void {
  const found = findToppedUp(moment, gauge, now)
  if (found === null) return
  const { from, to } = found
  const reason = yardReason(moment, gauge.compartment, from.at, from, to)
  if (reason === null) return
  postDrain(moment, gauge, from, to)
  report(moment, gauge, reason, from, to, to.at, placeOfStop(moment))
}

/** What it held at the departure when it fell here before its surface was calm; null when it did not, or fell on the way. */
function fallBeforeCalm(moment: Moment, gauge: GaugeState, to: Anchor): Anchor | null {
  const { state, thresholds } = moment
  const { stood, stopCalm, posted, compartment } = gauge
  if (!stood.calm || posted.at >= stopCalm.at || (state.process.flowed & (1 << compartment)) !== 0) return null
  const arrive = arrivalOf(moment, gauge)
  if (arrive === null || arrive.at >= stopCalm.at || arrive.v20L - to.v20L < thresholds.dischargeL) return null
  return stood.v20L - to.v20L >= thresholds.dischargeBeforeCalmL ? stood : null
}

function report(moment: Moment, gauge: GaugeState, reason: YardReason, from: Anchor, to: Anchor, startedAt: number, place: Place): void {
  const lossV20L = roundHalfAway(from.v20L - to.v20L, 2)
  const uncertaintyL = anchorsSigmaL(moment, gauge, from, to)
  raise(moment, privateDischargeFact, {
    name: 'private-discharge',
    startedAt,
    object: (YARD_REASONS.indexOf(reason) + 1) * 100 + gauge.compartment,
    endedAt: moment.at,
    grade: 'red',
    place,
    properties: {
      compartment: gauge.compartment,
      oilCode: gauge.oilCode,
      reason,
      lossV20L,
      uncertaintyL,
      judge: judgeLoss(lossV20L, uncertaintyL),
      startVolumeL: from.volumeL,
      endVolumeL: to.volumeL,
      startLevelMm: from.levelMm,
      endLevelMm: to.levelMm,
      fromAt: from.at,
      slipNo: moment.context.slip?.slipNo ?? null,
    },
  })
}
